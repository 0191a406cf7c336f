import { useQuery } from '@tanstack/react-query'

import { type InvoiceFilter, invoices } from '#api/invoices.ts'
import type { Invoice } from '#contract/invoices.ts'
import { type Decimal, zero } from '#lib/decimal.ts'
import { pageTotals } from '#routes/_app/invoices/-page-totals.ts'

/** What a customer owes in one currency. */
export interface Balance {
  currency: string
  count: number
  total: number | Decimal
  outstanding: number | Decimal
  /** Part of `outstanding`. */
  overdue: number | Decimal
}

/** The newest invoices of a customer, how many there are, and what is owed; undefined until known. */
export function useCustomerInvoices(customer: number, features: readonly string[]) {
  const filter: InvoiceFilter = { customer, search: '' }
  const list = useQuery(invoices.list({ ...filter, page: 1, size: 100, sort: '-created_at' }))
  const all = useQuery(invoices.totals(filter, features)).data
  const late = useQuery(invoices.totals({ ...filter, status: 'overdue' }, features)).data
  // While the next customer loads, the query still shows the one before.
  const rows = list.data?.rows.filter(({ customer_id }) => customer_id === customer)
  return {
    rows,
    total: list.isPlaceholderData ? undefined : list.data?.total,
    error: list.error,
    balances: all && late ? balancesOf(all.by_currency, late.by_currency) : rows && balancesOfRows(rows),
  }
}

type Sums = readonly {
  currency: string
  count: number
  total_amount: number | Decimal
  open_amount: number | Decimal
}[]

function balancesOf(all: Sums, late: Sums): Balance[] {
  return all.map(({ currency, count, total_amount, open_amount }) => ({
    currency,
    count,
    total: total_amount,
    outstanding: open_amount,
    overdue: late.find((one) => one.currency === currency)?.open_amount ?? zero,
  }))
}

/** For a service that has no totals: of the newest invoices. */
const balancesOfRows = (rows: readonly Invoice[]) =>
  balancesOf(pageTotals(rows), pageTotals(rows.filter(({ status }) => status === 'overdue')))
