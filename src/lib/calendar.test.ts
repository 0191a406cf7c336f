import { expect, test } from 'vitest'

import { dayText, daysBetween, dueText, periodOf } from './calendar.ts'

test.each([
  ['2026-11-09', '12 days overdue'],
  ['2026-11-20', '1 day overdue'],
  ['2026-11-21', 'due today'],
  ['2026-11-22', 'due tomorrow'],
  ['2026-12-01', 'due in 10 days'],
  ['soon', ''],
])('an invoice due on %s is, on 21 November 2026: %s', (due, said) => {
  expect(dueText(due, '2026-11-21')).toBe(said)
})

test('days are counted across a leap day, a clock change and a new year', () => {
  expect(daysBetween('2028-02-28', '2028-03-01')).toBe(2)
  expect(daysBetween('2026-10-24', '2026-10-26')).toBe(2)
  expect(daysBetween('2026-12-31', '2026-01-01')).toBe(-364)
})

test.each([
  ['this month', '2028-02-01', '2028-02-29'],
  ['last month', '2028-01-01', '2028-01-31'],
  ['next 30 days', '2028-02-10', '2028-03-11'],
  ['this quarter', '2028-01-01', '2028-03-31'],
  ['this year', '2028-01-01', '2028-12-31'],
  ['last year', '2027-01-01', '2027-12-31'],
] as const)('on 10 February 2028, %s is from %s to %s', (preset, from, to) => {
  expect(periodOf(preset, '2028-02-10')).toEqual({ from, to })
})

test('last month of January is December of the year before', () => {
  expect(periodOf('last month', '2026-01-15')).toEqual({ from: '2025-12-01', to: '2025-12-31' })
})

test('a day is written out, and an invalid one is unchanged', () => {
  expect([dayText('2026-11-21'), dayText('soon'), dayText('2026-13-01')]).toEqual([
    '21 Nov 2026',
    'soon',
    '2026-13-01',
  ])
})
