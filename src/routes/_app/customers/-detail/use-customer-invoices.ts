import { type QueryClient, useQuery } from '@tanstack/react-query'

import { type InvoiceFilter, invoices } from '#api/invoices.ts'
import type { Features } from '#contract/access/session.ts'
import type { Invoice } from '#contract/invoices/invoices.ts'
import { type Decimal, zero } from '#lib/decimal.ts'
import { pageTotals } from '#parts/invoices/page-totals.ts'

/** Outstanding amounts of a customer in one currency. */
export interface Balance {
  currency: string
  count: number
  total: number | Decimal
  outstanding: number | Decimal
  /** Part of `outstanding`. */
  overdue: number | Decimal
}

/** The newest invoices of a customer, how many there are, and what is owed; undefined until known. */
export function useCustomerInvoices(customer: number, features: Features) {
  const queries = queriesOf(customer, features)
  const list = useQuery(queries.list)
  const all = own(useQuery(queries.totals))
  const late = own(useQuery(queries.late))
  const page = own(list)
  return {
    rows: page?.rows,
    total: page?.total,
    error: list.error,
    balances:
      all && late
        ? balancesOf(all.by_currency, late.by_currency)
        : !features.records && page
          ? balancesOfRows(page.rows)
          : undefined,
  }
}

/** Requests what `useCustomerInvoices` shows, in parallel with the customer. Resolves once the invoices have arrived; their sums may follow. */
export function prefetchCustomerInvoices(
  client: QueryClient,
  customer: number,
  features: Features,
): Promise<void> {
  const { list, totals, late } = queriesOf(customer, features)
  void client.prefetchQuery(totals)
  void client.prefetchQuery(late)
  return client.prefetchQuery(list)
}

function queriesOf(customer: number, features: Features) {
  const filter: InvoiceFilter = { customer, search: '' }
  return {
    list: invoices.list({ ...filter, page: 1, size: 100, sort: '-created_at' }),
    totals: invoices.totals(filter, features),
    late: invoices.totals({ ...filter, status: 'overdue' }, features),
  }
}

/** While the next customer loads, the queries still have what the one before owes. */
const own = <Data>({ data, isPlaceholderData }: { data: Data | undefined; isPlaceholderData: boolean }) =>
  isPlaceholderData ? undefined : data

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
  balancesOf(
    // Nobody has been asked for the amount of a draft.
    pageTotals(rows.filter(({ status }) => status !== 'draft' && status !== 'void')),
    pageTotals(rows.filter(({ status }) => status === 'overdue')),
  )
