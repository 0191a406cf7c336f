import * as z from 'zod/mini'

import type { InvoiceFilter, InvoiceQuery } from '#api/invoices.ts'
import { invoiceSorts } from '#contract/invoice-filter.ts'

export const defaults = {
  page: 1,
  size: 25,
  search: '',
  status: '',
  from: '',
  to: '',
  sort: '-created_at',
} as const

// What looks like a number or a boolean in the URL arrives as one.
const text = () => z._default(z.catch(z.coerce.string<string | number | boolean>(), ''), '')
const id = () => z.optional(z.catch(z.optional(z.int().check(z.gte(1))), undefined))

/** The state of the list in the URL. A filter that the service refuses is kept, so that it can be told where. */
export const InvoiceSearch = z.object({
  page: z._default(z.catch(z.int().check(z.gte(1)), 1), 1),
  size: z._default(z.catch(z.int().check(z.gte(1), z.lte(100)), 25), 25),
  search: text(),
  status: text(),
  customer: id(),
  /** Due days, YYYY-MM-DD. */
  from: text(),
  to: text(),
  sort: z._default(z.catch(z.enum(invoiceSorts), '-created_at'), '-created_at'),
  /** The invoice in the drawer. */
  open: id(),
})
export type InvoiceSearch = z.infer<typeof InvoiceSearch>

export const invoiceFilter = ({ search, status, customer, from, to }: InvoiceSearch): InvoiceFilter => ({
  search,
  status,
  customer,
  from,
  to,
})

export function invoiceQuery(search: InvoiceSearch): InvoiceQuery {
  const { page, size, sort } = search
  return { ...invoiceFilter(search), page, size, sort }
}

export type FilterChange = Partial<Pick<InvoiceSearch, 'search' | 'status' | 'customer' | 'from' | 'to'>>

/** The tabs stay where they are: they say how many each status has under the filters. */
export const unfiltered = { search: '', customer: undefined, from: '', to: '' } as const
