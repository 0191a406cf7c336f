import { keepPreviousData, queryOptions } from '@tanstack/react-query'

import { listContacts } from '#contract/contacts.ts'

import { call } from './client.ts'
import { fromV1 } from './page.ts'

export const contacts = {
  all: ['contacts'] as const,
  list: ({ page, size }: { page: number; size: number }) =>
    queryOptions({
      queryKey: [...contacts.all, 'list', { page, size }] as const,
      queryFn: async ({ signal }) =>
        fromV1(await call(listContacts, { query: { page, per_page: size } }, signal)),
      placeholderData: keepPreviousData,
    }),
}
