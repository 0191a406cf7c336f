import { mutationOptions, queryOptions } from '@tanstack/react-query'

import { type MergedField, mergeCustomers, showMerged } from '#contract/customers/merge.ts'

import { call } from './client.ts'
import { customers } from './customers.ts'

/** The merge of another customer into the survivor. */
export interface MergeRequest {
  readonly survivor: { readonly id: number; readonly version: string }
  readonly other: { readonly id: number; readonly version: string }
  /** Where the survivor gets the other's value. */
  readonly take: readonly MergedField[]
  readonly takeCustomFields: readonly number[]
  /** The same for every attempt at the same merge. */
  readonly key: string
}

/** Merging customers. */
export const customerMerge = {
  request: () =>
    mutationOptions({
      mutationFn: async ({ survivor, other, take, takeCustomFields, key }: MergeRequest) =>
        (
          await call(mergeCustomers, {
            params: { id: survivor.id },
            version: survivor.version,
            key,
            body: {
              other: other.id,
              other_version: other.version,
              take: [...take],
              take_custom_fields: [...takeCustomFields],
            },
          })
        ).data,
      meta: { stale: customers.all },
    }),
  /** The customer that this one became part of; fails with `absent` if it wasn't merged. */
  survivorOf: (id: number) =>
    queryOptions({
      queryKey: [...customers.all, 'merged', id] as const,
      queryFn: async ({ signal }) => (await call(showMerged, { params: { id } }, signal)).data.survivor_id,
      retry: false,
    }),
}
