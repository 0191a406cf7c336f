import { keepPreviousData, mutationOptions, queryOptions } from '@tanstack/react-query'

import {
  deletePermanently,
  listDeletedCustomers,
  restoreCustomers,
  showDeletedCustomer,
  trashedAtOnce,
} from '#contract/customers/trash.ts'

import { call } from './client.ts'
import { chunksOf } from './deletion.ts'
import { fromB } from './page.ts'

export interface TrashQuery {
  readonly page: number
  readonly size: number
  readonly search: string
}

/** Deleted customers. */
export const customerTrash = {
  all: ['customers', 'trash'] as const,
  list: (query: TrashQuery) =>
    queryOptions({
      queryKey: [...customerTrash.all, 'list', query] as const,
      queryFn: async ({ signal }) => {
        const { page, size: limit, search } = query
        return fromB(
          await call(listDeletedCustomers, { query: { page, limit, search: search || undefined } }, signal),
        )
      },
      placeholderData: keepPreviousData,
    }),
  one: (id: number) =>
    queryOptions({
      queryKey: [...customerTrash.all, 'one', id] as const,
      queryFn: async ({ signal }) => (await call(showDeletedCustomer, { params: { id } }, signal)).data,
    }),
  /** Returns how many of them were in the trash; the others were restored or permanently deleted by someone else. */
  restore: () =>
    mutationOptions({
      mutationFn: async (ids: readonly number[]) => {
        let restored = 0
        for (const customers of chunksOf(ids, trashedAtOnce))
          restored += (await call(restoreCustomers, { body: { customers } })).data.restored
        return restored
      },
      meta: { stale: ['customers'] },
    }),
  deletePermanently: () =>
    mutationOptions({
      mutationFn: async (ids: readonly number[]) => {
        for (const customers of chunksOf(ids, trashedAtOnce))
          await call(deletePermanently, { body: { customers } })
      },
      meta: { stale: ['customers'] },
    }),
}
