import fc from 'fast-check'
import { expect, test } from 'vitest'

import { dayMs, hourMs, minuteMs } from '../values/durations.ts'
import { localTimeOf } from '../values/zoned-time.ts'
import { type BookingTimes, usualBookingTimes } from './booking-times.ts'
import { type Busy, freeTimes, offeredAt } from './free-times.ts'

const zone = 'Europe/Berlin'
const booking: BookingTimes = {
  ...usualBookingTimes,
  is_on: true,
  hours: [
    { weekday: 1, from: '09:00', to: '10:15' },
    { weekday: 7, from: '01:30', to: '04:00' },
  ],
}
const at = (local: string) => Date.parse(local)
const shown = (times: readonly number[]) => times.map((time) => localTimeOf(time, zone))

test('times follow each other within the hours of a day, and only whole ones', () => {
  // A Monday in winter, and the Sunday before.
  const span = { from: at('2026-01-11T12:00:00Z'), to: at('2026-01-13T00:00:00Z') }
  expect(shown(freeTimes(booking, zone, span, []))).toEqual(['2026-01-12T09:00', '2026-01-12T09:30'])
})

test('a time that overlaps something else isn’t free, one right before or after it is', () => {
  const span = { from: at('2026-01-12T00:00:00Z'), to: at('2026-01-13T00:00:00Z') }
  const busy = (from: string, to: string) => [
    { from: at(`2026-01-12T${from}Z`), to: at(`2026-01-12T${to}Z`) },
  ]
  expect(shown(freeTimes(booking, zone, span, busy('08:29', '08:31')))).toEqual([])
  expect(shown(freeTimes(booking, zone, span, busy('08:30', '12:00')))).toEqual(['2026-01-12T09:00'])
  expect(shown(freeTimes(booking, zone, span, busy('07:00', '08:00')))).toHaveLength(2)
})

test('no time is offered within the notice or too far ahead', () => {
  const now = at('2026-01-12T07:50:00Z')
  const offered = offeredAt({ notice_hours: 1, days_ahead: 7 }, now)
  expect(offered).toEqual({ from: now + hourMs, to: now + 7 * dayMs })
  expect(shown(freeTimes(booking, zone, offered, []))).toEqual([
    '2026-01-18T01:30',
    '2026-01-18T02:00',
    '2026-01-18T02:30',
    '2026-01-18T03:00',
    '2026-01-18T03:30',
  ])
})

test('nothing is offered on days off, the first and the last included', () => {
  const span = { from: at('2026-01-11T12:00:00Z'), to: at('2026-01-27T00:00:00Z') }
  const off = { ...booking, days_off: [{ from: '2026-01-12', to: '2026-01-19' }] }
  expect(shown(freeTimes(off, zone, span, []))).toEqual([
    ...['01:30', '02:00', '02:30', '03:00', '03:30'].map((time) => `2026-01-25T${time}`),
    '2026-01-26T09:00',
    '2026-01-26T09:30',
  ])
})

test('a day on which clocks are turned offers no time twice', () => {
  for (const day of ['2026-03-29', '2026-10-25']) {
    const from = at(`${day}T00:00:00+01:00`)
    const times = freeTimes(booking, zone, { from, to: from + 25 * hourMs }, [])
    expect(new Set(times).size).toBe(times.length)
    expect(times.length).toBeGreaterThanOrEqual(3)
  }
})

test('every time is within the hours, the span, and free, in any zone', () => {
  const clock = fc.integer({ min: 0, max: 95 }).map((quarters) => ({
    text: `${String(Math.floor(quarters / 4)).padStart(2, '0')}:${String((quarters % 4) * 15).padStart(2, '0')}`,
  }))
  const hours = fc
    .tuple(fc.integer({ min: 1, max: 7 }), clock, clock)
    .filter(([, from, to]) => from.text < to.text)
    .map(([weekday, from, to]) => ({ weekday, from: from.text, to: to.text }))
  fc.assert(
    fc.property(
      fc.array(hours, { maxLength: 5 }),
      fc.constantFrom(15 as const, 45 as const, 120 as const),
      fc.constantFrom('UTC', 'America/New_York', 'Asia/Kathmandu', 'Pacific/Apia', 'Australia/Lord_Howe'),
      fc.integer({ min: at('2026-01-01T00:00:00Z'), max: at('2027-01-01T00:00:00Z') }),
      fc.array(fc.tuple(fc.nat(9 * 24), fc.nat(30)), { maxLength: 4 }),
      (open, minutes, timeZone, from, others) => {
        const span = { from, to: from + 9 * dayMs }
        const busy: Busy[] = others.map(([start, length]) => ({
          from: from + start * hourMs,
          to: from + (start + length) * hourMs,
        }))
        const times = freeTimes({ ...booking, hours: open, minutes }, timeZone, span, busy)
        const free = (time: number) =>
          !busy.some((one) => one.from < time + minutes * minuteMs && one.to > time)
        const all = freeTimes({ ...booking, hours: open, minutes }, timeZone, span, [])
        expect(times).toEqual(all.filter(free))
        expect(times).toEqual([...new Set(times)].toSorted((one, other) => one - other))
        for (const time of times) {
          const end = time + minutes * minuteMs
          expect(time).toBeGreaterThanOrEqual(span.from)
          expect(end).toBeLessThanOrEqual(span.to)
          const weekday = new Date(`${localTimeOf(time, timeZone).slice(0, 10)}T00:00:00Z`).getUTCDay() || 7
          expect(open.some((one) => one.weekday === weekday)).toBe(true)
        }
      },
    ),
  )
})
