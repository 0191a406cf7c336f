import { mutationOptions, queryOptions } from '@tanstack/react-query'

import {
  type InvoiceTemplate,
  chooseCustomerInvoiceTemplate,
  showCustomerInvoiceTemplate,
  invoiceTemplates as contract,
} from '#contract/invoices/templates.ts'

import { call } from './client.ts'
import { recordQueries } from './record-queries.ts'

// Below the key of the other templates, since the same change makes both stale.
const all = ['templates', 'invoices'] as const
const stale = { stale: all }

/** Templates of invoices. */
export const invoiceTemplates = {
  ...recordQueries(contract, all),
  /** By name. */
  list: () =>
    queryOptions({
      queryKey: [...all, 'list'] as const,
      queryFn: async ({ signal }) => (await call(contract.list, {}, signal)).data,
    }),
  /** That of a customer, null for the default, and what is sent to them looks like. */
  ofCustomer: (id: number) =>
    queryOptions({
      queryKey: [...all, 'of-customer', id] as const,
      queryFn: async ({ signal }) =>
        (await call(showCustomerInvoiceTemplate, { params: { id } }, signal)).data,
      // It changes with their language and with the company, so what was read before isn’t shown again.
      gcTime: 0,
    }),
  choose: (id: number) =>
    mutationOptions({
      mutationFn: async (invoice_template_id: number | null) =>
        call(chooseCustomerInvoiceTemplate, { params: { id }, body: { invoice_template_id } }),
      meta: stale,
    }),
  remove: () =>
    mutationOptions({
      mutationFn: async ({ id, version }: Pick<InvoiceTemplate, 'id' | 'version'>) =>
        call(contract.remove, { params: { id }, version: `"${version}"` }),
      meta: stale,
    }),
}
