import { bookingTimes } from '#api/booking-times.ts'
import type { BookingTimes, StoredBookingTimes } from '#contract/meetings/booking-times.ts'
import { type EditedKind, versioned } from '#parts/records/record-kind.ts'

import { BookingForm } from './booking-form.tsx'
import {
  type BookingValues,
  bookingInput,
  bookingPathOf,
  bookingValues,
  checkBooking,
  mergeBooking,
} from './booking-values.ts'

/** When customers can make meetings. */
export const bookingKind: EditedKind<BookingValues, StoredBookingTimes, BookingTimes, StoredBookingTimes> = {
  noun: 'booking times',
  plural: 'booking times',
  editTitle: 'Booking times',
  pageName: 'Meetings',
  hasSubtitle: true,
  draft: 'booking-times',
  ability: 'settings.manage',
  queries: bookingTimes,
  valuesOf: versioned(bookingValues),
  check: checkBooking,
  inputOf: bookingInput,
  pathOf: bookingPathOf,
  merge: mergeBooking,
  form: BookingForm,
  list: { to: '/meetings' },
  page: () => ({ to: '/meetings' }),
}
