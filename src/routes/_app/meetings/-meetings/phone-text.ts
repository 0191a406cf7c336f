import type { MeetingSummary } from '#contract/meetings/summary.ts'
import { rangeText } from '#lib/meeting-time.ts'

type Shown = Pick<
  MeetingSummary,
  'starts_at' | 'ends_at' | 'time_zone' | 'customer_name' | 'made_by_customer'
>

/** The line below a row's title: the meeting's time where the business is, and its customer. */
export function phoneText(row: Shown, businessZone: string | undefined): string {
  const { starts_at, ends_at, time_zone, customer_name, made_by_customer } = row
  const customer = made_by_customer ? `made by ${customer_name ?? 'the customer'}` : (customer_name ?? '')
  return [rangeText(starts_at, ends_at, businessZone ?? time_zone), customer].filter(Boolean).join(' · ')
}
