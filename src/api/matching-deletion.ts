import { type QueryClient, mutationOptions, queryOptions } from '@tanstack/react-query'

import {
  type CustomerDeletion,
  cancelCustomerDeletion,
  deleteMatchingCustomers,
  listCustomerDeletions,
  showCustomerDeletion,
} from '#contract/customers/deletions.ts'
import type { CustomerFilter } from '#contract/customers/filter.ts'

import { call } from './client.ts'
import { customers, filterQuery } from './customers.ts'
import type { ListQuery } from './page.ts'
import { givenFilter, watchJob } from './watch-job.ts'

/** Which customers, and how many they are. */
export interface MatchingRequest {
  readonly query: Pick<ListQuery, 'search' | 'filters'>
  readonly count: number
  /** The same for every attempt at the same deletion, so that retrying doesn't start a second one. */
  readonly key: string
}

/** Deletions of all customers that match, where the service has them (`customers.delete-matching`). */
export const matchingDeletions = {
  request: () =>
    mutationOptions({
      mutationFn: async ({ query: { search, filters }, count, key }: MatchingRequest) => {
        const body = {
          ...(givenFilter({ search, ...filterQuery(filters) }) as Partial<
            Record<keyof CustomerFilter, never>
          >),
          count,
        }
        return (await call(deleteMatchingCustomers, { body, key })).data
      },
      meta: { stale: customers.all },
    }),
  /** Those that are running, also those that colleagues began. */
  running: () =>
    queryOptions({
      queryKey: ['customer-deletions'] as const,
      queryFn: async ({ signal }) => (await call(listCustomerDeletions, {}, signal)).data,
      staleTime: 60_000,
    }),
  cancel: () =>
    mutationOptions({
      mutationFn: async (id: number) => (await call(cancelCustomerDeletion, { params: { id } })).data,
      meta: { stale: customers.all },
    }),
}

/** Reports the progress of a deletion until it has finished, and returns how; see `watchJob`. */
export const watchDeletion = (
  client: QueryClient,
  id: number,
  onProgress: (deletion: CustomerDeletion | undefined) => void,
): Promise<CustomerDeletion> =>
  watchJob(client, async () => (await call(showCustomerDeletion, { params: { id } })).data, onProgress)
