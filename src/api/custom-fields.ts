import { queryOptions } from '@tanstack/react-query'

import { listCustomFields } from '#contract/custom-fields.ts'

import { call } from './client.ts'

/** The account’s configuration of custom fields. */
export const customFields = {
  all: ['custom-fields'] as const,
  /** The account's configuration; it changes rarely, so a minute old is fresh enough. */
  list: () =>
    queryOptions({
      queryKey: [...customFields.all, 'list'] as const,
      queryFn: async ({ signal }) => (await call(listCustomFields, {}, signal)).data,
      staleTime: 60_000,
    }),
}
