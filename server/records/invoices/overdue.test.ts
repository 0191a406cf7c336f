import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { Tenant } from '#server/platform/access/tenant.ts'
import { type TestService, startService } from '#server/tools/testing/service.ts'

import { type NewInvoice, addInvoices } from './insert.ts'
import { markOverdue } from './overdue.ts'

let service: TestService
let count = 0
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.close())

/** A fresh account in that time zone, with one invoice for each of the dates. */
async function accountIn(time_zone: string, dates: readonly string[], more: Partial<NewInvoice> = {}) {
  count += 1
  const { id, key } = await service.account(`Account ${count}`)
  const { db, dialect } = service.context.store
  await db.updateTable('accounts').set({ time_zone }).where('id', '=', id).execute()
  const tenant = new Tenant(db, dialect, id, 'Test')
  const invoices = dates.map((due_date, index) => ({
    invoice_number: `INV-${index}`,
    customer_id: 1,
    customer_name: 'Ada',
    customer_email: 'ada@example.com',
    status: 'sent' as const,
    currency: 'EUR',
    due_date,
    created_at: '2026-01-01T00:00:00.000000Z',
    lines: [{ description: 'Work', quantity: 1, unit_price: 10 }],
    ...more,
  }))
  await tenant.transaction((trx) => addInvoices(trx, invoices))
  return {
    id,
    key,
    statuses: async () => {
      const rows = await tenant.select('invoices').select(['due_date', 'status']).orderBy('id').execute()
      return Object.fromEntries(rows.map(({ due_date, status }) => [due_date, status]))
    },
    events: () =>
      tenant.select('event_log').select(['type', 'body']).where('type', '=', 'invoice.overdue').execute(),
  }
}

const markAt = (time: string) => markOverdue(service.context, Date.parse(time))

beforeEach(() => markAt('2200-01-01T00:00:00Z'))

describe('an invoice becomes overdue right after its due date, in the account’s time zone', () => {
  test.each([
    ['UTC', '2026-03-01T00:00:00.000Z'],
    ['Pacific/Kiritimati', '2026-02-28T10:00:00.000Z'],
    ['Pacific/Niue', '2026-03-01T11:00:00.000Z'],
    ['Asia/Kathmandu', '2026-02-28T18:15:00.000Z'],
    ['America/New_York', '2026-03-01T05:00:00.000Z'],
    ['Atlantis/Nowhere', '2026-03-01T00:00:00.000Z'],
  ])('%s', async (zone, midnight) => {
    const account = await accountIn(zone, ['2026-02-28', '2026-03-01'])
    await markAt(new Date(Date.parse(midnight) - 1).toISOString())
    expect(await account.statuses()).toEqual({ '2026-02-28': 'sent', '2026-03-01': 'sent' })
    await markAt(midnight)
    expect(await account.statuses()).toEqual({ '2026-02-28': 'overdue', '2026-03-01': 'sent' })
  })

  test.each([
    ['the night clocks go forward', 'Europe/Berlin', '2026-03-29', '2026-03-29T22:00:00.000Z'],
    ['the night clocks go back', 'Europe/Berlin', '2026-10-25', '2026-10-25T23:00:00.000Z'],
    ['where midnight itself is skipped', 'America/Asuncion', '2023-09-30', '2023-10-01T04:00:00.000Z'],
    ['the last day of a year', 'Asia/Tokyo', '2026-12-31', '2026-12-31T15:00:00.000Z'],
    ['a leap day', 'UTC', '2028-02-29', '2028-03-01T00:00:00.000Z'],
  ])('%s', async (_name, zone, due, midnight) => {
    const account = await accountIn(zone, [due])
    await markAt(new Date(Date.parse(midnight) - 1).toISOString())
    expect(await account.statuses()).toEqual({ [due]: 'sent' })
    await markAt(midnight)
    expect(await account.statuses()).toEqual({ [due]: 'overdue' })
  })
})

test.each(['draft', 'paid', 'overdue', 'void'] as const)(
  '%s invoices stay that way, however late',
  async (status) => {
    const account = await accountIn('UTC', ['2020-01-01'], { status })
    expect(await markAt('2026-01-01T00:00:00Z')).toBe(0)
    expect(await account.statuses()).toEqual({ '2020-01-01': status })
  },
)

test('each overdue invoice emits one event, with the data of the list', async () => {
  const account = await accountIn('UTC', ['2026-02-01', '2026-02-02', '2026-09-01'])
  expect(await markAt('2026-03-01T12:00:00Z')).toBe(2)
  expect(await markAt('2026-03-01T12:05:00Z')).toBe(0)
  const events = await account.events()
  const answer = await service.app.inject({
    url: '/api/invoices?status=overdue&sort=id',
    headers: { authorization: `Bearer ${account.key}` },
  })
  expect(events.map(({ body }) => (JSON.parse(body) as { data: unknown }).data)).toEqual(
    answer.json().data.map((row: object) => ({ ...row, issued_on: '2026-01-01' })),
  )
  expect(answer.json().data).toMatchObject([
    { status: 'overdue', updated_at: '2026-03-01T12:00:00.000000Z', total_amount: 10 },
    { status: 'overdue', updated_at: '2026-03-01T12:00:00.000000Z', total_amount: 10 },
  ])
})

test('concurrent runs change each invoice once, with one event', async () => {
  const dates = Array.from({ length: 450 }, () => '2026-01-05')
  const account = await accountIn('UTC', dates)
  const changed = await Promise.all(Array.from({ length: 4 }, () => markAt('2026-02-01T00:00:00Z')))
  expect(changed.reduce((sum, some) => sum + some, 0)).toBe(dates.length)
  expect(await account.events()).toHaveLength(dates.length)
})

test('the sweep marks invoices as time passes', async () => {
  const account = await accountIn('UTC', ['2020-01-01', '2199-12-31'])
  await service.context.lifecycle.sweep()
  expect(await account.statuses()).toEqual({ '2020-01-01': 'overdue', '2199-12-31': 'sent' })
})

test('open screens are notified only when an invoice changed', async () => {
  const account = await accountIn('UTC', ['2026-02-28'])
  const other = await accountIn('UTC', [])
  const heard: unknown[] = []
  const { live } = service.context
  const stop = [account, other].map(({ id }) => live.subscribe(id, (change) => heard.push([id, change])))
  await markAt('2026-03-01T00:00:00.000Z')
  await markAt('2026-03-01T00:01:00.000Z')
  for (const unsubscribe of stop) unsubscribe()
  expect(heard).toEqual([[account.id, { topic: 'invoices', id: null }]])
})
