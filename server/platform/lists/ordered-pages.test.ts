import { afterAll, beforeAll, expect, test } from 'vitest'

import type { Tenant } from '#server/platform/access/tenant.ts'
import { customerColumns } from '#server/records/customers/columns.ts'
import { type TestService, startService } from '#server/tools/testing/service.ts'

import { OrderedPages } from './ordered-pages.ts'
import { readRowCounts } from './row-counts.ts'

let service: TestService
let theirs: Tenant
let tenant: Tenant

beforeAll(async () => {
  service = await startService()
  theirs = (await service.account('Theirs')).tenant
  tenant = (await service.account('Ours')).tenant
  await add(200, theirs)
  await add(200)
})
afterAll(() => service.close())

const add = (count: number, to: Tenant = tenant) =>
  to.insert(
    'customers',
    Array.from({ length: count }, (_, index) =>
      customerColumns({
        name: ['Zoë', 'Amelia', '陽菜', '🙂', ''][index % 5] ?? '',
        last_name: '',
        phone: '',
        email: `${index}@example.com`,
        business: {},
        permissions: [],
      }),
    ),
  )

const countedCustomers = async (of: Tenant = tenant) => (await readRowCounts(of)).customers
const inOrder = async (column: 'id' | 'name_key') =>
  (await tenant.select('customers').select('id').orderBy(column).orderBy('id').execute()).map(({ id }) => id)

test.each([
  ['id', 'asc'],
  ['id', 'desc'],
  ['name_key', 'asc'],
  ['name_key', 'desc'],
] as const)('every page sorted by %s %s is correct, whichever was read before', async (column, direction) => {
  const pages = new OrderedPages<typeof column>('customers', { interval: 17 })
  const expected = await inOrder(column)
  if (direction === 'desc') expected.reverse()
  const count = await countedCustomers()
  for (const offset of [120, 95, 0, 16, 17, 18, 34, 60, 85, 101, 130, 180, 183, 190, 199, 200, 300]) {
    const ids = await pages.ids(tenant, { column, direction, offset, limit: 10, count })
    expect(ids).toEqual(expected.slice(offset, offset + 10))
  }
})

test('an account with as many rows doesn’t begin where the other one does', async () => {
  const pages = new OrderedPages<'name_key'>('customers', { interval: 17 })
  const page = { column: 'name_key', direction: 'asc', offset: 90, limit: 10 } as const
  await pages.ids(theirs, { ...page, count: await countedCustomers(theirs) })
  const ids = await pages.ids(tenant, { ...page, count: await countedCustomers() })
  expect(ids).toEqual((await inOrder('name_key')).slice(90, 100))
})

test('pages requested concurrently are all correct', async () => {
  const pages = new OrderedPages<'name_key'>('customers', { interval: 3 })
  const expected = await inOrder('name_key')
  const count = await countedCustomers()
  const offsets = Array.from({ length: 40 }, (_, index) => (index * 73) % 195)
  const found = await Promise.all(
    offsets.map((offset) =>
      pages.ids(tenant, { column: 'name_key', direction: 'asc', offset, limit: 5, count }),
    ),
  )
  expect(found).toEqual(offsets.map((offset) => expected.slice(offset, offset + 5)))
})

test('a page is read again after a change', async () => {
  const pages = new OrderedPages<'name_key'>('customers', { interval: 17 })
  const read = async () =>
    pages.ids(tenant, {
      column: 'name_key',
      direction: 'asc',
      offset: 90,
      limit: 10,
      count: await countedCustomers(),
    })
  await read()
  const [first] = await inOrder('name_key')
  await tenant
    .delete('customers')
    .where('id', '=', first ?? 0)
    .execute()
  expect(await read()).toEqual((await inOrder('name_key')).slice(90, 100))
  await add(30)
  expect(await read()).toEqual((await inOrder('name_key')).slice(90, 100))
})
