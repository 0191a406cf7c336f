import { type QueryClient, mutationOptions, queryOptions } from '@tanstack/react-query'

import {
  type CustomerDeletion,
  cancelCustomerDeletion,
  deleteMatchingCustomers,
  listCustomerDeletions,
  showCustomerDeletion,
} from '#contract/customer-deletions.ts'
import type { CustomerFilter } from '#contract/customer-filter.ts'

import { call } from './client.ts'
import { customers, filterQuery } from './customers.ts'
import { ApiError, type ErrorKind } from './errors.ts'
import type { ListQuery } from './page.ts'

/** Which customers, and how many they are. */
export interface MatchingRequest {
  readonly query: Pick<ListQuery, 'search' | 'filters'>
  readonly count: number
  /** The same for every attempt at the same deletion, so that retrying doesn't start a second one. */
  readonly key: string
}

/** The service may have begun although no response arrived. */
export const isUnanswered = ({ kind }: { readonly kind: ErrorKind }): boolean =>
  kind === 'timeout' || kind === 'offline' || kind === 'broken'

/** Deletions of all customers that match, where the service has them (`customers.delete-matching`). CHOICE 0095. */
export const matchingDeletions = {
  request: () =>
    mutationOptions({
      mutationFn: async ({ query: { search, filters }, count, key }: MatchingRequest) => {
        const body = { ...given({ search, ...filterQuery(filters) }), count }
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

const pollEveryMs = 1_000
const pollFailedEveryMs = 3_000

/**
 * Reports the progress of a deletion until it has finished, and returns how. `undefined` as progress: the service can't be
 * reached, and continues meanwhile. Rejects if the service says that there is no such deletion.
 */
export async function watchDeletion(
  client: QueryClient,
  id: number,
  onProgress: (deletion: CustomerDeletion | undefined) => void,
): Promise<CustomerDeletion> {
  for (;;) {
    const deletion = await call(showCustomerDeletion, { params: { id } }).then(
      ({ data }) => data,
      (error: unknown) => {
        if (error instanceof ApiError && isUnanswered(error)) return undefined
        throw error
      },
    )
    if (deletion && deletion.state !== 'running') {
      await client.invalidateQueries({ queryKey: customers.all })
      return deletion
    }
    onProgress(deletion)
    await new Promise((resolve) => setTimeout(resolve, deletion ? pollEveryMs : pollFailedEveryMs))
  }
}

/** Without what narrows nothing: the service takes no unknown filters, and no empty ones. */
const given = (filter: Record<string, string | undefined>) =>
  Object.fromEntries(
    Object.entries(filter).filter(([, value]) => value !== undefined && value !== ''),
  ) as Partial<Record<keyof CustomerFilter, never>>
