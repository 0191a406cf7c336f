import { queryOptions } from '@tanstack/react-query'

import { listViews } from '#contract/account/saved-views.ts'
import { minuteMs } from '#contract/values/durations.ts'

import { call } from './client.ts'

/** The saved views that the service has. What changes them is in `saved-view-writes.ts`, which no screen needs at first. */
export const savedViews = {
  all: ['views'] as const,
  list: () =>
    queryOptions({
      queryKey: savedViews.all,
      queryFn: async ({ signal }) => (await call(listViews, {}, signal)).data,
      // Changes are streamed; a list that opens has its own rows to wait for.
      staleTime: 5 * minuteMs,
    }),
}
