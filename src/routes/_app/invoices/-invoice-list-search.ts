import * as z from 'zod/mini'

import type { InvoiceFilter, InvoiceQuery } from '#api/invoices.ts'
import { type InvoiceSort, invoiceSorts } from '#contract/invoices/filter.ts'
import { optionalOf } from '#lib/page-search.ts'

/** Defaults that the URL leaves out. */
export const listDefaults = {
  page: 1,
  size: 25,
  status: '',
  search: '',
  from: '',
  to: '',
  issuedFrom: '',
  issuedTo: '',
  paidFrom: '',
  paidTo: '',
  currency: '',
  amountFrom: '',
  amountTo: '',
} as const

// What looks like a number or a boolean in the URL arrives as one.
const text = () => z._default(z.catch(z.coerce.string<string | number | boolean>(), ''), '')
const id = () => optionalOf(z.int().check(z.gte(1)))

/** The state of the list in the URL. A filter that the service rejects is kept, so that its control can say why. */
export const InvoiceListSearch = z.object({
  page: z._default(z.catch(z.int().check(z.gte(1)), 1), 1),
  size: z._default(z.catch(z.int().check(z.gte(1), z.lte(100)), 25), 25),
  search: text(),
  status: text(),
  customer: id(),
  /** Due days, YYYY-MM-DD. */
  from: text(),
  to: text(),
  /** Days of issue. */
  issuedFrom: text(),
  issuedTo: text(),
  /** Days of a payment. */
  paidFrom: text(),
  paidTo: text(),
  currency: text(),
  amountFrom: text(),
  amountTo: text(),
  /** Unless given, what the tab is usually read by. */
  sort: optionalOf(z.enum(invoiceSorts)),
  /** The invoice in the drawer. */
  open: id(),
})
export type InvoiceListSearch = z.infer<typeof InvoiceListSearch>

/** Lists of unpaid invoices begin with the earliest due date; all others with the newest. */
export const sortOf = ({ sort, status }: Pick<InvoiceListSearch, 'sort' | 'status'>): InvoiceSort =>
  sort ?? (status === 'overdue' || status === 'outstanding' ? 'due_date' : '-created_at')

/** Returns the filter part of the request. */
export const toListFilter = ({
  page: _page,
  size: _size,
  sort: _sort,
  open: _open,
  ...filter
}: InvoiceListSearch): InvoiceFilter => filter

/** Returns the request of the list that a URL means. */
export const toListQuery = (search: InvoiceListSearch): InvoiceQuery => ({
  ...toListFilter(search),
  page: search.page,
  size: search.size,
  sort: sortOf(search),
})
