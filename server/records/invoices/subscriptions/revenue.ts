import { type RawBuilder, sql } from 'kysely'

import { monthlyRevenue } from '#contract/invoices/recurring-revenue.ts'
import type { Frequency } from '#contract/invoices/schedule-dates.ts'
import { toDecimal } from '#server/platform/lib/money.ts'

/** The total of subscriptions of one currency and interval: minor units for one period. */
export interface BilledSum {
  readonly currency: string
  readonly frequency: Frequency
  readonly count: number
  readonly amount: number
}

/**
 * Whether a subscription counts as recurring revenue on that day: neither before its first invoice nor paused nor ended. For statements
 * that join `invoice_schedules`.
 */
export const isRecurringOn = (today: string): RawBuilder<boolean> =>
  sql<boolean>`(invoice_schedules.status <> 'paused' and invoice_schedules.starts_on <= ${today}
    and (invoice_schedules.ends_on is null or invoice_schedules.ends_on >= ${today}))`

/** Returns what they come to in a month, by currency; amounts as decimals. */
export const recurringRevenue = (
  sums: readonly BilledSum[],
): { currency: string; count: number; amount: number }[] =>
  [...Map.groupBy(sums, ({ currency }) => currency)].map(([currency, own]) => ({
    currency,
    count: own.reduce((total, { count }) => total + count, 0),
    amount: toDecimal(monthlyRevenue(own), currency),
  }))
