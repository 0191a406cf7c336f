import { type QueryClient, keepPreviousData, queryOptions } from '@tanstack/react-query'

import { type ServiceSort, listServiceFacets, listServices, showService } from '#contract/services.ts'

import { call } from './client.ts'
import { findRow } from './find-row.ts'
import { type ListQuery, everyPageOf, fromB, largestPage } from './page.ts'

/** What narrows the list apart from a search; empty texts narrow nothing. */
export interface ServiceFilter {
  readonly type?: string | undefined
  readonly category?: string | undefined
  readonly active?: boolean | undefined
  /** Any of them, joined by commas. */
  readonly tags?: string | undefined
}

export interface ServiceQuery extends ServiceFilter, Pick<ListQuery, 'page' | 'size' | 'search'> {
  /** Needs `services.sort`; the order of entry unless given. */
  readonly sort?: ServiceSort | undefined
}

async function load(wanted: ServiceQuery, signal: AbortSignal) {
  const { page, size, search, type, category, active, tags, sort } = wanted
  const query = { page, limit: size, search, type, category, is_active: active?.toString(), tags, sort }
  return fromB(await call(listServices, { query }, signal))
}

export const services = {
  all: ['services'] as const,
  list: (wanted: ServiceQuery) =>
    queryOptions({
      queryKey: [...services.all, 'list', wanted] as const,
      queryFn: ({ signal }) => load(wanted, signal),
      placeholderData: keepPreviousData,
    }),
  /** Everything that the filter finds, page by page. */
  every: (client: QueryClient, wanted: ServiceQuery, signal: AbortSignal) =>
    everyPageOf(client, [...services.all, 'every', wanted], (page) =>
      load({ ...wanted, page, size: largestPage }, signal),
    ),
  /** `features` are those of the session: without `services.one` the entry is looked up in the list. */
  one: (id: number, features: readonly string[]) =>
    queryOptions({
      queryKey: [...services.all, 'one', id] as const,
      queryFn: async ({ signal }) =>
        features.includes('services.one')
          ? (await call(showService, { params: { id } }, signal)).data
          : findRow(id, (page) => load({ page, size: largestPage, search: '' }, signal)),
    }),
  /** Categories and tags with what the other filters leave of each; nothing to choose from without `services.facets`. */
  facets: (features: readonly string[], { type, category, active, tags }: ServiceFilter) =>
    queryOptions({
      queryKey: [...services.all, 'facets', { type, category, active, tags }] as const,
      queryFn: async ({ signal }) =>
        features.includes('services.facets')
          ? (
              await call(
                listServiceFacets,
                { query: { type, category, is_active: active?.toString(), tags } },
                signal,
              )
            ).data
          : { categories: [], tags: [] },
      staleTime: 60_000,
      placeholderData: keepPreviousData,
    }),
}
