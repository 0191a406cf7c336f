import { QueryObserver } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'

import { contacts } from '#api/contacts.ts'
import { customFields } from '#api/custom-fields.ts'
import { customers } from '#api/customers.ts'
import { csvExports } from '#api/exports.ts'
import { type InvoiceQuery, invoices } from '#api/invoices.ts'
import { overview } from '#api/overview.ts'
import { makeQueryClient } from '#api/query-client.ts'
import { services } from '#api/services.ts'
import { session } from '#api/session.ts'
import { webhooks } from '#api/webhooks.ts'
import type { Session } from '#contract/access/session.ts'

import { type SpecService, startSpecService } from './spec-service.ts'

const signedIn: Session = {
  user: { id: 1, name: 'Ada', email: 'ada@bureau.example' },
  account: { id: 1, name: 'Acme', role: 'owner' },
  accounts: [],
  abilities: ['settings.manage', 'contacts.view', 'customers.manage'],
  features: { records: false, pdf: false, email: false },
  public_url: 'http://bureau.test',
}

let running: SpecService | undefined
let lastAccount = 0
afterEach(() => running?.stop())

/** The dashboard’s own client functions on a service that knows the specification alone; the session stays with ours. */
async function connect(options: Parameters<typeof startSpecService>[0] = {}) {
  const service = await startSpecService(options)
  running = service
  // What an account may do is remembered by the page, and so beyond a test.
  const current = { ...signedIn, account: { ...signedIn.account, id: (lastAccount += 1) } }
  const send = fetch
  vi.stubGlobal('fetch', (path: string, init: RequestInit = {}) => {
    if (path.startsWith('/api/x/session')) return Promise.resolve(Response.json({ data: current }))
    const credential = path.startsWith('/api/v1/') ? service.token : service.key
    const headers = new Headers(init.headers)
    headers.set('authorization', `Bearer ${credential}`)
    return send(`${service.url}${path}`, { ...init, headers })
  })
  const client = makeQueryClient()
  await client.fetchQuery(session.current())
  return { service, client }
}

const everything = { page: 1, size: 100, search: '' } as const
const idsOf = ({ rows }: { rows: readonly { readonly id: number }[] }) => rows.map(({ id }) => id)
const byId: InvoiceQuery = { ...everything, sort: 'id' }

test('customers with nulls and empty arrays are listed, and one that can’t be read is named', async () => {
  const { client } = await connect()
  const page = await client.fetchQuery(customers.list({ ...everything, sort: 'id' }))
  expect(page.total).toBe(29)
  expect(page.unreadable).toEqual([{ id: 7015, at: 4 }])
  expect(page.rows.find(({ id }) => id === 7012)).toMatchObject({
    phone: '',
    business_information: {},
    custom_fields: [],
    loyalty: { tier: 'gold' },
  })
})

test('whatever payment processor the flag names, customers can be filtered by it', async () => {
  const { client } = await connect()
  const linked = { ...everything, sort: 'id', filters: { linked: 'yes' } }
  const { rows } = await client.fetchQuery(customers.list(linked))
  expect(rows.length).toBeGreaterThan(5)
  expect(rows.every((row) => row['coinly_customer_flag'] === true)).toBe(true)
})

test('a deletion that is answered with a body has succeeded', async () => {
  const { service, client } = await connect()
  await client
    .getMutationCache()
    .build(client, customers.remove())
    .execute({ ids: [7003], leaving: false })
  expect(service.customers).toHaveLength(29)
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ message: 'Gone.' })))
  await expect(
    client.getMutationCache().build(client, webhooks.remove(61)).execute(),
  ).resolves.toBeUndefined()
})

test('one service without a price doesn’t hide the others', async () => {
  const { client } = await connect()
  const page = await client.fetchQuery(services.list(everything))
  expect(page).toMatchObject({ total: 12, unreadable: [{ id: 403 }] })
  expect(page.rows).toHaveLength(11)
  const { description, tags, billing_type } = await client.fetchQuery(services.one(404, signedIn.features))
  expect({ description, tags, billing_type }).toEqual({
    description: '',
    tags: [],
    billing_type: 'by-weight',
  })
})

