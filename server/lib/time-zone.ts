/** The calendar of an account: which day it is there, and when its days and months begin. */

const dayMs = 24 * 60 * 60_000

/** The date there at that time, YYYY-MM-DD. */
export const dateAt = (ms: number, timeZone: string): string => wallClock(ms, timeZone).slice(0, 10)

/** The hour that a clock there shows at that time, 0 to 23. */
export const hourAt = (ms: number, timeZone: string): number => Number(wallClock(ms, timeZone).slice(11, 13))

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
  const offsetAt = (ms: number) => Date.parse(`${wallClock(ms, timeZone)}Z`) - ms
  // The offset at the first guess may be that of the day before the clocks changed; at the second it is right.
  return localStart - offsetAt(localStart - offsetAt(localStart))
}

const clocks = new Map<string, Intl.DateTimeFormat>()

/** What a clock there shows, to the second: YYYY-MM-DDTHH:MM:SS. */
function wallClock(ms: number, timeZone: string): string {
  let clock = clocks.get(timeZone)
  if (!clock) clocks.set(timeZone, (clock = clockOf(timeZone)))
  const parts = Object.fromEntries(clock.formatToParts(ms).map(({ type, value }) => [type, value]))
  return `${parts.year?.padStart(4, '0')}-${parts.month}-${parts.day}T${parts.hour}:${parts.minute}:${parts.second}`
}

function clockOf(timeZone: string): Intl.DateTimeFormat {
  const options = {
    calendar: 'iso8601',
    numberingSystem: 'latn',
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  } as const
  try {
    return new Intl.DateTimeFormat('en', { ...options, timeZone })
  } catch {
    // A name that this machine does not know must not keep an account from its overview.
    return new Intl.DateTimeFormat('en', { ...options, timeZone: 'UTC' })
  }
}
