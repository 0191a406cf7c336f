import { expect, test } from 'vitest'

import type { CustomerRow } from '#contract/customers/customers.ts'
import type { Invoice } from '#contract/invoices/invoices.ts'

import { computedOverview } from './computed-overview.ts'

const now = new Date(2026, 10, 21, 9, 30)
const daysAgo = (days: number) => new Date(2026, 10, 21 - days, 12).toISOString()

let lastId = 1000
const invoice = (given: Partial<Invoice>): Invoice => {
  lastId -= 1
  return {
    id: lastId,
    invoice_number: `INV-${lastId}`,
    customer_id: 7,
    customer_name: 'Grace Hopper',
    customer_email: 'grace@navy.example',
    status: 'sent',
    total_amount: 100,
    currency: 'EUR',
    due_date: '2026-12-01',
    created_at: daysAgo(3),
    updated_at: daysAgo(3),
    line_items: [],
    ...given,
  }
}

const overviewOf = (invoices: readonly Invoice[], customers: readonly CustomerRow[] = [], total = 0) =>
  computedOverview({
    now,
    timeZone: 'Europe/Berlin',
    invoices,
    totals: { invoices: total, customers: customers.length, services: 9, activeServices: 8 },
    customers,
    webhooks: null,
  })

test('amounts of one status add up exactly per currency', () => {
  const { receivables } = overviewOf([
    invoice({ total_amount: 0.1 }),
    invoice({ total_amount: 0.2 }),
    invoice({ total_amount: 1250, currency: 'JPY' }),
    invoice({ total_amount: 5, status: 'paid' }),
    invoice({ total_amount: 9, status: 'refunded' }),
  ])
  expect(receivables).toEqual([
    { status: 'sent', currency: 'EUR', count: 2, amount: 0.3 },
    { status: 'sent', currency: 'JPY', count: 1, amount: 1250 },
    { status: 'paid', currency: 'EUR', count: 1, amount: 5 },
  ])
})

test.each([
  ['2026-11-22', 'current'],
  ['2026-11-21', 'current'],
  ['2026-11-20', '1-30'],
  ['2026-10-22', '1-30'],
  ['2026-10-21', '31-60'],
  ['2026-09-22', '31-60'],
  ['2026-09-21', '61-90'],
  ['2026-08-23', '61-90'],
  ['2026-08-22', '90+'],
])('on 21 November an invoice due on %s is in the bucket %s', (due_date, bucket) => {
  expect(overviewOf([invoice({ due_date, status: 'overdue' })]).ageing).toEqual([
    { bucket, currency: 'EUR', count: 1, amount: 100 },
  ])
})

test('paid invoices and drafts don’t age', () => {
  const rows = [
    invoice({ due_date: '2026-01-01', status: 'paid' }),
    invoice({ due_date: '2026-01-01', status: 'draft' }),
  ]
  expect(overviewOf(rows).ageing).toEqual([])
})

test('the ten oldest overdue invoices are listed with their age', () => {
  const rows = Array.from({ length: 12 }, (_, index) =>
    invoice({ status: 'overdue', due_date: `2026-11-${String(index + 1).padStart(2, '0')}` }),
  )
  const { overdue } = overviewOf(rows.toReversed())
  expect(overdue).toHaveLength(10)
  expect(overdue[0]).toMatchObject({
    due_date: '2026-11-01',
    days_overdue: 20,
    customer_name: 'Grace Hopper',
  })
  expect(overdue.at(-1)).toMatchObject({ due_date: '2026-11-10', days_overdue: 11 })
})

test('a draft goes stale after fourteen days without a change', () => {
  const rows = [15, 40, 13].map((days) => invoice({ status: 'draft', updated_at: daysAgo(days) }))
  expect(overviewOf(rows).stale_drafts).toMatchObject({
    count: 2,
    oldest: daysAgo(40),
    invoices: [{ updated_at: daysAgo(40) }, { updated_at: daysAgo(15) }],
  })
  expect(overviewOf([]).stale_drafts).toEqual({ count: 0, oldest: null, invoices: [] })
})

test('revenue is what was paid in the last 24 months, oldest month first', () => {
  const paid = (created_at: string, total_amount: number, currency = 'EUR') =>
    invoice({ status: 'paid', created_at, total_amount, currency })
  expect(
    overviewOf([
      paid('2026-11-02T10:00:00.000000Z', 10),
      paid('2026-11-20T10:00:00.000000Z', 5),
      paid('2025-12-15T10:00:00.000000Z', 3),
      paid('2025-12-15T10:00:00.000000Z', 1000, 'JPY'),
      paid('2024-11-15T10:00:00.000000Z', 99),
      invoice({ status: 'sent', created_at: '2026-11-03T10:00:00.000000Z' }),
    ]).revenue,
  ).toEqual([
    { month: '2025-12', currency: 'EUR', count: 1, amount: 3 },
    { month: '2025-12', currency: 'JPY', count: 1, amount: 1000 },
    { month: '2026-11', currency: 'EUR', count: 2, amount: 15 },
  ])
})

test('it states how many invoices it was computed from, and whether those are the newest', () => {
  const rows = [invoice({}), invoice({}), invoice({})]
  expect(overviewOf(rows, [], 5000).source).toEqual({ kind: 'lists', read: 3, of: 5000, isNewest: true })
  expect(overviewOf(rows.toReversed(), [], 5000).source).toMatchObject({ isNewest: false })
})

test('it contains nothing the lists don’t provide', () => {
  const { counts, failing_webhooks } = overviewOf([])
  expect(counts).toMatchObject({ contacts: null, webhooks: null, active_services: 8 })
  expect(failing_webhooks).toEqual([])
})
