import { expect, test } from 'vitest'

import {
  dayText,
  daysBetween,
  dueText,
  pastPresets,
  periodOf,
  periodText,
  presetOf,
  presets,
} from './calendar.ts'

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

test('a period is named where it has a name, and otherwise says its days', () => {
  const today = '2026-11-28'
  expect(presetOf({ from: '2026-10-01', to: '2026-10-31' }, pastPresets, today)).toBe('last month')
  expect(presetOf({ from: '2026-10-01', to: '2026-10-30' }, pastPresets, today)).toBeUndefined()
  expect(presetOf({ from: '2026-11-28', to: '2026-12-28' }, pastPresets, today)).toBeUndefined()
  expect(presetOf({ from: '2026-11-28', to: '2026-12-28' }, presets, today)).toBe('next 30 days')
  expect(periodText({ from: '', to: '' })).toBe('')
  expect(periodText({ from: '2026-11-01', to: '' })).toBe('from 1 Nov 2026')
  expect(periodText({ from: '', to: '2026-11-30' })).toBe('until 30 Nov 2026')
  expect(periodText({ from: '2026-11-01', to: '2026-11-03' })).toBe('1 Nov 2026 – 3 Nov 2026')
})
