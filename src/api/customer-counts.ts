import { queryOptions } from '@tanstack/react-query'

import { showCustomerCounts } from '#contract/customers/counts.ts'

import { call } from './client.ts'

/** How many subscriptions and meetings a customer has. Made stale by changes of either. */
export const customerCounts = (id: number) =>
  queryOptions({
    queryKey: ['customer-counts', id] as const,
    queryFn: async ({ signal }) => (await call(showCustomerCounts, { params: { id } }, signal)).data,
  })
