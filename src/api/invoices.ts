import { type QueryClient, keepPreviousData, queryOptions } from '@tanstack/react-query'

import type { Features, Session } from '#contract/access/session.ts'
import { listInvoiceBalances } from '#contract/invoices/balances.ts'
import type { InvoiceSort } from '#contract/invoices/filter.ts'
import {
  Invoice,
  InvoiceDetails,
  listInvoices,
  showInvoice,
  showInvoiceTotals,
} from '#contract/invoices/invoices.ts'

import { call } from './client.ts'
import { ApiError, fetchPart } from './errors.ts'
import { findRow } from './find-row.ts'
import { type CutPage, type ListQuery, everyPageOf, fromRows, largestPage } from './page.ts'
import { callRows } from './rows.ts'
import { session } from './session.ts'

/** Filters of the list; empty texts don't filter. */
export interface InvoiceFilter {
  readonly status?: string | undefined
  readonly customer?: number | undefined
  readonly search: string
  /** Due days, YYYY-MM-DD. */
  readonly from?: string | undefined
  readonly to?: string | undefined
  /** Days of issue. Other services don't know these and the following. */
  readonly issuedFrom?: string | undefined
  readonly issuedTo?: string | undefined
  /** Days of a payment. */
  readonly paidFrom?: string | undefined
  readonly paidTo?: string | undefined
  readonly currency?: string | undefined
  /** Decimals as typed. */
  readonly amountFrom?: string | undefined
  readonly amountTo?: string | undefined
}

/** A page of the list. */
export interface InvoiceQuery extends InvoiceFilter, Pick<ListQuery, 'page' | 'size'> {
  readonly sort: InvoiceSort
}

/** The filter as the service takes it. */
export const filterQuery = (filter: InvoiceFilter) => ({
  status: filter.status,
  customer_id: filter.customer,
  search: filter.search,
  due_from: filter.from,
  due_to: filter.to,
  created_from: filter.issuedFrom,
  created_to: filter.issuedTo,
  paid_from: filter.paidFrom,
  paid_to: filter.paidTo,
  currency: filter.currency,
  amount_from: filter.amountFrom,
  amount_to: filter.amountTo,
})

async function load(
  client: QueryClient,
  asked: InvoiceQuery,
  signal?: AbortSignal,
): Promise<CutPage<Invoice>> {
  const { page, size, sort, search, ...narrowing } = asked
  const filter = { ...narrowing, search }
  // Our own service never needs it.
  const whole = async () => {
    const { pageOfWholeInvoices } = await fetchPart(import('./whole-invoices.ts'))
    return pageOfWholeInvoices(client, { page, size, sort, search, filters: textsOf({ ...narrowing }) })
  }
  const query = { ...filterQuery(filter), page, limit: size, sort }
  const known = client.getQueryData(session.current().queryKey)
  if (known && !narrows(known)) return whole()
  const answer = callRows(listInvoices, Invoice, { query }, signal)
  if (!known) {
    // The rows don’t wait for the session: they are thrown away if it says that the service ignored what was asked.
    const [current] = await Promise.all([client.ensureQueryData(session.current()), settled(answer)])
    if (!narrows(current)) return whole()
  }
  return fromRows(await answer, { page, size })
}

/** Whether the service applies the filters and orders of this list, of which the specification shows none. */
const narrows = ({ features }: Pick<Session, 'features'>) => features.records

/** Filters that are set, as texts. */
const textsOf = (filter: Readonly<Record<string, string | number | undefined>>) =>
  Object.fromEntries(
    Object.entries(filter).flatMap(([name, value]) =>
      value === undefined || value === '' ? [] : [[name, String(value)]],
    ),
  )

const settled = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    () => undefined,
  )

/** The queries and mutations of invoices. */
export const invoices = {
  all: ['invoices'] as const,
  list: (query: InvoiceQuery) =>
    queryOptions({
      queryKey: [...invoices.all, 'list', query] as const,
      queryFn: ({ client, signal }) => load(client, query, signal),
      placeholderData: keepPreviousData,
    }),
  /** Everything that the filter finds, page by page. */
  every: (client: QueryClient, query: InvoiceQuery, signal: AbortSignal) =>
    everyPageOf(client, [...invoices.all, 'every', query], (page) =>
      load(client, { ...query, page, size: largestPage }, signal),
    ),
  /** Looked up in the list where the records are on another service. */
  one: (id: number, features: Features) =>
    queryOptions({
      queryKey: [...invoices.all, 'one', id] as const,
      queryFn: async ({ client, signal }): Promise<Invoice> =>
        features.records
          ? (await call(showInvoice, { params: { id } }, signal)).data
          : findRow(id, (page) => load(client, { page, size: largestPage, search: '', sort: '-id' }, signal)),
    }),
  /** Of all that the filter finds, not of a page; null where the records are on another service. */
  totals: (filter: InvoiceFilter, features: Features) =>
    queryOptions({
      queryKey: [...invoices.all, 'totals', filterQuery(filter)] as const,
      queryFn: async ({ signal }) =>
        features.records
          ? (await call(showInvoiceTotals, { query: filterQuery(filter) }, signal)).data
          : null,
      placeholderData: keepPreviousData,
    }),
  /** Amounts due by id, of those of the invoices that have to be paid. */
  balances: (ids: readonly number[]) =>
    queryOptions({
      queryKey: [...invoices.all, 'balances', ids] as const,
      queryFn: async ({ signal }): Promise<ReadonlyMap<number, number>> => {
        const { data } = await call(listInvoiceBalances, { query: { ids: ids.join(',') } }, signal)
        return new Map(data.map(({ id, amount_due }) => [id, amount_due]))
      },
    }),
  /** As it is now. */
  toEdit: (id: number) =>
    queryOptions({
      queryKey: [...invoices.all, 'edit', id] as const,
      queryFn: async ({ signal }): Promise<InvoiceDetails> => {
        const read = InvoiceDetails.safeParse((await call(showInvoice, { params: { id } }, signal)).data)
        if (read.success) return read.data
        throw new ApiError('broken', 'Unexpected response from the server')
      },
    }),
}

/** The version of the invoice as a write names it. */
export const versionOf = ({ version }: Pick<InvoiceDetails, 'version'>): string => `"${version}"`
