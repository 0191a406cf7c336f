import {
  type BookingTimes,
  type StoredBookingTimes,
  byFirstDay,
  byStart,
  usualBookingTimes,
} from '#contract/meetings/booking-times.ts'
import { type Busy, freeTimes, offeredAt } from '#contract/meetings/free-times.ts'
import type { PortalMeetingTimes } from '#contract/portal/portal.ts'
import { minuteMs } from '#contract/values/durations.ts'
import type { Tenant } from '#server/platform/access/tenant.ts'
import { audit, auditChanges } from '#server/platform/audit/record.ts'
import { timestamp } from '#server/platform/lib/clock.ts'
import { HttpError, invalidField } from '#server/platform/lib/http-error.ts'

import { type MeetingRow, longestMs } from './rows.ts'

/** Reads when customers can make meetings, without days off that are over. */
export const readBookingTimes = async (tenant: Tenant): Promise<StoredBookingTimes> =>
  withoutPast(await readStored(tenant), await tenant.today())

async function readStored(tenant: Tenant): Promise<StoredBookingTimes> {
  const row = await tenant.select('booking_times').select(['times', 'version']).executeTakeFirst()
  const { times, version } = row ?? { times: '{}', version: 1 }
  // What was stored before there were days off has none.
  return { ...usualBookingTimes, ...(JSON.parse(times) as Partial<BookingTimes>), version }
}

const withoutPast = <Times extends BookingTimes>(times: Times, today: string): Times => ({
  ...times,
  days_off: times.days_off.filter(({ to }) => to >= today).toSorted(byFirstDay),
})

/** Replaces them; without a change it writes nothing. Throws 412. */
export async function writeBookingTimes(tenant: Tenant, version: number, input: BookingTimes): Promise<void> {
  await tenant.lock('booking times')
  const today = await tenant.today()
  const { version: current, ...before } = withoutPast(await readStored(tenant), today)
  if (current !== version) throw new HttpError('PRECONDITION_FAILED')
  const next = withoutPast({ ...input, hours: input.hours.toSorted(byStart) }, today)
  const times = JSON.stringify(next)
  if (times === JSON.stringify(before)) return
  const row = { times, version: version + 1 }
  const { numUpdatedRows } = await tenant.update('booking_times').set(row).executeTakeFirstOrThrow()
  if (numUpdatedRows === 0n) await tenant.insert('booking_times', [row])
  await audit(tenant, { action: 'booking_times.changed', changes: auditChanges(before, next) })
}

/** Returns when the customer can meet the business, besides `except` that they have; no times where any time will do. */
export async function readFreeTimes(
  tenant: Tenant,
  nowMs: number,
  except?: number,
): Promise<PortalMeetingTimes> {
  const booking = await readStored(tenant)
  if (!booking.is_on) return { minutes: null, times: [], place: '', link: '' }
  const span = offeredAt(booking, nowMs)
  const free = freeTimes(booking, await tenant.timeZone(), span, await readBusy(tenant, span, except))
  const { minutes, place, link } = booking
  return { minutes, times: free.map(timestamp), place, link }
}

/** Throws 422 unless a customer can have a meeting then. Call it in the transaction that writes it. */
export async function requireFree(
  tenant: Tenant,
  { starts_at, ends_at }: Pick<MeetingRow, 'starts_at' | 'ends_at'>,
  except?: number,
): Promise<void> {
  // Of two at the same time, the second must see the first.
  await tenant.lock('booked times')
  const { minutes, times } = await readFreeTimes(tenant, Date.now(), except)
  if (minutes === null) return
  const ends = timestamp(Date.parse(starts_at) + minutes * minuteMs)
  if (ends_at !== ends || !times.includes(starts_at))
    throw invalidField('starts_at', 'This time was taken. Choose another one.')
}

async function readBusy(tenant: Tenant, { from, to }: Busy, except = 0): Promise<Busy[]> {
  const rows = await tenant
    .select('meetings')
    .select(['starts_at', 'ends_at'])
    .where('status', '=', 'scheduled')
    .where('starts_at', '>', timestamp(from - longestMs))
    .where('starts_at', '<', timestamp(to))
    .where('ends_at', '>', timestamp(from))
    .where('id', '<>', except)
    .execute()
  return rows.map(({ starts_at, ends_at }) => ({ from: Date.parse(starts_at), to: Date.parse(ends_at) }))
}
