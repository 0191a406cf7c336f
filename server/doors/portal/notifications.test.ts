import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import type { Notification } from '#contract/account/notifications.ts'
import { contractParts } from '#contract/documents/contracts.ts'
import { proposalParts } from '#contract/documents/proposals.ts'
import { recordPayment } from '#contract/invoices/payments.ts'
import { meetings } from '#contract/meetings/meetings.ts'
import type { PortalDocument } from '#contract/portal/portal.ts'
import { startWithMail } from '#server/tools/testing/office.ts'
import { portalSession } from '#server/tools/testing/portal.ts'
import { addRecord } from '#server/tools/testing/record.ts'
import { meetingTexts } from '#server/tools/testing/samples.ts'
import type { TestAccount } from '#server/tools/testing/service.ts'

const { mail, service } = await startWithMail()
let account: TestAccount
let owner: Record<string, string>
let accounts = 0

afterEach(() => vi.useRealTimers())
beforeEach(async () => {
  accounts += 1
  // What other tests left waiting.
  await service.context.outbox.sendDue()
  mail.received.length = 0
  account = await service.account(`Okafor Interiors ${accounts}`)
  owner = await service.session(account.id, 'owner')
})

/** What people were emailed, apart from what the customer was. */
const emailed = () => mail.received.filter(({ to }) => !to.includes('zoe@example.com'))
const listed = async (headers = owner) =>
  (await service.send('GET', '/api/x/notifications', headers)).json().data as Notification[]
const customerOf = (name: 'documents' | 'meetings' | 'customers', id: number) =>
  portalSession(service.context, account.id, name === 'customers' ? undefined : { name, id })

async function answer(kind: 'proposal' | 'contract', verb: string, name = 'zoë ødegård', note = '') {
  const id = await addRecord(
    service.context,
    account.id,
    kind === 'proposal' ? proposalParts.listEmails : contractParts.listEmails,
  )
  const [row] = await account.tenant.select('documents').select('id').where('kind', '=', kind).execute()
  const document = row?.id ?? id
  const customer = await customerOf('documents', document)
  const path = `/api/x/portal/${kind}s/${document}`
  const { sha256 } = (await service.send('GET', path, customer)).json().data as PortalDocument
  const given = await service.send('POST', `${path}/${verb}`, customer, { name, note, sha256 })
  expect(given.json().error).toBeUndefined()
  return document
}

test.each([
  ['proposal', 'accept', 'accepted'],
  ['proposal', 'decline', 'declined'],
  ['contract', 'sign', 'signed'],
  ['contract', 'decline', 'declined'],
] as const)('people hear at once that a customer has answered: %s, %s', async (kind, verb, what) => {
  const viewer = await service.session(account.id, 'viewer')
  const id = await answer(kind, verb, undefined, 'Looking forward')
  for (const headers of [owner, viewer])
    expect(await listed(headers)).toMatchObject([
      {
        kind: `${kind}.answered`,
        customer_act: {
          record: kind,
          id,
          what,
          customer_name: 'Zoë Ødegård',
          signed_as: null,
          note: 'Looking forward',
        },
      },
    ])
  await service.context.outbox.sendDue()
  expect(emailed()).toHaveLength(2)
  expect(emailed()[0]?.source).toContain(`/${kind}s/${id}?account=3D${account.id}`)
})

test('a name that isn’t the customer’s is said', async () => {
  await answer('contract', 'sign', 'Mickey Mouse')
  expect((await listed())[0]?.customer_act?.signed_as).toBe('Mickey Mouse')
  await service.context.outbox.sendDue()
  expect(emailed()[0]?.source).toContain('(as Mickey Mouse) signed the contract')
})

test('people hear of a meeting that a customer books, moves and cancels', async () => {
  const customer = await customerOf('customers', 0)
  const write = async (method: 'POST' | 'PUT', path: string, version: number, body: object) => {
    const headers = { ...customer, 'if-match': `"${version}"` }
    const given = await service.send(method, `/api/x/portal/meetings${path}`, headers, body)
    expect(given.json().error).toBeUndefined()
    return given.json().data as { id: number; version: number }
  }
  const { id, version } = await write('POST', '', 1, meetingTexts)
  const later = {
    ...meetingTexts,
    ends_at: '2099-12-31T23:00:00.000000Z',
    starts_at: '2099-12-31T22:00:00.000000Z',
  }
  const moved = await write('PUT', `/${id}`, version, later)
  const changed = await write('PUT', `/${id}`, moved.version, { ...later, place: 'Upstairs' })
  // The same once more changes nothing.
  const same = await write('PUT', `/${id}`, changed.version, { ...later, place: 'Upstairs' })
  await write('POST', `/${id}/cancel`, same.version, {})
  expect((await listed()).map(({ customer_act }) => customer_act?.what)).toEqual([
    'canceled',
    'changed',
    'moved',
    'booked',
  ])
})

