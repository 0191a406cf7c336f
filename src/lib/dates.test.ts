import { expect, test } from 'vitest'

import { dayOf, dayText, momentOf, relativeTo, timeOf } from './dates.ts'

const now = Date.parse('2026-03-01T12:00:00Z')

test.each([
  ['2026-03-01T11:59:58.000000Z', 'just now'],
  ['2026-03-01T11:59:30Z', '30 seconds ago'],
  ['2026-03-01T11:57:01Z', '2 minutes ago'],
  ['2026-03-01T14:00:00Z', 'in 2 hours'],
  ['2026-02-28T11:00:00Z', 'yesterday'],
  ['2026-02-19T12:00:00Z', '10 days ago'],
  ['2026-01-30T12:00:00Z', '30 days ago'],
  ['2026-01-29T12:00:00Z', '29 Jan 2026'],
  ['2024-02-20T12:00:00Z', '20 Feb 2024'],
  ['2026-03-08T11:59:50Z', 'in 7 days'],
  ['2026-03-31T11:59:59Z', 'in 30 days'],
  ['2026-06-01T12:00:00Z', '1 Jun 2026'],
])('%s is %s', (datetime, words) => {
  expect(relativeTo(datetime, now)).toBe(words)
})

test('a datetime is shown as a day, as a time, and as both', () => {
  const noon = new Date(2026, 2, 1, 12, 5, 9).toISOString()
  expect(dayOf(noon)).toBe('Sunday, 1 March 2026')
  expect(timeOf(noon)).toBe('12:05')
  expect(momentOf(noon)).toBe('1 Mar 2026, 12:05:09')
  expect(dayText('2026-03-01')).toBe('1 Mar 2026')
})

test('an invalid datetime is shown unchanged', () => {
  expect(relativeTo('soon', now)).toBe('soon')
  expect(momentOf('soon')).toBe('soon')
  expect(dayOf('soon')).toBe('soon')
  expect(timeOf('soon')).toBe('soon')
  expect(dayText('soon')).toBe('soon')
})
