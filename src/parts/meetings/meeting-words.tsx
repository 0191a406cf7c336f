import type { MeetingSummary } from '#contract/meetings/summary.ts'
import { useNow } from '#kit/now.ts'
import { StatusBadge } from '#kit/status-badge.tsx'
import { besideText, rangeText, zoneText } from '#lib/meeting-time.ts'

type Times = Pick<MeetingSummary, 'starts_at' | 'ends_at' | 'time_zone'>

/** When the meeting is, where the business is. */
export const businessTime = ({ starts_at, ends_at, time_zone }: Times, businessZone: string | undefined) =>
  rangeText(starts_at, ends_at, businessZone ?? time_zone)

/** When it is where it’s planned, if clocks there show something else; undefined if they don’t. */
export function otherTime(times: Times, businessZone: string | undefined): string | undefined {
  const { starts_at, ends_at, time_zone } = times
  const there = rangeText(starts_at, ends_at, time_zone)
  if (there === businessTime(times, businessZone)) return undefined
  return `${besideText(starts_at, ends_at, time_zone, businessZone ?? time_zone)} (${zoneText(time_zone)})`
}

/** Where the meeting takes place, in a few words. */
export const placeText = ({ place, link }: Pick<MeetingSummary, 'place' | 'link'>): string =>
  place !== '' ? place : link !== '' ? 'Online' : ''

interface BadgeProps extends Pick<MeetingSummary, 'status' | 'ends_at' | 'made_by_customer'> {
  /** Nothing for a meeting that is simply to come. */
  isQuiet?: boolean
}

/** Notes about a meeting's time. */
export function MeetingBadge({ status, ends_at, made_by_customer, isQuiet = false }: BadgeProps) {
  const nowMs = useNow()
  if (status === 'canceled') return <StatusBadge tone="bad">Canceled</StatusBadge>
  if (Date.parse(ends_at) < nowMs) return <StatusBadge tone="neutral">Past</StatusBadge>
  if (made_by_customer)
    return (
      <StatusBadge tone="info" title="The customer made it in the portal">
        Booked by customer
      </StatusBadge>
    )
  return isQuiet ? null : <StatusBadge tone="good">Scheduled</StatusBadge>
}
