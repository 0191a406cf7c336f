import type { MeetingSummary } from '#contract/meeting-summary.ts'
import { rangeText } from '#lib/meeting-time.ts'

type Shown = Pick<
  MeetingSummary,
  'starts_at' | 'ends_at' | 'time_zone' | 'customer_name' | 'made_by_customer'
>

/** What a row says below the title where there’s one line for it: when the meeting is where the business is, and with whom. */
export function phoneText(row: Shown, businessZone: string | undefined): string {
  const { starts_at, ends_at, time_zone, customer_name, made_by_customer } = row
  const customer = made_by_customer ? `made by ${customer_name ?? 'the customer'}` : (customer_name ?? '')
  return [rangeText(starts_at, ends_at, businessZone ?? time_zone), customer].filter(Boolean).join(' · ')
}
