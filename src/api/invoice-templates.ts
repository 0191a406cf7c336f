import { mutationOptions, queryOptions } from '@tanstack/react-query'

import {
  type InvoiceTemplate,
  type InvoiceTemplateInput,
  chooseCustomerInvoiceTemplate,
  showCustomerInvoiceTemplate,
  invoiceTemplates as contract,
} from '#contract/invoice-templates.ts'

import { call } from './client.ts'

interface Save {
  readonly input: InvoiceTemplateInput
  readonly key: string
  readonly version: string
}

// Below the key of the other templates, since the same change makes both stale.
const all = ['templates', 'invoices'] as const
const stale = { stale: all }

/** Templates of invoices; all of it needs `invoice-templates`. */
export const invoiceTemplates = {
  /** By name. */
  list: () =>
    queryOptions({
      queryKey: [...all, 'list'] as const,
      queryFn: async ({ signal }) => (await call(contract.list, {}, signal)).data,
    }),
  one: (id: number) =>
    queryOptions({
      queryKey: [...all, 'one', id] as const,
      queryFn: async ({ signal }) => (await call(contract.show, { params: { id } }, signal)).data,
    }),
  /** That of a customer; null for the default. */
  ofCustomer: (id: number) =>
    queryOptions({
      queryKey: [...all, 'of-customer', id] as const,
      queryFn: async ({ signal }) =>
        (await call(showCustomerInvoiceTemplate, { params: { id } }, signal)).data.invoice_template_id,
    }),
  choose: (id: number) =>
    mutationOptions({
      mutationFn: async (invoice_template_id: number | null) =>
        call(chooseCustomerInvoiceTemplate, { params: { id }, body: { invoice_template_id } }),
      meta: stale,
    }),
  create: () =>
    mutationOptions({
      mutationFn: async ({ input, key }: Save) => (await call(contract.create, { body: input, key })).data,
      meta: stale,
    }),
  update: (id: number) =>
    mutationOptions({
      mutationFn: async ({ input, ...attempt }: Save) =>
        (await call(contract.update, { params: { id }, body: input, ...attempt })).data,
      meta: stale,
    }),
  remove: () =>
    mutationOptions({
      mutationFn: async ({ id, version }: Pick<InvoiceTemplate, 'id' | 'version'>) =>
        call(contract.remove, { params: { id }, version: `"${version}"` }),
      meta: stale,
    }),
}
