import { queryOptions } from '@tanstack/react-query'

import { listCustomerNames } from '#contract/customers/names.ts'

import { call } from './client.ts'
import { customers } from './customers.ts'

/** The names of customers by id, of those that exist. */
export const customerNames = (ids: readonly number[]) =>
  queryOptions({
    queryKey: [...customers.all, 'names', ids.join()] as const,
    queryFn: async ({ signal }): Promise<ReadonlyMap<number, string>> => {
      const { data } = await call(listCustomerNames, { query: { ids: ids.join() } }, signal)
      return new Map(data.map(({ id, name, last_name }) => [id, `${name} ${last_name}`.trim()]))
    },
  })
