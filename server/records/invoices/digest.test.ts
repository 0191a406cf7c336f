import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'

import type { Role } from '#contract/access/session.ts'
import { notificationKinds } from '#contract/account/notification-kinds.ts'
import type { DigestTime, Notification, SavedSettings } from '#contract/account/notifications.ts'
import { openStore } from '#server/platform/startup/open-store.ts'
import { type TestAccount, type TestService, startService } from '#server/tools/testing/service.ts'

import { sendDigests } from './digest.ts'
import { type NewInvoice, addInvoices } from './insert.ts'

let service: TestService
let account: TestAccount
let count = 0
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.close())
beforeEach(async () => {
  count += 1
  account = await service.account(`Account ${count}`)
})

const invoice: NewInvoice = {
  invoice_number: 'INV-1',
  customer_id: 1,
  customer_name: 'Ada Lovelace',
  customer_email: 'ada@example.com',
  status: 'overdue',
  currency: 'EUR',
  due_date: '2026-01-31',
  created_at: '2026-01-01T00:00:00.000000Z',
  lines: [{ description: 'Work', quantity: 1, unit_price: 10.5 }],
}
const add = (...invoices: Partial<NewInvoice>[]) =>
  account.tenant.transaction((trx) =>
    addInvoices(
      trx,
      invoices.map((more) => ({ ...invoice, ...more })),
    ),
  )
const inZone = (time_zone: string) =>
  service.context.store.db.updateTable('accounts').set({ time_zone }).where('id', '=', account.id).execute()
const run = (time: string) => sendDigests(service.context, Date.parse(time))
type Headers = Record<string, string>
const listed = async (headers: Headers) =>
  (await service.send('GET', '/api/x/notifications', headers)).json().data as Notification[]
/** Someone whose digest comes then; daily at eight unless they say otherwise. */
async function person(digest: Partial<DigestTime> = {}, role: Role = 'staff', channels = { in_app: true }) {
  const headers = await service.session(account.id, role)
  const answer = await service.send('PUT', '/api/x/notification-settings', headers, {
    kinds: [{ kind: 'invoices.overdue', email: true, ...channels }],
    digest: { every: 'day', weekday: 1, hour: 8, ...digest },
  })
  expect(answer.statusCode).toBe(200)
  return headers
}

test('the digest counts overdue invoices, adds up what is due by currency and names those that were due first', async () => {
  const owner = await person()
  const dates = ['2026-01-09', '2026-01-03', '2026-01-05', '2026-01-04', '2026-01-06', '2026-01-07']
  await add(
    ...dates.map((due_date, index) => ({ due_date, invoice_number: `INV-${index}` })),
    {
      currency: 'JPY',
      due_date: '2026-01-08',
      lines: [{ description: 'Work', quantity: 1, unit_price: 900 }],
    },
    { status: 'sent' },
    { status: 'paid' },
  )
  await run('2026-02-02T09:00:00Z')
  const [{ overdue, ...notification } = { overdue: null }] = await listed(owner)
  expect(notification).toMatchObject({ kind: 'invoices.overdue', read_at: null, webhook: null })
  expect(overdue).toMatchObject({
    count: 7,
    totals: [
      { currency: 'EUR', count: 6, amount: 63 },
      { currency: 'JPY', count: 1, amount: 900 },
    ],
  })
  expect(overdue?.oldest.map(({ due_date }) => due_date)).toEqual(dates.toSorted().slice(0, 5))
  expect(overdue?.oldest[0]).toMatchObject({ invoice_number: 'INV-1', amount_due: 10.5 })
})

test('without overdue invoices there is no digest, and other accounts hear nothing of them', async () => {
  const owner = await person()
  const other = await service.account(`Other ${count}`)
  const theirs = await service.session(other.id, 'owner')
  await add({ status: 'sent' }, { status: 'draft' })
  await run('2026-02-02T09:00:00Z')
  expect(await listed(owner)).toEqual([])
  await add({})
  await run('2026-02-02T09:00:00Z')
  expect(await listed(owner)).toHaveLength(1)
  expect(await listed(theirs)).toEqual([])
})

test('an account whose digest fails keeps no other account from its own', async () => {
  await person()
  await add({})
  const broken = account.id
  const publish = vi.spyOn(service.context.live, 'publish').mockImplementation((id) => {
    if (id === broken) throw new Error('broken account')
  })
  account = await service.account(`Fine ${count}`)
  const fine = await person()
  await add({})
  await expect(run('2026-02-02T09:00:00Z')).rejects.toThrow('broken account')
  publish.mockRestore()
  expect(await listed(fine)).toHaveLength(1)
})

test.each([
  ['before its hour there', 'America/New_York', '2026-02-02T12:59:59Z', 0],
  ['at its hour', 'America/New_York', '2026-02-02T13:00:00Z', 1],
  ['late on that day, after the service was down', 'America/New_York', '2026-02-03T04:59:00Z', 1],
  ['on the next day already', 'Pacific/Kiritimati', '2026-02-01T18:00:00Z', 1],
] as const)(
  'a weekly digest comes on its weekday, in the account’s time zone: %s',
  async (_, zone, time, expected) => {
    const owner = await person({ every: 'week', weekday: 1 })
    await inZone(zone)
    await add({})
    await run(time)
    expect(await listed(owner)).toHaveLength(expected)
  },
)

test('a weekly digest comes on no other day', async () => {
  const owner = await person({ every: 'week', weekday: 7 })
  await add({})
  for (const day of ['02', '03', '04', '05', '06', '07']) await run(`2026-02-${day}T20:00:00Z`)
  expect(await listed(owner)).toEqual([])
  await run('2026-02-08T08:00:00Z')
  expect(await listed(owner)).toHaveLength(1)
})

