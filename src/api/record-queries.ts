import {
  type QueryFunctionContext,
  type QueryKey,
  keepPreviousData,
  mutationOptions,
  queryOptions,
} from '@tanstack/react-query'
import type * as z from 'zod/mini'

import type { Endpoint } from '#contract/wire/endpoint.ts'
import type { MetaB, pageB } from '#contract/wire/surface.ts'

import { type QueryValue, call } from './client.ts'
import { fromB } from './page.ts'

/** What `queryOptions` returns; its other options apply, too. A method, since it takes no other key than its own. */
export interface ReadOptions<Read> {
  readonly queryKey: QueryKey
  queryFn?(context: QueryFunctionContext): Read | Promise<Read>
  readonly gcTime?: number
}

/** How one write is sent. */
export interface Attempt {
  /** The same for every attempt at the same write, so that one whose response was lost isn't done twice. */
  readonly key: string
  /** The version that was read, as `If-Match`; empty for a record that doesn't exist yet. */
  readonly version: string
}

/** The values of a new record, or the changed ones of a record. */
export interface Save<Values> extends Attempt {
  readonly input: Values
}

/** Which page of a list is read. */
export interface PageQuery {
  readonly page: number
  readonly size: number
}

type Nothing = z.ZodMiniType<undefined>
type One<Full> = z.ZodMiniType<{ data: Full }>

/** What `resource` declares of a kind of record. */
interface Kind<Values, Full> {
  readonly show: Endpoint<z.ZodMiniType, Nothing, Nothing, One<Full>>
  readonly create: Endpoint<Nothing, Nothing, z.ZodMiniType<unknown, Values>, One<Full>>
  readonly update: Endpoint<z.ZodMiniType, Nothing, z.ZodMiniType<unknown, Values>, One<Full>>
}

/** A key of queries: its first part is a name. */
export type Key = readonly [string, ...unknown[]]

/** The queries and mutations of what is only read and changed, below the key `all`. A change makes `stale` stale. */
export const editQueries = <Values, Full>(
  { show, update }: Pick<Kind<Values, Full>, 'show' | 'update'>,
  all: Key,
  stale: Key = all,
) => ({
  one: (id: number) =>
    queryOptions({
      queryKey: [...all, 'one', id] as const,
      queryFn: async ({ signal }) => (await call(show, { params: { id } }, signal)).data,
    }),
  update: (id: number) =>
    mutationOptions({
      mutationFn: async ({ input, ...attempt }: Save<Values>) =>
        (await call(update, { params: { id }, body: input, ...attempt })).data,
      // What is done next with it names this version.
      onSuccess: (saved, _input, _result, { client }) => client.setQueryData([...all, 'one', id], saved),
      meta: { stale },
    }),
})

/** The queries and mutations that every kind of record has, below the key `all`. Each mutation makes `stale` stale. */
export const recordQueries = <Values, Full>(
  { create, ...kind }: Kind<Values, Full>,
  all: Key,
  stale: Key = all,
) => ({
  ...editQueries(kind, all, stale),
  create: () =>
    mutationOptions({
      mutationFn: async ({ input, key }: Save<Values>) => (await call(create, { body: input, key })).data,
      meta: { stale },
    }),
})

/** A page of a list of Surface X. `filters` are those of the endpoint; empty ones are left out. */
export const pageQuery = <Query extends z.ZodMiniType, Row>(
  list: Endpoint<Nothing, Query, Nothing, z.ZodMiniType<{ data: Row[]; meta: MetaB }>>,
  all: QueryKey,
  { page, size }: PageQuery,
  filters: Readonly<Partial<Record<Exclude<keyof z.input<Query>, keyof typeof pageB>, QueryValue>>>,
) =>
  queryOptions({
    queryKey: [...all, 'list', { page, size, ...filters }] as const,
    queryFn: async ({ signal }) =>
      fromB(await call(list, { query: { page, limit: size, ...filters } }, signal)),
    placeholderData: keepPreviousData,
  })
