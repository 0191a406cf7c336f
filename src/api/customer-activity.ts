import { queryOptions } from '@tanstack/react-query'

import { listCustomerActivity } from '#contract/customers/activity.ts'

import { call } from './client.ts'
import { customers } from './customers.ts'

/** A customer's activity with what was changed, the newest first. */
export const customerActivity = (id: number) =>
  queryOptions({
    queryKey: [...customers.all, 'activity', id] as const,
    queryFn: async ({ signal }) => (await call(listCustomerActivity, { params: { id } }, signal)).data,
  })
