import { type QueryClient, keepPreviousData, queryOptions } from '@tanstack/react-query'

import type { Features } from '#contract/access/session.ts'
import {
  Service,
  listServiceActivity,
  listServiceFacets,
  listServices,
  showService,
} from '#contract/services/services.ts'
import type { ServiceSort } from '#contract/wire/list-sorts.ts'

import { call, callVersioned } from './client.ts'
import { findRow } from './find-row.ts'
import { type ListQuery, everyPageOf, fromRows, largestPage } from './page.ts'
import { callRows } from './rows.ts'

/** Filters of the list, except the search; empty texts don't filter. */
export interface ServiceFilter {
  readonly type?: string | undefined
  readonly category?: string | undefined
  readonly active?: boolean | undefined
  /** Any of them, joined by commas. */
  readonly tags?: string | undefined
}

/** A page of the list. */
export interface ServiceQuery extends ServiceFilter, Pick<ListQuery, 'page' | 'size' | 'search'> {
  /** Needs `services.sort`; the order of entry unless given. */
  readonly sort?: ServiceSort | undefined
}

async function load(
  { page, size, search, type, category, active, tags, sort }: ServiceQuery,
  signal: AbortSignal,
) {
  const query = { page, limit: size, search, type, category, is_active: active?.toString(), tags, sort }
  return fromRows(await callRows(listServices, Service, { query }, signal), { page, size })
}

/** The queries and mutations of the catalog. */
export const services = {
  all: ['services'] as const,
  list: (query: ServiceQuery) =>
    queryOptions({
      queryKey: [...services.all, 'list', query] as const,
      queryFn: ({ signal }) => load(query, signal),
      placeholderData: keepPreviousData,
    }),
  /** Everything that the filter finds, page by page. */
  every: (client: QueryClient, query: ServiceQuery, signal: AbortSignal) =>
    everyPageOf(client, [...services.all, 'every', query], (page) =>
      load({ ...query, page, size: largestPage }, signal),
    ),
  /** Looked up in the list where the records are on another service. */
  one: (id: number, features: Features) =>
    queryOptions({
      queryKey: [...services.all, 'one', id] as const,
      queryFn: async ({ signal }) =>
        features.records
          ? (await call(showService, { params: { id } }, signal)).data
          : findRow(id, (page) => load({ page, size: largestPage, search: '' }, signal)),
    }),
  /** Activity of a service, the newest first. */
  activity: (id: number) =>
    queryOptions({
      queryKey: [...services.all, 'activity', id] as const,
      queryFn: async ({ signal }) => (await call(listServiceActivity, { params: { id } }, signal)).data,
    }),
  /** A service to edit, with the version that the update names. Read anew each time an editor opens. */
  toEdit: (id: number) =>
    queryOptions({
      queryKey: [...services.all, 'edit', id] as const,
      queryFn: async ({ signal }): Promise<EditedService> => {
        const { response, version } = await callVersioned(showService, { params: { id } }, signal)
        return { service: response.data, version: version ?? '' }
      },
      gcTime: 0,
      staleTime: Infinity,
    }),
  /** Categories and tags with their counts under the other filters; empty where the records are on another service. */
  facets: (features: Features, { type, category, active, tags }: ServiceFilter) =>
    queryOptions({
      queryKey: [...services.all, 'facets', { type, category, active, tags }] as const,
      queryFn: async ({ signal }) =>
        features.records
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

/** A service as it was read, and its version. */
export interface EditedService {
  readonly service: Service
  readonly version: string
}
