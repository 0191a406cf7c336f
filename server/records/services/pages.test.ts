import { afterAll, beforeAll, expect, test } from 'vitest'

import { type ServiceSort, serviceSorts } from '#contract/wire/list-sorts.ts'
import type { Tenant } from '#server/platform/access/tenant.ts'
import { Checkpoints } from '#server/platform/lists/checkpoints.ts'
import { SearchTotals } from '#server/platform/lists/search-totals.ts'
import { addBulkServices } from '#server/tools/demo/bulk.ts'
import { type TestService, startService } from '#server/tools/testing/service.ts'

import type { Filter } from './kinds.ts'
import { readPage } from './pages.ts'

let service: TestService
let tenant: Tenant
interface Row {
  readonly id: number
  readonly search_text: string
  readonly type: string
  readonly category: string
  readonly is_active: number
  readonly name_key: string
  readonly price_key: number
  readonly updated_at: string
}
let rows: Row[]

beforeAll(async () => {
  service = await startService()
  for (const name of ['Theirs', 'Ours']) {
    tenant = (await service.account(name)).tenant
    await addBulkServices(tenant, 0, 400)
  }
  rows = await tenant
    .select('services')
    .innerJoin('service_kinds', 'service_kinds.id', 'services.kind_id')
    .select(['services.id', 'search_text', 'type', 'category', 'is_active', 'name_key', 'price_key'])
    .select('services.updated_at')
    .orderBy('services.id')
    .execute()
})
afterAll(() => service.close())

const everything: Filter = {
  type: undefined,
  category: undefined,
  is_active: undefined,
  tags: [],
  search: '',
}
const filters: readonly (readonly [Partial<Filter>, (row: Row) => boolean])[] = [
  [{}, () => true],
  [{ is_active: true }, ({ is_active }) => is_active === 1],
  [{ type: 'service', is_active: true }, (row) => row.type === 'service' && row.is_active === 1],
  [{ search: 'number' }, ({ search_text }) => search_text.includes('number')],
  [{ search: 'e' }, ({ search_text }) => search_text.includes('e')],
  [{ search: 'for s', is_active: true }, (row) => row.search_text.includes('for s') && row.is_active === 1],
]

const columns = { id: 'id', name: 'name_key', price: 'price_key', updated_at: 'updated_at' } as const

function inOrder(matching: readonly Row[], sort: ServiceSort): number[] {
  const column = columns[sort.replace('-', '') as keyof typeof columns]
  const ids = matching
    .toSorted((one, other) =>
      one[column] === other[column] ? one.id - other.id : one[column] < other[column] ? -1 : 1,
    )
    .map(({ id }) => id)
  return sort.startsWith('-') ? ids.toReversed() : ids
}

const everyPage = serviceSorts.flatMap((sort) =>
  filters.map(([given, matches]) => ({ sort, given, matches }) as const),
)

test.each(everyPage)('every page sorted by $sort with $given is correct', async (listed) => {
  const { sort, given, matches } = listed
  const caches = { totals: new SearchTotals<number>(), checkpoints: new Checkpoints(7) }
  const expected = inOrder(rows.filter(matches), sort)
  for (const offset of [180, 0, 6, 7, 8, 20, 63, 150, 41, expected.length - 20, expected.length - 3, 400]) {
    const page = await readPage(tenant, caches, { ...everything, ...given }, { offset, limit: 10, sort })
    expect(page.total).toBe(expected.length)
    expect(page.rows.map(({ id }) => id)).toEqual(
      expected.slice(Math.max(0, offset), Math.max(0, offset) + 10),
    )
  }
})
