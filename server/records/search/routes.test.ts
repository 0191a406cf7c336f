import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { type SearchResults, mostResults, search } from '#contract/account/search.ts'
import { showCounts } from '#contract/wire/counts.ts'
import { Tenant } from '#server/platform/access/tenant.ts'
import { customerColumns } from '#server/records/customers/columns.ts'
import { addDocument } from '#server/records/documents/writes.ts'
import { addInvoices } from '#server/records/invoices/insert.ts'
import { addServices } from '#server/records/services/insert.ts'
import { addEndpoint } from '#server/tools/testing/receiver.ts'
import { type TestAccount, type TestService, startService } from '#server/tools/testing/service.ts'

let service: TestService
let ours: TestAccount
let theirs: TestAccount
const time = '2026-01-01T00:00:00.000000Z'
const eventIds: Record<number, string> = {}

beforeAll(async () => {
  service = await startService()
  const every = ['customers.manage', 'settings.manage', 'contacts.view'] as const
  ours = await service.account('Ours', { rateLimit: 1_000, abilities: [...every] })
  theirs = await service.account('Theirs', { rateLimit: 1_000, abilities: [...every] })
  for (const { id } of [ours, theirs]) await fill(id)
})
afterAll(() => service.close())

async function fill(account: number) {
  const { store } = service.context
  const tenant = new Tenant(store.db, store.dialect, account, 'Test')
  const url = 'https://hooks.example.com/orders/incoming'
  const { id: webhook } = await addEndpoint(service.context, account, { url })
  await tenant.insert(
    'customers',
    Array.from({ length: 8 }, (_, index) =>
      customerColumns({
        name: 'Zoë',
        last_name: `Ødegård ${index}`,
        email: `zoe${index}@example.com`,
        phone: '+47 900',
        business: { company_name: 'Lettering & Sons' },
        permissions: [],
        created_at: time,
      }),
    ),
  )
  await tenant.transaction((trx) =>
    addInvoices(
      trx,
      [168, 169, 170].map((number) => ({
        invoice_number: `INV-2026-0${number}`,
        customer_id: 1,
        customer_name: 'Zoë Ødegård',
        customer_email: 'zoe@example.com',
        status: 'overdue',
        currency: 'EUR',
        due_date: '2026-01-31',
        created_at: time,
        lines: [{ description: 'Work', quantity: 1, unit_price: 12.5 }],
      })),
    ),
  )
  await tenant.transaction((trx) =>
    addServices(trx, [
      {
        name: 'Hand lettering',
        description: 'By the hour',
        type: 'service',
        category: 'Design',
        price: 85,
        currency: 'EUR',
        billing_type: 'hourly',
        is_active: false,
        tax_rate: 21,
        unit: 'hour',
        custom_fields: [],
        tags: [],
      },
    ]),
  )
  const test = await service.app.inject({
    method: 'POST',
    url: `/api/x/webhooks/${webhook}/test`,
    headers: { authorization: `Bearer ${account === ours.id ? ours.key : theirs.key}` },
    payload: { event: 'contact.created' },
  })
  eventIds[account] = (test.json() as { data: { event_id: string } }).data.event_id
}

const ask = (q: string, key = ours.key) =>
  service.app.inject({
    url: `/api/x/search?q=${encodeURIComponent(q)}`,
    headers: { authorization: `Bearer ${key}` },
  })
async function find(q: string, key = ours.key): Promise<SearchResults> {
  const response = await ask(q, key)
  expect(response.statusCode).toBe(200)
  return search.response.parse(response.json()).data
}

test('the newest five customers are found regardless of accents and case', async () => {
  const { customers } = await find('odegard ZOE')
  expect(customers.map(({ last_name }) => last_name)).toEqual(
    [7, 6, 5, 4, 3].map((index) => `Ødegård ${index}`),
  )
  expect(customers).toHaveLength(mostResults)
  expect(customers[0]).toMatchObject({ company_name: 'Lettering & Sons', profile_photo_path: null })
})

