import fc from 'fast-check'
import { expect, test } from 'vitest'

import { isTimeZone, localTimeOf, timeOfLocal } from './zoned-time.ts'

const utc = (text: string) => Date.parse(text)

test.each([
  ['2026-11-24T10:00', 'Europe/Berlin', '2026-11-24T09:00Z'],
  ['2026-11-24T10:00', 'America/New_York', '2026-11-24T15:00Z'],
  ['2026-07-01T10:00', 'Asia/Kolkata', '2026-07-01T04:30Z'],
  ['2026-07-01T00:00', 'Pacific/Kiritimati', '2026-06-30T10:00Z'],
])('%s in %s is %s', (local, zone, expected) => {
  expect(timeOfLocal(local, zone)).toBe(utc(expected))
  expect(localTimeOf(utc(expected), zone)).toBe(local)
})

test('a local time that comes twice is the first of both', () => {
  expect(timeOfLocal('2026-10-25T02:30', 'Europe/Berlin')).toBe(utc('2026-10-25T00:30Z'))
  expect(timeOfLocal('2026-11-01T01:30', 'America/New_York')).toBe(utc('2026-11-01T05:30Z'))
})

test('a local time that is skipped is as much later as clocks are turned', () => {
  expect(timeOfLocal('2026-03-29T02:30', 'Europe/Berlin')).toBe(utc('2026-03-29T01:30Z'))
  expect(localTimeOf(timeOfLocal('2026-03-29T02:30', 'Europe/Berlin'), 'Europe/Berlin')).toBe(
    '2026-03-29T03:30',
  )
})

test('what clocks show anywhere leads back to the time, or to the first one at which they show it', () => {
  const zones = ['UTC', 'Europe/London', 'America/St_Johns', 'Australia/Lord_Howe', 'Pacific/Chatham']
  const minutes = fc.integer({
    min: utc('2000-01-01T00:00Z') / 60_000,
    max: utc('2060-01-01T00:00Z') / 60_000,
  })
  fc.assert(
    fc.property(fc.constantFrom(...zones), minutes, (zone, minute) => {
      const ms = minute * 60_000
      const local = localTimeOf(ms, zone)
      const found = timeOfLocal(local, zone)
      expect(localTimeOf(found, zone)).toBe(local)
      expect(ms - found).toBeGreaterThanOrEqual(0)
      expect(ms - found).toBeLessThanOrEqual(60 * 60_000)
    }),
  )
})

test('what isn’t a local time or a time zone is recognized', () => {
  expect(timeOfLocal('tomorrow', 'UTC')).toBeNaN()
  expect([isTimeZone('Europe/Berlin'), isTimeZone('Europe/Bureau'), isTimeZone('')]).toEqual([
    true,
    false,
    false,
  ])
})

test('a time zone is a name in any case, an alias or UTC, and never an offset', () => {
  for (const name of ['UTC', 'utc', 'Europe/Kyiv', 'europe/kiev', 'Asia/Kolkata', 'US/Eastern', 'Etc/GMT+5'])
    expect([name, isTimeZone(name)]).toEqual([name, true])
  for (const name of ['+00:01', '+0001', '-05', '+05:30', 'GMT+5', 'UTC+01:00', ' UTC'])
    expect([name, isTimeZone(name)]).toEqual([name, false])
})

test('a time at an offset, as older meetings have it, is still read', () => {
  expect(localTimeOf(utc('2026-07-01T00:00Z'), '+05:30')).toBe('2026-07-01T05:30')
})
