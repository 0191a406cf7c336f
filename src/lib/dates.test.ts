import { expect, test } from 'vitest'

import { dayOf, momentOf, relativeTo, timeOf } from './dates.ts'

const now = Date.parse('2026-03-01T12:00:00Z')

test.each([
  ['2026-03-01T11:59:58.000000Z', 'just now'],
  ['2026-03-01T11:59:30Z', '30 seconds ago'],
  ['2026-03-01T11:57:01Z', '2 minutes ago'],
  ['2026-03-01T14:00:00Z', 'in 2 hours'],
  ['2026-02-28T11:00:00Z', 'yesterday'],
  ['2026-02-19T12:00:00Z', '10 days ago'],
  ['2025-12-15T12:00:00Z', '2 months ago'],
  ['2024-02-20T12:00:00Z', '2 years ago'],
])('%s is %s', (datetime, words) => {
  expect(relativeTo(datetime, now)).toBe(words)
})

test('what is no datetime is shown as it is', () => {
  expect(relativeTo('soon', now)).toBe('soon')
  expect(momentOf('soon')).toBe('soon')
  expect(dayOf('soon')).toBe('soon')
  expect(timeOf('soon')).toBe('soon')
})
