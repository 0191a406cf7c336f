import { dateFormat } from './locale.ts'

interface Clock {
  readonly day: (at: number) => string
  readonly time: (at: number) => string
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
  try {
    day(0)
    return { day, time }
  } catch {
    return makeClock({})
  }
}