test('people who want to hear of their customers alone hear of those that are theirs, or nobody’s', async () => {
  const colleague = await service.session(account.id, 'staff')
  const settings = { kinds: [], digest: { every: 'week', weekday: 1, hour: 8 }, customers: 'assigned' }
  await service.send('PUT', '/api/x/notification-settings', colleague, settings)
  const all = (await service.send('GET', '/api/x/people', owner)).json().data as { id: number }[]
  const ids = all.map(({ id }) => id).toSorted((one, another) => one - another)
  const paidFor = async (assigned_to: number | null) => {
    const invoice = await addRecord(service.context, account.id, recordPayment)
    const customer_id = await addRecord(service.context, account.id, { record: 'customers', path: '' })
    await account.tenant.update('invoices').set({ customer_id }).where('id', '=', invoice).execute()
    await account.tenant.update('customers').set({ assigned_to }).where('id', '=', customer_id).execute()
    const headers = { authorization: `Bearer ${account.key}`, 'if-match': '"1"' }
    const { data } = (await service.send('GET', `/api/x/invoices/${invoice}`, owner)).json()
    const payment = { amount: data.amount_due, paid_on: '2026-03-15', method: 'cash', reference: '' }
    const answer = await service.send('POST', `/api/x/invoices/${invoice}/payments`, headers, payment)
    expect(answer.json().error).toBeUndefined()
    return [(await listed(owner)).length, (await listed(colleague)).length]
  }
  const [first, last] = [ids[0] ?? 0, ids.at(-1) ?? 0]
  expect(await paidFor(first)).toEqual([1, 0])
  expect(await paidFor(last)).toEqual([2, 1])
  expect(await paidFor(null)).toEqual([3, 2])
})

test('what people do themselves, or switch off, notifies nobody', async () => {
  const digest = { every: 'week', weekday: 1, hour: 8 }
  const off = { kind: 'proposal.answered', in_app: false, email: false }
  await service.send('PUT', '/api/x/notification-settings', owner, { kinds: [off], digest })
  await answer('proposal', 'accept')
  const meeting = await addRecord(service.context, account.id, meetings.show)
  const cancel = { ...owner, 'if-match': '"1"' }
  await service.send('POST', `/api/x/meetings/${meeting}/cancel`, cancel, { notify: false })
  expect(await listed()).toEqual([])
  await service.context.outbox.sendDue()
  expect(emailed()).toEqual([])
})

test('a customer who does much floods nobody: what follows within a quarter of an hour is told once, and emails end after 30 in an hour', async () => {
  // The quarter begins now.
  const quarterMs = 15 * 60_000
  vi.useFakeTimers({ toFake: ['Date'], now: Math.ceil(Date.now() / quarterMs) * quarterMs })
  const customer = await customerOf('customers', 0)
  const act = async (method: 'POST' | 'PUT', path: string, version: number, body: object) => {
    const headers = { ...customer, 'if-match': `"${version}"` }
    return (await service.send(method, `/api/x/portal/meetings${path}`, headers, body)).json().data as {
      id: number
      version: number
    }
  }
  let meeting = await act('POST', '', 1, meetingTexts)
  for (let change = 0; change < 5; change += 1)
    meeting = await act('PUT', `/${meeting.id}`, meeting.version, {
      ...meetingTexts,
      place: `Room ${change}`,
    })
  expect((await listed()).map(({ customer_act }) => customer_act?.what)).toEqual(['changed', 'booked'])
  for (let booked = 0; booked < 20; booked += 1) {
    const made = await act('POST', '', 1, meetingTexts)
    await act('POST', `/${made.id}/cancel`, made.version, {})
  }
  await service.context.outbox.sendDue()
  expect(emailed()).toHaveLength(30)
  expect((await service.send('GET', '/api/x/notifications?limit=100', owner)).json().data).toHaveLength(42)
})

test('people see in Bureau alone that a customer has opened a document, once', async () => {
  await addRecord(service.context, account.id, proposalParts.listEmails)
  const [row] = await account.tenant.select('documents').select('id').execute()
  const id = row?.id ?? 0
  const customer = await customerOf('documents', id)
  for (let time = 0; time < 2; time += 1)
    expect((await service.send('POST', `/api/x/portal/proposals/${id}/view`, customer)).statusCode).toBe(200)
  expect(await listed()).toMatchObject([
    { kind: 'document.viewed', customer_act: { record: 'proposal', id, what: 'viewed' } },
  ])
  await service.context.outbox.sendDue()
  expect(emailed()).toEqual([])
})

test('people hear of a paid invoice, unless they recorded the payment themselves', async () => {
  const id = await addRecord(service.context, account.id, recordPayment)
  const staff = await service.session(account.id, 'staff')
  const { data } = (await service.send('GET', `/api/x/invoices/${id}`, staff)).json()
  const paid_on = new Date().toISOString().slice(0, 10)
  const body = { kind: 'payment', amount: data.amount_due, paid_on, method: 'cash', reference: '' }
  const headers = { ...staff, 'if-match': `"${data.version}"` }
  const paid = await service.send('POST', `/api/x/invoices/${id}/payments`, headers, body)
  expect(paid.json().error).toBeUndefined()
  expect(await listed()).toMatchObject([
    {
      kind: 'invoice.paid',
      customer_act: { record: 'invoice', id, title: data.invoice_number, what: 'paid' },
    },
  ])
  expect(await listed(staff)).toEqual([])
  await service.context.outbox.sendDue()
  expect(emailed()).toHaveLength(1)
  expect(emailed()[0]?.source).toContain('paid the invoice')
})