test('custom fields without options or rules are read', async () => {
  const { client } = await connect()
  const fields = await client.fetchQuery(customFields.list())
  expect(fields).toMatchObject([{ fields: {} }, { required: false, fields: { options: ['S', null, 'L'] } }])
})

test('invoices that the service doesn’t narrow are loaded once and narrowed in the browser', async () => {
  const { service, client } = await connect()
  const ask = (query: Partial<InvoiceQuery>) => client.fetchQuery(invoices.list({ ...byId, ...query }))
  const overdue = await ask({ status: 'overdue', size: 25, page: 2 })
  expect(overdue).toMatchObject({ total: 29, page: 2 })
  expect(overdue.rows.every(({ status }) => status === 'overdue')).toBe(true)
  const loaded = service.requests.length
  expect(idsOf(await ask({ search: 'zoe f-0030' }))).toEqual([5030])
  expect(idsOf(await ask({ sort: '-total_amount', size: 2 }))).toEqual([5120, 5119])
  expect(idsOf(await ask({ from: '2026-09-01', to: '2026-09-30', amountTo: '150' }))).toEqual([5008, 5017])
  expect((await ask({ customer: 7003 })).total).toBe(118)
  expect((await ask({ customer: 1 })).total).toBe(0)
  expect((await ask({ issuedFrom: '2026-02-02' })).total).toBe(0)
  expect(service.requests).toHaveLength(loaded)
})

test('all invoices are there once, with an unknown status, without a customer, and one that can’t be read', async () => {
  const { service, client } = await connect()
  const page = await client.fetchQuery(invoices.list({ ...byId, size: Infinity }))
  expect(new Set(idsOf(page)).size).toBe(119)
  expect(page.unreadable).toEqual([{ id: 5007, at: 6 }])
  expect(page.missing).toBeUndefined()
  expect(await client.fetchQuery(invoices.one(5008, signedIn.features))).toMatchObject({
    status: 'written-off',
    line_items: [],
  })
  await expect(client.fetchQuery(invoices.one(5007, signedIn.features))).rejects.toMatchObject({
    kind: 'broken',
  })
  await expect(client.fetchQuery(invoices.one(4, signedIn.features))).rejects.toMatchObject({
    kind: 'absent',
  })
  expect(service.requests.filter((request) => request.includes('/api/invoices'))).toHaveLength(4)
})

test('of a service that lists only its first invoices, it is said how many are missing', async () => {
  const { client } = await connect()
  const page = invoiceOf(1)
  vi.stubGlobal('fetch', () =>
    Promise.resolve(Response.json({ data: [page, { ...page, id: 2 }], meta: { total: '30' } })),
  )
  expect(await client.fetchQuery(invoices.list(byId))).toMatchObject({ total: 2, missing: 28 })
})

test('a service that narrows invoices itself is asked for a page, also before the session is known', async () => {
  const { service, client } = await connect()
  client.setQueryData(session.current().queryKey, {
    ...signedIn,
    features: { records: true, pdf: true, email: true },
  })
  await client.fetchQuery(invoices.list({ ...byId, size: 25, status: 'paid' }))
  expect(service.requests).toEqual(['GET /api/invoices?status=paid&page=1&limit=25&sort=id'])
  client.clear()
  expect((await client.fetchQuery(invoices.list({ ...byId, status: 'paid' }))).total).toBe(30)
})

test('contacts of any shape are listed', async () => {
  const { client } = await connect()
  const { rows, total } = await client.fetchQuery(contacts.list({ page: 1, size: 25 }))
  expect(total).toBe(3)
  expect(rows[0]).toMatchObject({ id: 801, name: 'Contact 1', city: 'Porto' })
})

test('an endpoint is paused, changed and read, whatever the service answers', async () => {
  const { service, client } = await connect()
  const run = client.getMutationCache()
  const list = await client.fetchQuery(webhooks.list({ page: 1, size: 25 }))
  expect(list.rows.map(({ status }) => status)).toEqual(['active', 'suspended'])
  await run.build(client, webhooks.setStatus()).execute({ id: 61, status: 'paused' })
  expect(service.webhooks[0]).toMatchObject({ status: 'paused' })
  const changed = await run.build(client, webhooks.update(61)).execute({ events: ['document.sent'] })
  expect(changed).toMatchObject({ id: 61, events: ['document.sent'] })
  const { webhook, recent } = await client.fetchQuery(webhooks.one(61))
  expect(Object.keys(webhook)).not.toContain('latest_deliveries')
  expect(recent).toMatchObject([
    { event: 'contact.created', status: 'delivered', response_status: 200, attempts: null },
    { event: 'document.sent', status: 'failed', response_status: 503, created_at: '2026-03-01T10:00:00Z' },
  ])
  expect(new Set(recent.map(({ id }) => id)).size).toBe(2)
})

