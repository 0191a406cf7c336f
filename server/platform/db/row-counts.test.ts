import { afterAll, beforeAll, expect, test } from 'vitest'

import type { Tenant } from '#server/platform/access/tenant.ts'
import { readRowCounts } from '#server/platform/lists/row-counts.ts'
import { contactColumns } from '#server/records/contacts/columns.ts'
import { customerColumns } from '#server/records/customers/columns.ts'
import { onPostgres } from '#server/tools/testing/data-dir.ts'
import { type TestService, startService } from '#server/tools/testing/service.ts'

let service: TestService
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.close())

const times = { created_at: '2026-01-01T00:00:00.000000Z', updated_at: '2026-01-01T00:00:00.000000Z' }

async function tenantOf(name: string) {
  return (await service.account(name)).tenant
}

async function addCustomers(tenant: Tenant, count: number) {
  const row = customerColumns({
    name: 'Zoë',
    last_name: 'Ødegård',
    phone: '',
    email: 'zoe@example.com',
    business: {},
    permissions: [],
  })
  const ids = await tenant.insert(
    'customers',
    Array.from({ length: count }, () => row),
  )
  const { name, last_name, phone, email } = row
  await tenant.insert(
    'contacts',
    ids.map((customer_id) => ({
      ...times,
      ...contactColumns({ customer_id, name, last_name, phone, email, company_name: null }),
    })),
  )
  return ids
}

const totals = async (tenant: Tenant) => {
  const { customers, contacts } = await readRowCounts(tenant)
  return [customers.total, contacts.total]
}

test('an account’s totals follow additions and deletions, including contacts of deleted customers', async () => {
  const [ours, theirs] = [await tenantOf('Ours'), await tenantOf('Theirs')]
  expect(await totals(ours)).toEqual([0, 0])
  const ids = await addCustomers(ours, 7)
  await addCustomers(theirs, 2)
  await ours.delete('customers').where('id', 'in', ids.slice(0, 3)).execute()
  expect(await totals(ours)).toEqual([4, 4])
  expect(await totals(theirs)).toEqual([2, 2])
})

test('rolled back rows are never counted', async () => {
  const tenant = await tenantOf('Rolled back')
  const before = await readRowCounts(tenant)
  const failing = tenant.transaction(async (trx) => {
    await addCustomers(trx, 3)
    throw new Error('no')
  })
  await expect(failing).rejects.toThrow('no')
  expect(await readRowCounts(tenant)).toEqual(before)
})

test('every change of a customer or custom field increments the change counter', async () => {
  const tenant = await tenantOf('Changing')
  const states: string[] = []
  const note = async () => {
    const { customers, custom_fields } = await readRowCounts(tenant)
    states.push(`${customers.changes} ${custom_fields.changes}`)
  }
  await addCustomers(tenant, 1)
  await note()
  await tenant.update('customers').set({ search_text: 'another' }).execute()
  await note()
  const field = {
    user_id: 1,
    location: 1,
    type: 1,
    name: 'F',
    key: 'f',
    description: null,
    placeholder: null,
  }
  const rest = { fields: '{}', field_group: '', required: 0, position: 0 }
  await tenant.insert('custom_fields', [{ ...field, ...rest, ...times }])
  await note()
  await tenant.update('custom_fields').set({ name: 'G' }).execute()
  await note()
  await tenant.delete('custom_fields').execute()
  await note()
  expect(new Set(states).size).toBe(5)
})

test.runIf(onPostgres)('writers of one account don’t wait for each other', { timeout: 60_000 }, async () => {
  const tenant = await tenantOf('Busy')
  await addCustomers(tenant, 1)
  await tenant.transaction(async (first) => {
    await addCustomers(first, 2)
    // This one commits while the other is still open.
    await tenant.transaction((second) => addCustomers(second, 3))
    expect(await totals(tenant)).toEqual([4, 4])
  })
  expect(await totals(tenant)).toEqual([6, 6])
})
