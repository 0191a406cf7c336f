import { expect, test } from 'vitest'

import type { OverviewData } from '#api/computed-overview.ts'
import { digits } from '#lib/decimal.ts'

import {
  ageingFigures,
  currenciesOf,
  greeting,
  lateCount,
  owedIn,
  revenueByMonth,
  statusFigures,
  totalOf,
} from './-figures.ts'

const picture: OverviewData = {
  today: '2026-03-01',
  time_zone: 'Europe/Berlin',
  counts: { customers: 3, services: 2, active_services: 1, invoices: 9, contacts: null, webhooks: null },
  receivables: [
    { status: 'sent', currency: 'USD', count: 1, amount: 10 },
    { status: 'overdue', currency: 'EUR', count: 2, amount: 30.5 },
    { status: 'overdue', currency: 'JPY', count: 1, amount: 1200 },
  ],
  ageing: [
    { bucket: '1-30', currency: 'EUR', count: 2, amount: 30.5 },
    { bucket: '1-30', currency: 'JPY', count: 1, amount: 1200 },
  ],
  overdue: [],
  stale_drafts: { count: 0, oldest: null, invoices: [] },
  failing_webhooks: [],
  failing_webhook_count: 0,
  newest_customers: [],
  revenue: [
    { month: '2025-04', currency: 'EUR', count: 1, amount: 0.1 },
    { month: '2026-03', currency: 'EUR', count: 1, amount: 0.2 },
    { month: '2026-03', currency: 'GBP', count: 1, amount: 7 },
  ],
  source: { kind: 'service' },
}

test('the currency with most invoices comes first, and one that only earned is there too', () => {
  expect(currenciesOf(picture)).toEqual(['EUR', 'JPY', 'USD', 'GBP'])
})

test('every status has its amount in one currency and its number in all', () => {
  const figures = statusFigures(picture, 'EUR').map(({ status, amount, count, countInAll }) => [
    status,
    digits(amount),
    count,
    countInAll,
  ])
  expect(figures).toEqual([
    ['draft', '0', 0, 0],
    ['sent', '0', 0, 1],
    ['overdue', '30.5', 2, 3],
    ['paid', '0', 0, 0],
  ])
})

test('what is overdue is said in each currency it is owed in', () => {
  expect(owedIn(picture, 'overdue').map(({ currency, amount }) => [currency, digits(amount)])).toEqual([
    ['EUR', '30.5'],
    ['JPY', '1200'],
  ])
})

test('late is whatever is unpaid past its due day, in any currency', () => {
  expect(lateCount(picture)).toBe(3)
  expect(
    lateCount({ ...picture, ageing: [{ bucket: 'current', currency: 'EUR', count: 4, amount: 1 }] }),
  ).toBe(0)
})

test('the buckets ask the list for days that meet and do not overlap, across the end of February', () => {
  expect(ageingFigures(picture, 'EUR').map(({ search }) => search)).toEqual([
    { status: 'sent', from: '2026-03-01' },
    { status: 'overdue', from: '2026-01-30', to: '2026-02-28' },
    { status: 'overdue', from: '2025-12-31', to: '2026-01-29' },
    { status: 'overdue', from: '2025-12-01', to: '2025-12-30' },
    { status: 'overdue', to: '2025-11-30' },
  ])
})

test('a year of months is shown, those without revenue too', () => {
  const months = revenueByMonth(picture, 'EUR')
  expect(months).toHaveLength(12)
  expect(months[0]).toEqual({ month: '2025-04', amount: 0.1 })
  expect(months.at(-2)).toEqual({ month: '2026-02', amount: 0 })
  expect(months.at(-1)).toEqual({ month: '2026-03', amount: 0.2 })
  expect(digits(totalOf(months))).toBe('0.3')
})

test.each([
  [3, 'Hello'],
  [5, 'Good morning'],
  [12, 'Good afternoon'],
  [23, 'Good evening'],
])('at %s o’clock it says “%s”', (hour, words) => {
  expect(greeting(hour)).toBe(words)
})