test.each([
  ['an envelope', (row: object) => Response.json({ data: row })],
  ['an envelope of its own', (row: object) => Response.json({ webhook: row })],
  ['nothing', () => new Response(null, { status: 204 })],
  ['words', () => new Response('OK')],
])('a change of an endpoint that is answered with %s has succeeded', async (what, answer) => {
  const { service, client } = await connect()
  const [row = {}] = service.webhooks
  vi.stubGlobal('fetch', () => Promise.resolve(answer(row)))
  const changed = await client
    .getMutationCache()
    .build(client, webhooks.update(61))
    .execute({ events: ['a.b'] })
  expect(changed?.id).toBe(what.startsWith('an') ? 61 : undefined)
})

test('deliveries that aren’t even objects don’t hide the endpoint', async () => {
  const { service, client } = await connect()
  const body = { data: service.webhooks[0], deliveries: ['?', null, { id: 'x', success: false }] }
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json(body)))
  const { webhook, recent } = await client.fetchQuery(webhooks.one(61))
  expect(webhook.id).toBe(61)
  expect(recent.map(({ event, status }) => `${event} ${status}`)).toEqual([
    'Couldn’t be read unknown',
    'Couldn’t be read unknown',
    'Unknown event failed',
  ])
})

test('what the token of the service may not do is locked, and other abilities stay', async () => {
  const { client } = await connect({ abilities: ['contacts.view'] })
  const seen = new QueryObserver(client, { ...session.current(), staleTime: Infinity })
  const stop = seen.subscribe(() => undefined)
  await expect(client.fetchQuery(webhooks.list({ page: 1, size: 25 }))).rejects.toMatchObject({
    kind: 'forbidden',
  })
  await vi.waitFor(() =>
    expect(seen.getCurrentResult().data?.abilities).toEqual(['contacts.view', 'customers.manage']),
  )
  stop()
})

test('an error or a broken connection is repeated, and a read waits for the rate limit', async () => {
  const { service, client } = await connect({ perMinute: 1 })
  service.failNext('GET /api/invoices', 'error')
  service.failNext('GET /api/invoices', 'reset')
  expect((await client.fetchQuery(invoices.list(byId))).total).toBe(119)
  await client.fetchQuery(contacts.list({ page: 1, size: 25 }))
  const state = () => client.getQueryState(contacts.list({ page: 2, size: 25 }).queryKey)?.fetchStatus
  const waiting = client.fetchQuery(contacts.list({ page: 2, size: 25 })).catch(() => undefined)
  await vi.waitFor(() => expect(service.requests.at(-1)).toContain('page=2'))
  expect(state()).toBe('fetching')
  await client.cancelQueries()
  await waiting
})

test('the overview is calculated from what such a service lists', async () => {
  const { client } = await connect()
  const { counts, source } = await client.fetchQuery(overview.today(signedIn))
  expect(counts).toMatchObject({ customers: 29, services: 12, invoices: 119, webhooks: 2 })
  expect(source).toMatchObject({ kind: 'lists', read: 119 })
})

test('the CSV file of the invoices has every one that can be read, once', async () => {
  const { client } = await connect()
  const write = csvExports.invoices(client, signedIn.features, { ...byId, status: 'paid' })
  const file = await write({ signal: new AbortController().signal, onRows: () => undefined })
  expect((await file.text()).trim().split('\r\n')).toHaveLength(31)
})

const invoiceOf = (id: number) => ({
  id,
  invoice_number: 'F-1',
  customer_id: 1,
  customer_name: 'Ines',
  customer_email: 'ines@client.example',
  status: 'sent',
  total_amount: 1,
  currency: 'EUR',
  due_date: '2026-01-01',
  created_at: '2026-01-01T00:00:00Z',
  updated_at: '2026-01-01T00:00:00Z',
  line_items: [],
})
