import { afterAll, beforeAll, expect, test } from 'vitest'

import { Tenant } from '#server/access/tenant.ts'
import { addBulkServices } from '#server/demo/bulk.ts'
import { Milestones } from '#server/lists/milestones.ts'
import { SearchTotals } from '#server/lists/search-totals.ts'
import { type TestService, startService } from '#server/testing/service.ts'

import { type Filter, readPage } from './pages.ts'

let service: TestService
let tenant: Tenant
let rows: { id: number; search_text: string; type: string; category: string; is_active: number }[]

beforeAll(async () => {
  service = await startService()
  const { store } = service.context
  for (const name of ['Theirs', 'Ours']) {
    tenant = new Tenant(store.db, store.dialect, (await service.account(name)).id, 'Test')
    await addBulkServices(tenant, 0, 400)
  }
  rows = await tenant
    .select('services')
    .innerJoin('service_kinds', 'service_kinds.id', 'services.kind_id')
    .select(['services.id', 'search_text', 'type', 'category', 'is_active'])
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
const filters: readonly (readonly [Partial<Filter>, (row: (typeof rows)[number]) => boolean])[] = [
  [{}, () => true],
  [{ is_active: true }, ({ is_active }) => is_active === 1],
  [{ type: 'service', is_active: true }, (row) => row.type === 'service' && row.is_active === 1],
  [{ search: 'number' }, ({ search_text }) => search_text.includes('number')],
  [{ search: 'e' }, ({ search_text }) => search_text.includes('e')],
  [{ search: 'for s', is_active: true }, (row) => row.search_text.includes('for s') && row.is_active === 1],
]

test.each(filters)('every page with %j is right, wherever it is', async (given, matches) => {
  const caches = { totals: new SearchTotals<number>(), milestones: new Milestones(7) }
  const expected = rows.filter(matches).map(({ id }) => id)
  for (const offset of [180, 0, 6, 7, 8, 20, 63, 150, 41, expected.length - 20, expected.length - 3, 400]) {
    const page = await readPage(tenant, caches, { ...everything, ...given }, { offset, limit: 10 })
    expect(page.total).toBe(expected.length)
    expect(page.rows.map(({ id }) => id)).toEqual(
      expected.slice(Math.max(0, offset), Math.max(0, offset) + 10),
    )
  }
})
