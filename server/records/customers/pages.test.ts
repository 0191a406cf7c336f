import { afterAll, beforeAll, expect, test } from 'vitest'

import type { CustomerFilter } from '#contract/customers/filter.ts'
import type { Tenant } from '#server/platform/access/tenant.ts'
import { Checkpoints } from '#server/platform/lists/checkpoints.ts'
import { OrderedPages } from '#server/platform/lists/ordered-pages.ts'
import { readRowCounts } from '#server/platform/lists/row-counts.ts'
import { SearchTotals } from '#server/platform/lists/search-totals.ts'
import { type TestService, startService } from '#server/tools/testing/service.ts'

import { customerColumns } from './columns.ts'
import type { Column } from './order.ts'
import { findPage } from './pages.ts'

let service: TestService
let tenant: Tenant
let rows: { id: number; name: string; country: string | null; search_text: string }[]

beforeAll(async () => {
  service = await startService()
  for (const name of ['Theirs', 'Ours']) {
    tenant = (await service.account(name)).tenant
    await tenant.insert(
      'customers',
      Array.from({ length: 300 }, (_, index) =>
        customerColumns({
          name: ['Amelia', 'Noah'][index % 2] ?? '',
          last_name: '',
          phone: '',
          email: `${index}@example.com`,
          business: { country: ['Peru', 'Chile', 'Peru'][index % 3] ?? '' },
          permissions: [],
        }),
      ),
    )
  }
  rows = await tenant
    .select('customers')
    .select(['id', 'name', 'country', 'search_text'])
    .orderBy('id')
    .execute()
})
afterAll(() => service.close())

const cachesWithCheckpointsEvery = (interval: number) => ({
  pages: new OrderedPages<Column>('customers', { interval }),
  active: new OrderedPages<Column>('customers', { interval, isActiveOnly: true }),
  totals: new SearchTotals<number>(),
  checkpoints: new Checkpoints(interval),
})

test.each(['example', 'amelia', 'am', '1', 'amelia 1'])(
  'every page of a search for %s is correct',
  async (search) => {
    const words = search.split(' ')
    const expected = rows
      .filter(({ search_text }) => words.every((word) => search_text.includes(word)))
      .map(({ id }) => id)
    const caches = cachesWithCheckpointsEvery(7)
    const { customers } = await readRowCounts(tenant)
    for (const sort of ['id', '-id'] as const) {
      const inOrder = sort === 'id' ? expected : expected.toReversed()
      for (const page of [8, 1, 2, 3, 5, 9, 13, 16, 30, 31, 60, 61]) {
        const request = { page, limit: 5, search, sort }
        const found = await findPage(tenant, caches, Promise.resolve(customers), request)
        expect(found).toEqual({ ids: inOrder.slice((page - 1) * 5, page * 5), total: expected.length })
      }
    }
  },
)

test.each<[CustomerFilter, readonly string[]]>([
  [{ linked: false }, []],
  [{ linked: false, archived: false }, []],
  [{ country: ['Peru'] }, []],
  [{ country: ['Chile', 'Peru'] }, []],
  [{ created_from: '2020-01-01' }, []],
  [{ linked: false }, ['example']],
])('every page of %o and %o is correct in every order', async (filter, words) => {
  const caches = cachesWithCheckpointsEvery(7)
  const { customers } = await readRowCounts(tenant)
  for (const column of ['id', 'name'] as const) {
    const expected = rows
      .filter(({ country }) => !filter.country || [filter.country].flat().includes(country ?? ''))
      .toSorted((a, b) => (column === 'name' && a.name !== b.name ? (a.name < b.name ? -1 : 1) : a.id - b.id))
      .map(({ id }) => id)
    for (const sort of [column, `-${column}`] as const) {
      const inOrder = sort === column ? expected : expected.toReversed()
      for (const page of [20, 1, 2, 3, 9, 13, 16, 30, 31, 59, 60, 61]) {
        const request = { page, limit: 5, search: words.join(' '), sort, filter }
        const found = await findPage(tenant, caches, Promise.resolve(customers), request)
        expect(found).toEqual({ ids: inOrder.slice((page - 1) * 5, page * 5), total: expected.length })
      }
    }
  }
})
