import { type QueryClient, keepPreviousData, queryOptions } from '@tanstack/react-query'

import { listContacts } from '#contract/contacts.ts'

import { call } from './client.ts'
import { everyPageOf, fromV1, largestPage } from './page.ts'

export const contacts = {
  all: ['contacts'] as const,
  list: ({ page, size }: { page: number; size: number }) =>
    queryOptions({
      queryKey: [...contacts.all, 'list', { page, size }] as const,
      queryFn: async ({ signal }) =>
        fromV1(await call(listContacts, { query: { page, per_page: size } }, signal)),
      placeholderData: keepPreviousData,
    }),
  /** All contacts, page by page. */
  every: (client: QueryClient, signal: AbortSignal) =>
    everyPageOf(client, [...contacts.all, 'every'], async (page) =>
      fromV1(await call(listContacts, { query: { page, per_page: largestPage } }, signal)),
    ),
}
