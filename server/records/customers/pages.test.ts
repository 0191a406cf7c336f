import { afterAll, beforeAll, expect, test } from 'vitest'

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
let rows: { id: number; search_text: string }[]

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
          business: {},
          permissions: [],
        }),
      ),
    )
  }
  rows = await tenant.select('customers').select(['id', 'search_text']).orderBy('id').execute()
})
afterAll(() => service.close())

test.each(['example', 'amelia', 'am', '1', 'amelia 1'])(
  'every page of a search for %s is correct',
  async (search) => {
    const words = search.split(' ')
    const expected = rows
      .filter(({ search_text }) => words.every((word) => search_text.includes(word)))
      .map(({ id }) => id)
    const caches = {
      pages: new OrderedPages<Column>('customers', { interval: 7 }),
      active: new OrderedPages<Column>('customers', { interval: 7, isActiveOnly: true }),
      totals: new SearchTotals<number>(),
      checkpoints: new Checkpoints(7),
    }
    const { customers } = await readRowCounts(tenant)
    for (const sort of ['id', '-id'] as const) {
      const inOrder = sort === 'id' ? expected : expected.toReversed()
      for (const page of [8, 1, 2, 3, 5, 9, 13, 16, 30, 31, 60, 61]) {
        const request = { page, limit: 5, search, sort }
        const found = await findPage(tenant, caches, customers, request)
        expect(found).toEqual({ ids: inOrder.slice((page - 1) * 5, page * 5), total: expected.length })
      }
    }
  },
)
