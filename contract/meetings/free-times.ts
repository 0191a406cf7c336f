import { dayMs, hourMs, minuteMs } from '../values/durations.ts'
import { localTimeOf, timeOfLocal } from '../values/zoned-time.ts'
import type { BookingTimes } from './booking-times.ts'

/** From one moment to another, in milliseconds since 1970. */
export interface Busy {
  readonly from: number
  readonly to: number
}

/** Returns from when to when times are offered at that moment. */
export const offeredAt = (
  { notice_hours, days_ahead }: Pick<BookingTimes, 'notice_hours' | 'days_ahead'>,
  nowMs: number,
): Busy => ({ from: nowMs + notice_hours * hourMs, to: nowMs + days_ahead * dayMs })

/**
 * Returns when a meeting can begin, in milliseconds since 1970 and in order: one after the other within the hours of each day, on
 * clocks of that time zone, except on days off and unless something else is then.
 */
export function freeTimes(
  booking: BookingTimes,
  timeZone: string,
  { from, to }: Busy,
  busy: readonly Busy[],
): number[] {
  const lengthMs = booking.minutes * minuteMs
  const first = Date.parse(localTimeOf(from, timeZone).slice(0, 10))
  const days = Array.from({ length: Math.ceil((to - from) / dayMs) + 2 }, (_, index) =>
    new Date(first + index * dayMs).toISOString().slice(0, 10),
  ).filter((day) => !booking.days_off.some((off) => day >= off.from && day <= off.to))
  const starts = new Set(
    days.flatMap((day) =>
      booking.hours
        .filter(({ weekday }) => weekday === weekdayOf(day))
        .flatMap((open) => within(minutesOf(open.from), minutesOf(open.to), booking.minutes))
        .map((minutes) => timeOfLocal(`${day}T${clockOf(minutes)}`, timeZone)),
    ),
  )
  const offered = [...starts]
    .filter((start) => start >= from && start + lengthMs <= to)
    .toSorted((one, other) => one - other)
  return withoutBusy(offered, lengthMs, busy)
}

/** Goes through both once, as a calendar can be full. */
function withoutBusy(starts: readonly number[], lengthMs: number, busy: readonly Busy[]): number[] {
  const inOrder = busy.toSorted((one, other) => one.from - other.from)
  let next = 0
  let busyUntil = -Infinity
  return starts.filter((start) => {
    for (let one = inOrder[next]; one && one.from < start + lengthMs; one = inOrder[(next += 1)])
      busyUntil = Math.max(busyUntil, one.to)
    return busyUntil <= start
  })
}

/** Returns the minutes of the day at which something that long can begin. */
const within = (from: number, to: number, length: number) =>
  Array.from({ length: Math.floor((to - from) / length) }, (_, index) => from + index * length)

/** 1 for Monday to 7 for Sunday. */
const weekdayOf = (day: string) => new Date(`${day}T00:00:00Z`).getUTCDay() || 7

function minutesOf(clock: string): number {
  const [hours = 0, minutes = 0] = clock.split(':').map(Number)
  return hours * 60 + minutes
}

/** Minutes of a day as `HH:MM`. */
export const clockOf = (minutes: number): string =>
  [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0')).join(':')
