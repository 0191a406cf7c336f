import { expect, test } from 'vitest'

import { setFormatRegion } from './locale.ts'
import { besideText, rangeText, sheetOf, zoneText } from './meeting-time.ts'

setFormatRegion('GB')

test('a time is written as clocks of its zone show it, with the day once', () => {
  const at = ['2026-11-24T09:00:00.000000Z', '2026-11-24T10:30:00.000000Z'] as const
  expect(rangeText(...at, 'Europe/Berlin')).toBe('Tue, 24 Nov 2026, 10:00 – 11:30')
  expect(rangeText(...at, 'America/New_York')).toBe('Tue, 24 Nov 2026, 04:00 – 05:30')
})

test('a time over midnight has both days', () => {
  expect(rangeText('2026-11-24T22:30:00Z', '2026-11-25T00:30:00Z', 'UTC')).toBe(
    'Tue, 24 Nov 2026, 22:30 – Wed, 25 Nov 2026, 00:30',
  )
})

test('a zone that the browser doesn’t know doesn’t break the page', () => {
  expect(rangeText('2026-11-24T09:00:00Z', '2026-11-24T10:30:00Z', 'Europe/Bureau')).toContain('2026')
  expect(rangeText('soon', 'later', 'UTC')).toBe('soon – later')
})

test('a zone is read without underscores', () => {
  expect(zoneText('America/New_York')).toBe('America/New York')
})

test('the sheet of a calendar shows the day where the business is', () => {
  expect(sheetOf('2026-11-30T23:30:00Z', 'UTC')).toEqual({ month: 'Nov', day: '30' })
  expect(sheetOf('2026-11-30T23:30:00Z', 'Asia/Tokyo')).toEqual({ month: 'Dec', day: '1' })
  expect(sheetOf('soon', 'UTC')).toBeUndefined()
})

test('beside the time of another zone, a day that is the same isn’t repeated', () => {
  const at = ['2026-11-24T09:00:00Z', '2026-11-24T10:30:00Z'] as const
  expect(besideText(...at, 'Africa/Nairobi', 'UTC')).toBe('12:00 – 13:30')
  expect(besideText(...at, 'Pacific/Kiritimati', 'UTC')).toBe(
    'Tue, 24 Nov 2026, 23:00 – Wed, 25 Nov 2026, 00:30',
  )
})
