import { queryOptions } from '@tanstack/react-query'

import { showCounts } from '#contract/wire/counts.ts'

import { call } from './client.ts'

/** The numbers beside the navigation. */
export const counts = {
  all: ['counts'] as const,
  /** Counts of what needs attention. Only of records that are here. */
  now: () =>
    queryOptions({
      queryKey: [...counts.all, 'now'] as const,
      queryFn: async ({ signal }) => (await call(showCounts, {}, signal)).data,
      staleTime: 60_000,
    }),
}
