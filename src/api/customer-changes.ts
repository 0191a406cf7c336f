import { type QueryClient, mutationOptions, queryOptions } from '@tanstack/react-query'

import {
  type ChangeKind,
  type CustomerChange,
  cancelCustomerChange,
  changeCustomers,
  countPermissions,
  listCustomerChanges,
  showCustomerChange,
  undoCustomerChange,
} from '#contract/customers/changes.ts'
import type { CustomerFilter } from '#contract/customers/filter.ts'
import type { Action } from '#contract/values/permissions.ts'

import { call } from './client.ts'
import { customers, filterQuery } from './customers.ts'
import type { ListQuery } from './page.ts'
import { givenFilter, watchJob } from './watch-job.ts'

/** These customers, or all that match and how many they are. */
export type ChangedCustomers =
  | { readonly ids: readonly number[] }
  | { readonly query: Pick<ListQuery, 'search' | 'filters'>; readonly count: number }

/** A change to request; `key` is the same for every attempt at it, so that retrying doesn't start a second one. */
export interface ChangeRequest {
  readonly kind: ChangeKind
  readonly customers: ChangedCustomers
  readonly grant?: readonly Action[]
  readonly revoke?: readonly Action[]
  /** Whom they are assigned to, by id. */
  readonly person?: number | null
  readonly key: string
}

/** Changes to several customers. */
export const customerChanges = {
  request: () =>
    mutationOptions({
      mutationFn: async ({ kind, customers: some, grant, revoke, person, key }: ChangeRequest) => {
        const permissions = { ...(grant && { grant: [...grant] }), ...(revoke && { revoke: [...revoke] }) }
        const body = { kind, ...permissions, ...(person !== undefined && { person }), ...namesOf(some) }
        return (await call(changeCustomers, { body, key })).data
      },
      meta: { stale: customers.all },
    }),
  /** How many of these customers have each permission. */
  permissions: (some: ChangedCustomers) =>
    queryOptions({
      queryKey: [...customers.all, 'permissions', some] as const,
      queryFn: async ({ signal }) => {
        const { count: _, ...body } = { count: 0, ...namesOf(some) }
        const { total, permissions } = (await call(countPermissions, { body }, signal)).data
        return { total, having: new Map(permissions.map(({ name, count }) => [name, count])) }
      },
    }),
  /** Those that are running, also those that colleagues began. */
  running: () =>
    queryOptions({
      queryKey: ['customer-changes'] as const,
      queryFn: async ({ signal }) => (await call(listCustomerChanges, {}, signal)).data,
      staleTime: 60_000,
    }),
  cancel: () =>
    mutationOptions({
      mutationFn: async (id: number) => (await call(cancelCustomerChange, { params: { id } })).data,
      meta: { stale: customers.all },
    }),
  /** Takes a change back for those that it changed, as a change of its own. */
  undo: () =>
    mutationOptions({
      mutationFn: async ({ id, key }: { id: number; key: string }) =>
        (await call(undoCustomerChange, { params: { id }, key })).data,
      meta: { stale: customers.all },
    }),
}

/** Reports the progress of a change until it has finished, and returns how; see `watchJob`. */
export const watchChange = (
  client: QueryClient,
  id: number,
  onProgress: (change: CustomerChange | undefined) => void,
): Promise<CustomerChange> =>
  watchJob(client, async () => (await call(showCustomerChange, { params: { id } })).data, onProgress)

function namesOf(some: ChangedCustomers) {
  if ('ids' in some) return { customers: [...some.ids] }
  const { query, count } = some
  const filter = givenFilter({ search: query.search, ...filterQuery(query.filters) })
  return { ...(filter as Partial<Record<keyof CustomerFilter, never>>), count }
}
