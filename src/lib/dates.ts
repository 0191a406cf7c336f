import { dateFormat, relativeText } from './locale.ts'

/** Returns the day of a datetime, in words. Here and below, invalid datetimes are returned unchanged. */
export const dayOf = written({ dateStyle: 'full' })

/** The day of a datetime as lists and tables write it. */
const shortDayOf = written({ dateStyle: 'medium' })

/** `14:05` in the person’s locale; the time is ISO 8601. */
export const timeOf = written({ timeStyle: 'short' })

/** Day and time to the second. */
export const momentOf = written({ dateStyle: 'medium', timeStyle: 'medium' })

const calendarDay = dateFormat({ dateStyle: 'medium', timeZone: 'UTC' })

/** `YYYY-MM-DD` in words, without a time zone. */
export function dayText(day: string): string {
  const at = Date.parse(`${day}T00:00:00Z`)
  return Number.isNaN(at) ? day : calendarDay(at)
}

/** From then on a date says more than “2 months ago”. */
const relativeDays = 31

const units = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
] as const

/**
 * How long ago, or how soon: `3 minutes ago`, `in 2 hours`; beyond a month, the day. A moment to come is rounded, so that
 * what was just given seven days has seven. `nowMs` is milliseconds since 1970.
 */
export function relativeTo(datetime: string, nowMs: number): string {
  const seconds = (new Date(datetime).getTime() - nowMs) / 1000
  if (Number.isNaN(seconds)) return datetime
  if (Math.abs(seconds) < 5) return 'just now'
  if (Math.abs(seconds) >= relativeDays * 86_400) return shortDayOf(datetime)
  const [unit, size] = units.find(([, length]) => Math.abs(seconds) >= length) ?? ['second', 1]
  return relativeText(seconds < 0 ? Math.trunc(seconds / size) : Math.round(seconds / size), unit)
}

function written(options: Intl.DateTimeFormatOptions): (datetime: string) => string {
  const format = dateFormat(options)
  return (datetime) => {
    const at = Date.parse(datetime)
    return Number.isNaN(at) ? datetime : format(at)
  }
}
