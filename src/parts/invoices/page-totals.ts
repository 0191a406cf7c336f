import type { Invoice } from '#contract/invoices/invoices.ts'
import { type Decimal, decimalOf, plus, zero } from '#lib/decimal.ts'

import { isOpen } from './invoice-status.tsx'

/** Totals of the invoices in one currency. */
export interface CurrencyTotal {
  readonly currency: string
  readonly count: number
  readonly total_amount: number | Decimal
  /** Sent or overdue: what is still to come in. */
  readonly open_amount: number | Decimal
  /** The amount to refund; a page doesn’t know it. */
  readonly refund_amount?: number | undefined
  /** Payments on the days of the filter, if it names some. */
  readonly paid_amount?: number | undefined
}

/** The totals of these invoices, one line per currency: amounts in different currencies are never added up. */
export function pageTotals(rows: readonly Invoice[]): readonly CurrencyTotal[] {
  const sum = (some: readonly Invoice[]) =>
    some.map(({ total_amount }) => decimalOf(total_amount)).reduce(plus, zero)
  return [...Map.groupBy(rows, ({ currency }) => currency)]
    .map(([currency, some]) => ({
      currency,
      count: some.length,
      total_amount: sum(some),
      open_amount: sum(some.filter(({ status }) => isOpen(status))),
    }))
    .toSorted((a, b) => (a.currency < b.currency ? -1 : 1))
}
