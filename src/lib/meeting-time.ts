import { dateFormat } from './locale.ts'

interface Clock {
  readonly day: (at: number) => string
  readonly time: (at: number) => string
  readonly month: (at: number) => string
  readonly dayOfMonth: (at: number) => string
}

const clocks = new Map<string, Clock>()

/**
 * From one wire datetime to the other as clocks of a time zone show them: `Tue, 24 Nov 2026, 10:00 – 11:30`. Where the browser doesn’t know the
 * zone, as its own clock does.
 */
export function rangeText(from: string, to: string, timeZone: string): string {
  const [start, end] = [Date.parse(from), Date.parse(to)]
  if (Number.isNaN(start) || Number.isNaN(end)) return `${from} – ${to}`
  const { day, time } = clockOf(timeZone)
  const [first, last] = [day(start), day(end)]
  return `${first}, ${time(start)} – ${first === last ? '' : `${last}, `}${time(end)}`
}

/** The times alone, without the day: `10:00 – 11:30`. */
export function timeRangeText(from: string, to: string, timeZone: string): string {
  const { time } = clockOf(timeZone)
  return `${time(Date.parse(from))} – ${time(Date.parse(to))}`
}

/** The same beside that of another zone: without the day where both have the same one. */
export function besideText(from: string, to: string, timeZone: string, otherZone: string): string {
  const text = rangeText(from, to, timeZone)
  const [start, end] = [Date.parse(from), Date.parse(to)]
  if (Number.isNaN(start) || Number.isNaN(end)) return text
  const { day } = clockOf(timeZone)
  const other = clockOf(otherZone)
  const days = new Set([day(start), day(end), other.day(start), other.day(end)])
  return days.size === 1 ? timeRangeText(from, to, timeZone) : text
}

/** The sheet of a calendar for a wire datetime in a time zone: `{ month: 'Nov', day: '24' }`. Undefined for what isn’t one. */
export function sheetOf(datetime: string, timeZone: string): { month: string; day: string } | undefined {
  const at = Date.parse(datetime)
  if (Number.isNaN(at)) return undefined
  const { month, dayOfMonth } = clockOf(timeZone)
  return { month: month(at), day: dayOfMonth(at) }
}

/** A time zone as people read it: `America/New York`. */
export const zoneText = (timeZone: string): string => timeZone.replaceAll('_', ' ')

function clockOf(timeZone: string): Clock {
  let clock = clocks.get(timeZone)
  if (!clock) clocks.set(timeZone, (clock = makeClock({ timeZone })))
  return clock
}

function makeClock(zone: { readonly timeZone?: string }): Clock {
  const day = dateFormat({ weekday: 'short', day: 'numeric', month: 'short', year: 'numeric', ...zone })
  const time = dateFormat({ timeStyle: 'short', ...zone })
  const month = dateFormat({ month: 'short', ...zone })
  const dayOfMonth = dateFormat({ day: 'numeric', ...zone })
  try {
    day(0)
    return { day, time, month, dayOfMonth }
  } catch {
    return makeClock({})
  }
}
