import { mutationOptions, queryOptions } from '@tanstack/react-query'

import { type BookingTimes, showBookingTimes, updateBookingTimes } from '#contract/meetings/booking-times.ts'

import { call } from './client.ts'
import { meetings } from './meetings.ts'
import type { Save } from './record-queries.ts'

const queryKey = [...meetings.all, 'booking-times'] as const

/** When customers can make meetings. */
export const bookingTimes = {
  one: () =>
    queryOptions({
      queryKey,
      queryFn: async ({ signal }) => (await call(showBookingTimes, {}, signal)).data,
    }),
  update: () =>
    mutationOptions({
      mutationFn: async ({ input, ...attempt }: Save<BookingTimes>) =>
        (await call(updateBookingTimes, { body: input, ...attempt })).data,
      meta: { stale: queryKey },
    }),
}