test.each([
  ['the hour that clocks skip in spring', '2026-03-29', ['00:59', '01:00', '01:30', '02:00']],
  ['the hour that comes twice in autumn', '2026-10-25', ['00:00', '00:30', '01:00', '01:30', '02:00']],
])('%s brings one digest', async (_, day, times) => {
  const owner = await person({ hour: 2 })
  await inZone('Europe/Berlin')
  await add({})
  for (const time of times) await run(`${day}T${time}:00Z`)
  expect(await listed(owner)).toHaveLength(1)
})

test('a clock that jumps ahead and back brings no second digest of a day', async () => {
  const owner = await person()
  await add({})
  for (const day of ['2026-02-02', '2026-02-20', '2026-02-02', '2026-02-03', '2026-02-20'])
    await run(`${day}T09:00:00Z`)
  expect(await listed(owner)).toHaveLength(3)
})

test('processes that run at once notify each person once', async () => {
  const people = [await person(), await person(), await person()]
  await add({})
  const { config } = service.context
  // On SQLite, several services never share a database, but their starts may overlap.
  const stores = await Promise.all([1, 2].map(() => openStore(config)))
  const runs = [service.context.store, ...stores, service.context.store].map((store) =>
    sendDigests({ store, live: service.context.live }, Date.parse('2026-02-02T09:00:00Z')),
  )
  const ended = await Promise.allSettled(runs)
  await Promise.all(stores.map((store) => store.close()))
  expect(ended.map(({ status }) => status)).toEqual(runs.map(() => 'fulfilled'))
  for (const headers of people) expect(await listed(headers)).toHaveLength(1)
})

test('who turned the digest off gets none, and who only wants the email sees nothing in Bureau', async () => {
  const off = await service.session(account.id, 'owner')
  await service.send('PUT', '/api/x/notification-settings', off, {
    kinds: [{ kind: 'invoices.overdue', in_app: false, email: false }],
    digest: { every: 'day', weekday: 1, hour: 8 },
  })
  const emailOnly = await person({}, 'viewer', { in_app: false })
  await add({})
  await run('2026-02-02T09:00:00Z')
  expect([await listed(off), await listed(emailOnly)]).toEqual([[], []])
  const rows = await account.tenant.select('notifications').select(['is_shown', 'next_attempt_at']).execute()
  expect(rows).toEqual([{ is_shown: 0, next_attempt_at: '2026-02-02T09:00:00.000000Z' }])
})

test('until someone decides otherwise, all but what customers open comes both ways and the digest on Monday at eight', async () => {
  const headers = await service.session(account.id, 'viewer')
  const { data } = (await service.send('GET', '/api/x/notification-settings', headers)).json() as {
    data: SavedSettings
  }
  expect(data).toEqual({
    kinds: [
      { kind: 'proposal.answered', ability: null, in_app: true, email: true },
      { kind: 'contract.answered', ability: null, in_app: true, email: true },
      { kind: 'document.viewed', ability: null, in_app: true, email: false },
      { kind: 'invoice.paid', ability: null, in_app: true, email: true },
      { kind: 'meeting.changed', ability: null, in_app: true, email: true },
      { kind: 'invoices.overdue', ability: null, in_app: true, email: true },
      { kind: 'webhook.failing', ability: 'settings.manage', in_app: true, email: true },
      { kind: 'webhook.disabled', ability: 'settings.manage', in_app: true, email: true },
    ],
    digest: { every: 'week', weekday: 1, hour: 8 },
    customers: 'all',
    can_email: false,
  })
})

test('a change of the settings keeps the kinds it leaves out, and is nobody else’s', async () => {
  const [mine, theirs] = [
    await service.session(account.id, 'admin'),
    await service.session(account.id, 'admin'),
  ]
  const save = (kind: string) =>
    service.send('PUT', '/api/x/notification-settings', mine, {
      kinds: [{ kind, in_app: true, email: false }],
      digest: { every: 'day', weekday: 3, hour: 17 },
    })
  await Promise.all([save('webhook.failing'), save('invoices.overdue')])
  const read = async (headers: Headers) =>
    (await service.send('GET', '/api/x/notification-settings', headers)).json().data as SavedSettings
  const emailed = async (headers: Headers) =>
    (await read(headers)).kinds.filter(({ email }) => email).map(({ kind }) => kind)
  const usual = notificationKinds.filter((kind) => kind !== 'document.viewed')
  expect(await emailed(mine)).toEqual(
    usual.filter((kind) => kind !== 'webhook.failing' && kind !== 'invoices.overdue'),
  )
  expect((await read(mine)).digest).toEqual({ every: 'day', weekday: 3, hour: 17 })
  expect(await emailed(theirs)).toEqual(usual)
})

test.each([
  [{ kinds: [], digest: { every: 'month', weekday: 1, hour: 8 } }, 'digest.every'],
  [{ kinds: [], digest: { every: 'day', weekday: 0, hour: 8 } }, 'digest.weekday'],
  [{ kinds: [], digest: { every: 'day', weekday: 1, hour: 24 } }, 'digest.hour'],
  [
    { kinds: [{ kind: 'x', in_app: true, email: true }], digest: { every: 'day', weekday: 1, hour: 8 } },
    'kinds.0.kind',
  ],
])('settings that make no sense are rejected by field', async (body, field) => {
  const headers = await service.session(account.id, 'owner')
  const answer = await service.send('PUT', '/api/x/notification-settings', headers, body)
  expect(answer.statusCode).toBe(422)
  expect(JSON.stringify(answer.json().error.details)).toContain(field.split('.').at(-1))
})
