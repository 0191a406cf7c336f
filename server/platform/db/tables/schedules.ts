import type { Generated } from 'kysely'

import type { Frequency } from '#contract/invoices/schedule-dates.ts'
import type { ScheduleStatus } from '#contract/invoices/schedule-filter.ts'
import type { PauseReason } from '#contract/invoices/schedules.ts'

/** Recurring invoices. Days are YYYY-MM-DD in the account's time zone. */
export interface ScheduleTable {
  id: Generated<number>
  account_id: number
  customer_id: number
  customer_name: string
  /** Folded, as lists search and sort by it. */
  customer_name_key: string
  customer_email: string
  status: ScheduleStatus
  pause_reason: PauseReason | null
  frequency: Frequency
  starts_on: string
  ends_on: string | null
  max_count: number | null
  /** The next day that has no draft yet; null unless it's active. */
  next_on: string | null
  currency: string
  /** Minor units. */
  total_amount: number
  payment_days: number
  notes: string
  /** JSON: `line_items` as they were requested. */
  lines: string
  created_at: string
  updated_at: string
  version: Generated<number>
}

/** The invoice that was drafted for a day of a schedule: one at most. */
export interface ScheduleRunTable {
  id: Generated<number>
  account_id: number
  schedule_id: number
  period_on: string
  invoice_id: number
  created_at: string
}
