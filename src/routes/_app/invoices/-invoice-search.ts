import * as z from 'zod/mini'

import { invoiceSorts } from '#contract/invoice-filter.ts'

import type { InvoiceFilter, InvoiceQuery } from '../../../api/invoices.ts'
import { idSearch, pageDefaults, pageSearch, textSearch } from '../../../lib/list-search.ts'

export const defaults = {
  ...pageDefaults,
  search: '',
  status: '',
  from: '',
  to: '',
  sort: '-created_at',
} as const

/** The state of the list in the URL. A filter that the service refuses is kept, so that it can be told where. */
export const InvoiceSearch = z.object({
  ...pageSearch,
  search: textSearch,
  status: textSearch,
  customer: idSearch,
  /** Due days, YYYY-MM-DD. */
  from: textSearch,
  to: textSearch,
  sort: z._default(z.catch(z.enum(invoiceSorts), '-created_at'), '-created_at'),
  /** The invoice in the drawer. */
  open: idSearch,
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
