import { queryOptions } from '@tanstack/react-query'

import { listColleagues } from '#contract/access/colleagues.ts'

import { call } from './client.ts'

/** The people who work in the account, for those who may manage customers. */
export const colleagues = () =>
  queryOptions({
    queryKey: ['people', 'colleagues'] as const,
    queryFn: async ({ signal }) => (await call(listColleagues, {}, signal)).data,
    staleTime: 60_000,
  })
