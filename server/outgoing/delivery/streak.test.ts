import fc from 'fast-check'
import { expect, test } from 'vitest'

import { type Streak, isHopeless, streakColumns, streakIn, withFailure } from './decide.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour
const start = Date.parse('2026-03-01T12:00:00Z')

/** The times at which an endpoint that fails so often would be switched off. */
function switchedOff(times: readonly number[]): number[] {
  let streak: Streak | null = null
  return times.filter((time) => {
    streak = withFailure(streak, time)
    return isHopeless(streak, time)
  })
}
const every = (step: number, until: number) =>
  Array.from({ length: Math.floor(until / step) + 1 }, (_, at) => start + at * step)

const waits = fc.array(fc.integer({ min: 0, max: 30 * hour }), { maxLength: 300 })
const timesOf = (gaps: readonly number[]) => {
  let time = start
  return gaps.map((gap) => (time += gap))
}

test.each([minute, 10 * minute, hour, 2 * hour])(
  'a failure every %i ms is one too many after five days',
  (step) => {
    const [first] = switchedOff(every(step, 6 * day))
    expect(first).toBe(start + 5 * day)
  },
)

test.each([
  ['two failures six days apart', [start, start + 6 * day]],
  ['an event a week, never tried again', every(7 * day, 70 * day)],
  ['four failures a day', every(6 * hour, 30 * day)],
  ['an event after a long schedule was used up', [...every(2 * hour, 4 * day), start + 6 * day]],
  [
    'a service that was down over Christmas',
    [...every(hour, 4 * day), ...every(1000, hour).map((time) => time + 9 * day)],
  ],
])('%s switches no endpoint off', (_, times) => {
  expect(switchedOff(times)).toEqual([])
})

test('no endpoint is disabled without ten failures in the last day, spread over more than an hour', () => {
  fc.assert(
    fc.property(waits, (gaps) => {
      const times = timesOf(gaps)
      for (const off of switchedOff(times)) {
        const lastDay = times.filter((time) => time > off - day - 1 && time <= off)
        expect(lastDay.length).toBeGreaterThanOrEqual(10)
        expect(off - (lastDay[0] ?? off)).toBeGreaterThanOrEqual(9 * 10 * minute)
      }
    }),
  )
})

test('no endpoint is disabled that had a day without failures within the last five', () => {
  fc.assert(
    fc.property(waits, (gaps) => {
      const times = timesOf(gaps)
      for (const off of switchedOff(times)) {
        const before = times.filter((time) => time <= off)
        const silent = before.filter((time, at) => time - (before[at - 1] ?? time) > day)
        expect(silent.every((time) => time <= off - 5 * day)).toBe(true)
      }
    }),
  )
})

test('a clock that is set back or ahead starts a new streak', () => {
  const streak = { since: start, marks: every(hour, 9 * hour) }
  for (const now of [start - day, start + 40 * day]) {
    expect(withFailure(streak, now)).toEqual({ since: now, marks: [now] })
  }
})

test('a stored streak reads back unchanged', () => {
  fc.assert(
    fc.property(waits, (gaps) => {
      let streak: Streak | null = null
      for (const time of timesOf(gaps)) streak = withFailure(streak, time)
      expect(streakIn(streakColumns(streak))).toEqual(streak)
    }),
  )
})
