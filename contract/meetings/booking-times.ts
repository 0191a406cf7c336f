import * as z from 'zod/mini'

import { day } from '../values/days.ts'
import { endpoint } from '../wire/endpoint.ts'
import { whole } from '../wire/surface.ts'
import { MeetingTexts } from './meetings.ts'

/** Surface X: the times at which customers can make meetings in the portal. */

/** How long a meeting that a customer makes can be, in minutes. */
export const bookingMinutes = [15, 30, 45, 60, 90, 120] as const

export const longestBooking = {
  /** Ranges of hours in a week. */
  hours: 28,
  /** Ranges of days off. */
  daysOff: 50,
  noticeHours: 14 * 24,
  daysAhead: 90,
} as const

const clock = (name: string) => {
  const message = `${name} must be a time like 09:30`
  return z.string(message).check(z.regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, message))
}

/** On that day of every week, where the business is. */
export const OpenHours = z.object(
  {
    /** 1 for Monday to 7 for Sunday. */
    weekday: whole('weekday', 1, 7),
    from: clock('from'),
    to: clock('to'),
  },
  'hours must be a list of objects',
)
export type OpenHours = z.infer<typeof OpenHours>

/** From one day to another, both included, where the business is. */
export const DaysOff = z
  .object({ from: day('from'), to: day('to') }, 'days_off must be a list of objects')
  .check(
    z.refine(({ from, to }) => to >= from, { error: 'The last day can’t be before the first', path: ['to'] }),
  )
export type DaysOff = z.infer<typeof DaysOff>

/** Returns what is wrong with the hours of a week; undefined for nothing. */
function hoursProblem(hours: readonly OpenHours[]): string | undefined {
  if (hours.some(({ from, to }) => to <= from)) return 'The end must be after the start'
  const isOverlapping = hours.some((one, index) =>
    hours.slice(index + 1).some((other) => overlap(one, other)),
  )
  return isOverlapping ? 'Hours of a day can’t overlap' : undefined
}

/** Whether two ranges of hours have some time of a day in common. */
export const overlap = (one: OpenHours, other: OpenHours): boolean =>
  one.weekday === other.weekday && one.from < other.to && other.from < one.to

/** From the first day off on. */
export const byFirstDay = (one: DaysOff, other: DaysOff): number => (one.from < other.from ? -1 : 1)

/** In the order of the week. */
export const byStart = (one: OpenHours, other: OpenHours): number =>
  one.weekday - other.weekday || (one.from < other.from ? -1 : 1)

const Times = z.object({
  /** Whether customers choose among free times; otherwise they name any time. */
  is_on: z.boolean('is_on must be true or false'),
  hours: z.array(OpenHours, 'hours must be a list').check(
    z.maxLength(longestBooking.hours, `Use at most ${longestBooking.hours} ranges of hours`),
    z.superRefine((hours, context) => {
      const message = hoursProblem(hours)
      if (message !== undefined) context.addIssue({ code: 'custom', message, input: hours })
    }),
  ),
  /** Holidays and vacations: days on which nothing is offered. */
  days_off: z
    .array(DaysOff, 'days_off must be a list')
    .check(z.maxLength(longestBooking.daysOff, `Use at most ${longestBooking.daysOff} ranges of days off`)),
  minutes: z.literal(bookingMinutes, `minutes must be one of ${bookingMinutes.join(', ')}`),
  /** How long before it a meeting can be made. */
  notice_hours: whole('notice_hours', 0, longestBooking.noticeHours),
  /** How far ahead. */
  days_ahead: whole('days_ahead', 1, longestBooking.daysAhead),
  /** What new meetings begin with in the portal: where they take place; empty for nowhere. */
  place: MeetingTexts.shape.place,
  link: MeetingTexts.shape.link,
})

/** What people who manage settings choose. */
export const BookingTimes = Times.check(
  z.superRefine(({ is_on, hours }, context) => {
    const message = 'Add the hours at which you meet customers'
    if (is_on && hours.length === 0)
      context.addIssue({ code: 'custom', message, input: hours, path: ['hours'] })
  }),
)
export type BookingTimes = z.infer<typeof BookingTimes>

/** As they are stored, with the version that an update names; the `ETag` has the same. */
export const StoredBookingTimes = z.extend(Times, { version: z.int() })
export type StoredBookingTimes = z.infer<typeof StoredBookingTimes>

/** Until anything is set: office hours, switched off. */
export const usualBookingTimes: BookingTimes = {
  is_on: false,
  hours: [1, 2, 3, 4, 5].map((weekday) => ({ weekday, from: '09:00', to: '17:00' })),
  days_off: [],
  minutes: 30,
  notice_hours: 24,
  days_ahead: 30,
  place: '',
  link: '',
}

const one = {
  surface: 'x',
  path: '/api/x/booking-times',
  response: z.object({ data: StoredBookingTimes }),
} as const

export const showBookingTimes = endpoint({
  ...one,
  method: 'GET',
  text: 'when customers can make meetings in the portal: `is_on` (otherwise at any time), the `hours` of a week (`weekday` from 1 for Monday, `from`, `to`, where the company is), the `days_off` that aren’t over (`from`, `to`, both included), `minutes`, `notice_hours`, `days_ahead`, and the `place` and `link` that new ones begin with; the version is the `ETag`',
})

export const updateBookingTimes = endpoint({
  ...one,
  method: 'PUT',
  text: 'replaces them',
  needsVersion: true,
  isIdempotent: true,
  ability: 'settings.manage',
  body: BookingTimes,
})
