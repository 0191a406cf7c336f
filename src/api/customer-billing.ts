import { mutationOptions, queryOptions } from '@tanstack/react-query'

import { type CustomerBilling, showBilling, updateBilling } from '#contract/customer-billing.ts'

import { call } from './client.ts'
import { customers } from './customers.ts'
import { invoices } from './invoices.ts'
import type { Save } from './record-queries.ts'

/** How a customer is billed, where the features name `customers.billing`. */
export const customerBilling = {
  one: (id: number) =>
    queryOptions({
      queryKey: [...customers.all, 'billing', id] as const,
      queryFn: async ({ signal }) => (await call(showBilling, { params: { id } }, signal)).data,
    }),
  update: (id: number) =>
    mutationOptions({
      mutationFn: async ({ input, ...attempt }: Save<CustomerBilling>) =>
        (await call(updateBilling, { params: { id }, body: input, ...attempt })).data,
      // Drafts say what the customer is now.
      meta: { stale: [customers.all, invoices.all] },
    }),
}
