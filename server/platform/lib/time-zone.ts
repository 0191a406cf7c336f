import { dayMs } from '#contract/values/durations.ts'
import { isTimeZone, wallClock } from '#contract/values/zoned-time.ts'

/** The calendar of an account: which day it is there, and when its days and months begin. */

/** The date there at that time, YYYY-MM-DD. */
export const dateAt = (ms: number, timeZone: string): string => clockAt(ms, timeZone).slice(0, 10)

/** The hour that a clock there shows at that time, 0 to 23. */
export const hourAt = (ms: number, timeZone: string): number => Number(clockAt(ms, timeZone).slice(11, 13))

/** The weekday of a date, from 1 for Monday to 7 for Sunday. */
export const weekdayOf = (date: string): number => new Date(date).getUTCDay() || 7

/** That many days later; dates alone, so that no change of the clocks counts. */
export const addDays = (date: string, days: number): string =>
  new Date(Date.parse(date) + days * dayMs).toISOString().slice(0, 10)

/** From one date to the other, in days. */
export const daysBetween = (from: string, to: string): number =>
  Math.round((Date.parse(to) - Date.parse(from)) / dayMs)

/** That many months later, YYYY-MM. */
export function addMonths(month: string, months: number): string {
  const [year, number] = month.split('-').map(Number) as [number, number] // YYYY-MM
  return new Date(Date.UTC(year, number - 1 + months, 1)).toISOString().slice(0, 7)
}

/** When that day begins there, in milliseconds since the epoch. */
export function startOfDay(date: string, timeZone: string): number {
  const localStart = Date.parse(`${date}T00:00:00Z`)
  const offsetAt = (ms: number) => Date.parse(`${clockAt(ms, timeZone)}Z`) - ms
  // The offset at the first guess may be that of the day before the clocks changed; at the second it is right.
  return localStart - offsetAt(localStart - offsetAt(localStart))
}

/** Returns the local time there. A zone that this machine doesn’t know counts as UTC, so that it keeps no account from its overview. */
const clockAt = (ms: number, timeZone: string) => wallClock(ms, isTimeZone(timeZone) ? timeZone : 'UTC')