test.each(['INV-2026-0169', '0169', 'inv-2026-0169', ' 0169 '])('%j finds that invoice', async (q) => {
  const { invoices, customers } = await find(q)
  expect(invoices).toMatchObject([
    { invoice_number: 'INV-2026-0169', customer_name: 'Zoë Ødegård', status: 'overdue', total_amount: 12.5 },
  ])
  expect(customers).toEqual([])
})

test('one word finds both a customer’s company and a service', async () => {
  const { customers, services } = await find('lettering')
  expect(customers).toHaveLength(mostResults)
  expect(services).toMatchObject([{ name: 'Hand lettering', category: 'Design', is_active: false }])
})

test('webhooks are found by host and path, and deliveries by event id', async () => {
  expect((await find('hooks.example')).webhooks).toMatchObject([
    { url: 'https://hooks.example.com/orders/incoming', status: 'active' },
  ])
  expect((await find('incoming ORDERS')).webhooks).toHaveLength(1)
  const eventId = eventIds[ours.id] ?? ''
  expect((await find(eventId)).deliveries).toMatchObject([{ event_id: eventId, event: 'contact.created' }])
})

test('nothing in another account is found', async () => {
  const [mine, other] = [await find('odegard'), await find('odegard', theirs.key)]
  const ids = new Set(mine.customers.map(({ id }) => id))
  expect(other.customers).toHaveLength(mostResults)
  expect(other.customers.filter(({ id }) => ids.has(id))).toEqual([])
  expect((await find(eventIds[theirs.id] ?? '')).deliveries).toEqual([])
})

test('without settings.manage, webhooks, deliveries and their count stay hidden', async () => {
  const { key } = await service.account('Ours', { abilities: ['customers.manage'] })
  expect((await find('hooks.example', key)).webhooks).toEqual([])
  expect((await find(eventIds[ours.id] ?? '', key)).deliveries).toEqual([])
  expect((await find('0169', key)).invoices).toHaveLength(1)
})

test('proposals and contracts are found by number, title and customer, each among its own kind', async () => {
  const { tenant, key } = await service.account('Documents', { abilities: ['customers.manage'] })
  const customer_id = await tenant.insertOne(
    'customers',
    customerColumns({
      name: 'Ines',
      last_name: 'Ångström',
      email: 'ines@roofs.example',
      phone: '',
      business: {},
      permissions: [],
      created_at: time,
    }),
  )
  const input = { customer_id, currency: 'EUR', sections: [], line_items: [], starts_on: null, ends_on: null }
  const actor = { kind: 'key' } as const
  for (const kind of ['proposal', 'contract'] as const)
    await tenant.transaction((trx) =>
      addDocument(trx, actor, kind, { ...input, title: `The ${kind} of roofs` }),
    )
  for (const q of ['roofs', 'angstrom', 'DRAFT', 'ines@roofs']) {
    const { proposals, contracts } = await find(q, key)
    expect(proposals).toMatchObject([{ title: 'The proposal of roofs', status: 'draft', total_amount: 0 }])
    expect(contracts).toMatchObject([{ title: 'The contract of roofs', customer_name: 'Ines Ångström' }])
  }
  expect(await find('roofs')).toMatchObject({ proposals: [], contracts: [] })
  // No sign stands for any other one.
  for (const q of ['%', '_', '~', '\\'])
    expect(await find(q, key)).toMatchObject({ proposals: [], contracts: [] })
})

test.each(['%', '_', "'", '"', '\\', '*', 'a"b', '~'])('%j is searched literally', async (q) => {
  expect((await find(q)).webhooks).toEqual([])
})

test('an empty query is rejected', async () => {
  expect((await ask('')).statusCode).toBe(400)
})

describe('counts', () => {
  const counts = async () => {
    const headers = { authorization: `Bearer ${ours.key}` }
    const response = await service.app.inject({ url: '/api/x/counts', headers })
    return showCounts.response.parse(response.json()).data
  }

  test('include overdue invoices and failing webhooks', async () => {
    expect(await counts()).toEqual({ overdue_invoices: 3, failing_webhooks: 0 })
    const { db } = service.context.store
    await db.updateTable('webhooks').set({ failure_count: 2 }).where('account_id', '=', ours.id).execute()
    expect(await counts()).toEqual({ overdue_invoices: 3, failing_webhooks: 1 })
  })
})
