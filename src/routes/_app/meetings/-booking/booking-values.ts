import {
  BookingTimes,
  type OpenHours,
  type StoredBookingTimes,
  bookingMinutes,
} from '#contract/booking-times.ts'
import { fieldErrors } from '#lib/field-errors.ts'
import { type Merge, type Versions, inputsOf, mergeVersions } from '#lib/merge.ts'
import { weekdayNames } from '#lib/weekdays.ts'

/** The booking times as their form holds them; choices are texts. */
export interface BookingValues {
  readonly isOn: boolean
  readonly hours: readonly OpenHours[]
  readonly minutes: string
  readonly noticeHours: string
  readonly daysAhead: string
  readonly place: string
  readonly link: string
}

export const bookingValues = (booking: StoredBookingTimes): BookingValues => ({
  isOn: booking.is_on,
  hours: booking.hours,
  minutes: String(booking.minutes),
  noticeHours: String(booking.notice_hours),
  daysAhead: String(booking.days_ahead),
  place: booking.place,
  link: booking.link,
})

export const bookingInput = ({ isOn, hours, ...chosen }: BookingValues): BookingTimes => ({
  is_on: isOn,
  hours: [...hours],
  minutes: bookingMinutes.find((one) => String(one) === chosen.minutes) ?? bookingMinutes[0],
  notice_hours: Number(chosen.noticeHours),
  days_ahead: Number(chosen.daysAhead),
  place: chosen.place,
  link: chosen.link.trim(),
})

/** Lists what is wrong, as the path of an input and a message. */
export function* checkBooking(values: BookingValues): Iterable<readonly [path: string, message: string]> {
  if (values.hours.some(({ from, to }) => from === '' || to === ''))
    return yield ['hours', 'Enter when each begins and ends, or remove it']
  for (const [name, message] of Object.entries(fieldErrors(BookingTimes, bookingInput(values))))
    yield [bookingPathOf(name) ?? 'hours', message]
}

const paths: Readonly<Record<string, keyof BookingValues>> = {
  is_on: 'isOn',
  hours: 'hours',
  minutes: 'minutes',
  notice_hours: 'noticeHours',
  days_ahead: 'daysAhead',
  place: 'place',
  link: 'link',
}

export const bookingPathOf = (name: string): keyof BookingValues | undefined => paths[name]

/** `Monday 09:00–12:00, Tuesday 09:00–17:00` */
const hoursText = (hours: readonly OpenHours[]) =>
  hours.map(({ weekday, from, to }) => `${weekdayNames()[weekday - 1]} ${from}–${to}`).join(', ') || '(none)'

const input = inputsOf<BookingValues>()
const inputs = [
  input('isOn', 'Customers choose among free times', (isOn) => (isOn ? 'Yes' : 'No')),
  input('hours', 'Hours', hoursText),
  input('minutes', 'Length'),
  input('noticeHours', 'Notice'),
  input('daysAhead', 'How far ahead'),
  input('place', 'Place'),
  input('link', 'Link'),
]

/** Merges my edits with the changes of others. */
export const mergeBooking = (versions: Versions<BookingValues>): Merge<BookingValues, keyof BookingValues> =>
  mergeVersions(versions, inputs)
