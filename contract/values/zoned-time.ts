/** Local times in a time zone (IANA name). A local time is `YYYY-MM-DDTHH:MM`. */

import { dayMs } from './durations.ts'

const clocks = new Map<string, Intl.DateTimeFormat>()

/**
 * Whether this machine knows a time zone of that name: a place, UTC or an alias of one. Offsets like `+02:00` aren’t names, and know
 * no daylight saving time.
 */
export function isTimeZone(name: string): boolean {
  if (!isNamed(name)) return false
  try {
    clockOf(name)
    return true
  } catch {
    return false
  }
}

/** Returns what a clock there shows at that time, in milliseconds since 1970. Throws for a zone that isn’t known. */
export const localTimeOf = (ms: number, timeZone: string): string => wallClock(ms, timeZone).slice(0, 16)

/** The same to the second: `YYYY-MM-DDTHH:MM:SS`. */
export function wallClock(ms: number, timeZone: string): string {
  const parts = Object.fromEntries(
    clockOf(timeZone)
      .formatToParts(ms)
      .map(({ type, value }) => [type, value]),
  )
  return `${parts['year']?.padStart(4, '0')}-${parts['month']}-${parts['day']}T${parts['hour']}:${parts['minute']}:${parts['second']}`
}

/**
 * Returns when a clock there shows that local time, in milliseconds since 1970. Of a time that comes twice, as clocks are turned back, the
 * first; one that is skipped, as they are turned forward, is as much later as they are turned. NaN for what isn’t a local time.
 */
export function timeOfLocal(local: string, timeZone: string): number {
  const asUtc = Date.parse(`${local}Z`)
  if (Number.isNaN(asUtc)) return Number.NaN
  // Clocks are turned less than once a day, so these are the only offsets it can be.
  const [before, after] = [asUtc - dayMs, asUtc + dayMs].map((ms) => offsetAt(ms, timeZone))
  const candidates = [before, after]
    .map((offset) => asUtc - (offset ?? 0))
    .filter((ms) => localTimeOf(ms, timeZone) === local)
  return candidates.length > 0 ? Math.min(...candidates) : asUtc - (before ?? 0)
}

const offsetAt = (ms: number, timeZone: string) => Date.parse(`${localTimeOf(ms, timeZone)}Z`) - ms

const isNamed = (timeZone: string) => /^[A-Za-z]/.test(timeZone)

function clockOf(timeZone: string): Intl.DateTimeFormat {
  // Names may be written in any case, and there must be an end to them.
  const key = timeZone.toLowerCase()
  let clock = clocks.get(key)
  if (!clock) {
    clock = new Intl.DateTimeFormat('en', {
      calendar: 'iso8601',
      numberingSystem: 'latn',
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
      timeZone,
    })
    // There are a few hundred names, but thousands of offsets, in which older meetings may be.
    if (isNamed(timeZone)) clocks.set(key, clock)
  }
  return clock
}
