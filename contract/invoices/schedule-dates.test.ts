import fc from 'fast-check'
import { expect, test } from 'vitest'

import { type Recurrence, daysFrom, frequencies } from './schedule-dates.ts'

const recurrence = (more: Partial<Recurrence>): Recurrence => ({
  frequency: 'monthly',
  starts_on: '2026-01-31',
  ends_on: null,
  max_count: null,
  ...more,
})

test.each([
  [
    'the 31st falls on the last day of shorter months',
    {},
    ['2026-01-31', '2026-02-28', '2026-03-31', '2026-04-30'],
  ],
  [
    'February 29th falls on the 28th in other years',
    { frequency: 'yearly', starts_on: '2024-02-29' },
    ['2024-02-29', '2025-02-28', '2026-02-28', '2027-02-28'],
  ],
  [
    'a quarter is three months',
    { frequency: 'quarterly', starts_on: '2025-11-30' },
    ['2025-11-30', '2026-02-28', '2026-05-30', '2026-08-30'],
  ],
  [
    'a week is seven days, across a new year too',
    { frequency: 'weekly', starts_on: '2026-12-24' },
    ['2026-12-24', '2026-12-31', '2027-01-07', '2027-01-14'],
  ],
  ['the last day is included', { ends_on: '2026-03-31' }, ['2026-01-31', '2026-02-28', '2026-03-31']],
  ['the number of invoices ends it', { max_count: 2 }, ['2026-01-31', '2026-02-28']],
] as const)('%s', (_title, more, days) => {
  const given = recurrence(more)
  expect(daysFrom(given, given.starts_on, 4)).toEqual(days)
})

test('days that a pause skipped don’t count as invoices', () => {
  const given = recurrence({ max_count: 4 })
  expect(daysFrom(given, '2026-04-01', 5, 1)).toEqual(['2026-04-30', '2026-05-31', '2026-06-30'])
  expect(daysFrom(given, '2026-04-01', 5, 4)).toEqual([])
  expect(daysFrom(given, '2026-04-01', 5, 5)).toEqual([])
})

const anyDay = fc
  .integer({ min: Date.UTC(2000, 0, 1), max: Date.UTC(2060, 0, 1) })
  .map((ms) => new Date(ms).toISOString().slice(0, 10))

test('wherever one looks from, a schedule has the same days, each later than the one before', () => {
  fc.assert(
    fc.property(
      fc.record({
        frequency: fc.constantFrom(...frequencies),
        starts_on: anyDay,
        ends_on: fc.option(anyDay),
        max_count: fc.option(fc.integer({ min: 1, max: 60 })),
      }),
      anyDay,
      (given, from) => {
        const all = daysFrom(given, given.starts_on, 4_000)
        expect(all).toEqual([...new Set(all)].toSorted())
        const drafted = all.filter((day) => day < from).length
        expect(daysFrom(given, from, 5, drafted)).toEqual(all.filter((day) => day >= from).slice(0, 5))
      },
    ),
  )
})
