import {
  BookingTimes,
  type DaysOff,
  type OpenHours,
  type StoredBookingTimes,
  bookingMinutes,
} from '#contract/meetings/booking-times.ts'
import { periodText } from '#lib/calendar.ts'
import { fieldErrors } from '#lib/field-errors.ts'
import { type Merge, type Versions, inputsOf, mergeVersions } from '#lib/merge.ts'
import { weekdayNames } from '#lib/weekdays.ts'

/** The booking times as their form holds them; choices are texts. */
export interface BookingValues extends Pick<BookingTimes, 'is_on' | 'place' | 'link'> {
  readonly hours: readonly OpenHours[]
  /** Either day may be empty. */
  readonly days_off: readonly DaysOff[]
  readonly minutes: string
  readonly notice_hours: string
  readonly days_ahead: string
}

export const bookingValues = ({ version: _version, ...booking }: StoredBookingTimes): BookingValues => ({
  ...booking,
  minutes: String(booking.minutes),
  notice_hours: String(booking.notice_hours),
  days_ahead: String(booking.days_ahead),
})

export const bookingInput = (values: BookingValues): BookingTimes => ({
  ...values,
  hours: [...values.hours],
  days_off: [...values.days_off],
  minutes: bookingMinutes.find((one) => String(one) === values.minutes) ?? bookingMinutes[0],
  notice_hours: Number(values.notice_hours),
  days_ahead: Number(values.days_ahead),
  link: values.link.trim(),
})

/** Lists what is wrong, as the path of an input and a message. */
export function* checkBooking(values: BookingValues): Iterable<readonly [path: string, message: string]> {
  if (values.hours.some(({ from, to }) => from === '' || to === ''))
    return yield ['hours', 'Enter when each begins and ends, or remove it']
  if (values.days_off.some(({ from, to }) => from === '' || to === ''))
    return yield ['days_off', 'Enter the first and the last day of each, or remove it']
  yield* Object.entries(fieldErrors(BookingTimes, bookingInput(values)))
}

/** `Monday 09:00–12:00, Tuesday 09:00–17:00` */
const hoursText = (hours: readonly OpenHours[]) =>
  hours.map(({ weekday, from, to }) => `${weekdayNames()[weekday - 1]} ${from}–${to}`).join(', ') || '(none)'

const daysOffText = (ranges: readonly DaysOff[]) => ranges.map(periodText).join(', ') || '(none)'

const input = inputsOf<BookingValues>()
const inputs = [
  input('is_on', 'Customers choose among free times', (isOn) => (isOn ? 'Yes' : 'No')),
  input('hours', 'Hours', hoursText),
  input('days_off', 'Days off', daysOffText),
  input('minutes', 'Length'),
  input('notice_hours', 'Notice'),
  input('days_ahead', 'How far ahead'),
  input('place', 'Place'),
  input('link', 'Link'),
]

export const bookingPathOf = (name: string): keyof BookingValues | undefined =>
  inputs.find(({ path }) => path === name)?.path

/** Merges my edits with the changes of others. */
export const mergeBooking = (versions: Versions<BookingValues>): Merge<BookingValues, keyof BookingValues> =>
  mergeVersions(versions, inputs)
