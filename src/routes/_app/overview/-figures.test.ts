import { expect, test } from 'vitest'

import type { OverviewData } from '#api/computed-overview.ts'
import { decimalOf, digits, plus, zero } from '#lib/decimal.ts'

import {
  ageingFigures,
  axisEnd,
  changeOf,
  currenciesOf,
  greeting,
  keyFigures,
  revenueByMonth,
  unmarkedCount,
} from './-figures.ts'

const overview: OverviewData = {
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
    { month: '2024-04', currency: 'EUR', count: 3, amount: 9.5 },
    { month: '2026-02', currency: 'EUR', count: 2, amount: 40 },
    { month: '2025-04', currency: 'EUR', count: 1, amount: 0.1 },
    { month: '2026-03', currency: 'EUR', count: 1, amount: 0.2 },
    { month: '2026-03', currency: 'GBP', count: 1, amount: 7 },
  ],
  source: { kind: 'service' },
}

test('the currency with the most invoices comes first, and one with only paid invoices is included', () => {
  expect(currenciesOf(overview)).toEqual(['EUR', 'JPY', 'USD', 'GBP'])
})

test('key figures are in one currency, and outstanding covers sent and overdue invoices', () => {
  const { outstanding, overdue, paidThisMonth, paidLastMonth, drafts } = keyFigures(overview, 'EUR')
  expect(
    [outstanding, overdue, paidThisMonth, drafts].map(({ amount, count }) => [digits(amount), count]),
  ).toEqual([
    ['30.5', 2],
    ['30.5', 2],
    ['0.2', 1],
    ['0', 0],
  ])
  expect(digits(paidLastMonth)).toBe('40')
})

test('what was paid is compared with last month up to the same day', () => {
  const { paidThisMonth, paidLastMonthSoFar } = keyFigures(
    { ...overview, paid_last_month_so_far: [{ currency: 'EUR', count: 1, amount: 0.16 }] },
    'EUR',
  )
  expect(paidLastMonthSoFar && changeOf(paidThisMonth.amount, paidLastMonthSoFar)).toBe(25)
  expect(keyFigures(overview, 'EUR').paidLastMonthSoFar).toBeUndefined()
})

test.each([
  [50, 100, -50],
  [0, 100, -100],
  [100, 100, 0],
  [100, 0, undefined],
  [0, 0, undefined],
  [100_000, 1, undefined],
])('from %2$i to %1$i is a change of %3$s percent', (now, before, change) => {
  expect(changeOf(decimalOf(now), decimalOf(before))).toBe(change)
})

test('each key figure links to the invoices it sums', () => {
  const { outstanding, overdue, paidThisMonth, drafts } = keyFigures(overview, 'EUR')
  expect([outstanding, overdue, paidThisMonth, drafts].map(({ link }) => link)).toEqual([
    { status: 'outstanding', currency: 'EUR' },
    { status: 'overdue', currency: 'EUR' },
    { currency: 'EUR', paidFrom: '2026-03-01', paidTo: '2026-03-31' },
    { status: 'draft', currency: 'EUR' },
  ])
})

test('the aging bar adds up to the outstanding amount in every currency', () => {
  for (const currency of ['EUR', 'JPY']) {
    const parts = ageingFigures(overview, currency)
    const { outstanding } = keyFigures(overview, currency)
    expect(digits(parts.map(({ amount }) => amount).reduce(plus, zero))).toBe(digits(outstanding.amount))
    expect(parts.reduce((sum, { count }) => sum + count, 0)).toBe(outstanding.count)
  }
})

test('sent invoices past their due date are counted separately', () => {
  expect(unmarkedCount(overview)).toBe(0)
  const late = { bucket: '31-60', currency: 'USD', count: 4, amount: 1 } as const
  expect(unmarkedCount({ ...overview, ageing: [...overview.ageing, late] })).toBe(4)
})

test('the aging bar links to adjacent ranges of days without overlap, across the end of February', () => {
  expect(ageingFigures(overview, 'EUR').map(({ link: { from, to } }) => [from, to])).toEqual([
    ['2026-03-01', undefined],
    ['2026-01-30', '2026-02-28'],
    ['2025-12-31', '2026-01-29'],
    ['2025-12-01', '2025-12-30'],
    [undefined, '2025-11-30'],
  ])
})

test.each([
  [0, 1],
  [0.7, 1],
  [1, 1],
  [38_200, 40_000],
  [41_000, 50_000],
  [51_000, 100_000],
])('an axis for %d ends at %d', (most, end) => {
  expect(axisEnd(most)).toBeCloseTo(end)
})

test('twelve months are shown next to the year before, including months without revenue', () => {
  const months = revenueByMonth(overview, 'EUR')
  expect(months).toHaveLength(12)
  expect(
    [months[0], months.at(-2), months.at(-1)].map((one) => [
      one?.month,
      one && digits(one.amount),
      one && digits(one.yearBefore),
      one?.isCurrent,
    ]),
  ).toEqual([
    ['2025-04', '0.1', '9.5', false],
    ['2026-02', '40', '0', false],
    ['2026-03', '0.2', '0', true],
  ])
  expect(digits(months.map(({ amount }) => amount).reduce(plus, zero))).toBe('40.3')
  expect(months.at(-2)?.link).toEqual({ currency: 'EUR', paidFrom: '2026-02-01', paidTo: '2026-02-28' })
})

test.each([
  [3, 'Hello'],
  [5, 'Good morning'],
  [12, 'Good afternoon'],
  [23, 'Good evening'],
])('at %s o’clock the greeting is “%s”', (hour, words) => {
  expect(greeting(hour)).toBe(words)
})

test('paid months of a service without payments link to the invoices issued then', () => {
  const source = { kind: 'lists', read: 1, of: 1, isNewest: true } as const
  expect(keyFigures({ ...overview, source }, 'EUR').paidThisMonth.link).toEqual({
    status: 'paid',
    currency: 'EUR',
    issuedFrom: '2026-03-01',
    issuedTo: '2026-03-31',
  })
})
