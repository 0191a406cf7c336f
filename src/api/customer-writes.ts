import { mutationOptions } from '@tanstack/react-query'

import { createCustomer, updateCustomer } from '#contract/customers/writes.ts'

import { upload } from './client.ts'

/** The request that creates a customer. */
export interface NewCustomerForm {
  readonly form: FormData
  /** The same for every attempt at the same customer, so that retrying doesn't create a second one. */
  readonly key: string
  readonly onProgress?: (share: number) => void
  readonly signal?: AbortSignal
}

/** Mutations of whole customers, apart from the queries, which are part of every first visit. */
export const customerWrites = {
  update: (id: number) =>
    mutationOptions({
      mutationFn: async ({ form, ...how }: NewCustomerForm & { version: string }) =>
        (await upload(updateCustomer, form, { ...how, params: { id } })).data,
      meta: { stale: ['customers'] },
    }),
  create: () =>
    mutationOptions({
      mutationFn: async ({ form, contact, ...how }: NewCustomerForm & { contact?: number | undefined }) =>
        (await upload(createCustomer, form, { ...how, query: { contact_id: contact } })).data,
      meta: { stale: ['customers'] },
    }),
}
