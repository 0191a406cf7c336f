import type { Generated } from 'kysely'

import type { Frequency } from '#contract/invoices/schedule-dates.ts'

/** Plans that customers can be subscribed to. */
export interface PlanTable {
  id: Generated<number>
  account_id: number
  name: string
  /** Folded, as lists search it. */
  name_key: string
  frequency: Frequency
  currency: string
  /** Minor units of one unit for one period, before tax. */
  net_amount: number
  /** Minor units. */
  total_amount: number
  trial_days: number
  payment_days: number
  notes: string
  /** JSON: `line_items` as they were requested. */
  lines: string
  archived_at: Generated<string | null>
  created_at: string
  updated_at: string
  version: Generated<number>
}

/** A customer's subscription to a plan; the schedule has its customer, days, lines and version. */
export interface SubscriptionTable {
  id: Generated<number>
  account_id: number
  plan_id: number
  schedule_id: number
  /** The plan's name and lines when it was subscribed to. */
  plan_name: string
  /** Folded, as lists search it. */
  plan_name_key: string
  /** JSON: `line_items` of one unit. */
  plan_lines: string
  quantity: number
  /** Minor units of one unit for one period; null for the plan's. */
  price: number | null
  /** Minor units of all units for one period, before tax. */
  net_amount: number
  starts_on: string
  /** The last day that somebody chose. A cancellation may come before it, in the schedule. */
  planned_end: string | null
  canceled_at: string | null
  /** 1: invoices are sent on their day. */
  sends: number
  /** JSON: `BilledLine`s that changes within a period add to the next invoices. */
  adjustments: string
  /** How the job handles charges that no invoice will include: it bills them as `sends` says, or only drafts them. */
  closing: Generated<'bill' | 'draft' | null>
  /** When it was last resumed within a period that wasn't billed: the days before that are free. */
  resumed_on: Generated<string | null>
  created_at: string
}

/** The part of a subscription's `adjustments` that an invoice includes. */
export interface SubscriptionSettlementTable {
  id: Generated<number>
  account_id: number
  subscription_id: number
  invoice_id: number
  /** The day of an invoice that bills nothing else; null for one of a period. */
  closed_on: string | null
  /** JSON: `BilledLine`s. */
  adjustments: string
  created_at: string
}
