import type { QueryClient, QueryKey } from '@tanstack/react-query'

import { minuteMs } from '#contract/values/durations.ts'
import type { MetaB } from '#contract/wire/surface.ts'
import { pageSizes } from '#lib/page-search.ts'

import type { Rows, UnreadableRow } from './rows.ts'
import { type ListOrder, type Local, WholeList } from './whole-list.ts'

/** One page of a list, independent of the surface and of who paginated it. */
export interface Page<Row> {
  readonly rows: readonly Row[]
  readonly total: number
  /** Rows that the service sent in a form we don’t know; of a whole list in the browser, with its first page. */
  readonly unreadable?: readonly UnreadableRow[]
  /** Those of them whose place is on this page: `at` counts its rows before them. */
  readonly gaps?: readonly UnreadableRow[]
  /** How many rows the service says it has but doesn’t send, with the first page. */
  readonly missing?: number
}

/** Which page of a list is read, in which order, and what narrows it. */
export interface ListQuery extends ListOrder {
  readonly page: number
  /** Rows per page. Infinity: all of them, or the most that a service gives at once. */
  readonly size: number
}

/** A page as the service returned it, and what else this list supports. */
export interface CutPage<Row> extends Page<Row> {
  readonly page: number
  readonly size: number
  readonly sizes: readonly number[]
  /** Names of the filters that work here. */
  readonly filters: readonly string[]
}

/** The most rows that a page of either surface has. */
export const largestPage = 100

/** A page of Surface B as the service returned it. */
export function fromB<Row>({ data, meta }: { data: readonly Row[]; meta: MetaB }): CutPage<Row> {
  return { rows: data, total: meta.total, page: meta.page, size: meta.limit, sizes: pageSizes, filters: [] }
}

/** A page as a service cut it; one without `meta` sent everything, which is cut here. */
export function fromRows<Row>(
  { rows, unreadable, cut }: Rows<Row>,
  { page, size }: Pick<ListQuery, 'page' | 'size'>,
): CutPage<Row> {
  const before = page === 1 ? 0 : (page - 1) * size
  const shown = cut ? rows : rows.slice(before, before + size)
  return {
    rows: shown,
    total: cut?.total ?? rows.length,
    page: cut?.page ?? page,
    size: cut?.size || size,
    sizes: pageSizes,
    filters: [],
    ...(unreadable.length > 0 && {
      unreadable,
      gaps: gapsOf(unreadable, { before: cut ? 0 : before, shown: shown.length, total: rows.length }),
    }),
  }
}

/** Where a page begins, how many rows it has, and how many there are. */
interface Section {
  readonly before: number
  readonly shown: number
  readonly total: number
}

/** Those that stand among the rows of a page. One behind the last row of a page is on the next one, if there is one. */
function gapsOf(
  unreadable: readonly UnreadableRow[],
  { before, shown, total }: Section,
): readonly UnreadableRow[] {
  const end = before + shown
  return unreadable
    .filter(({ at }) => at >= before && (at < end || (at === end && end === total)))
    .map(({ id, at }) => ({ id, at: at - before }))
}

interface Reading<Row> {
  readonly client: QueryClient
  /** Where the whole list is kept if the service returns it at once. */
  readonly wholeKey: QueryKey
  readonly local: Local<Row>
  readonly ask: (query: { page: number; limit: number; search: string; sort: string }) => Promise<Rows<Row>>
}

/** How long a whole list in the browser is fresh unless a write makes it stale. */
export const wholeFreshMs = 5 * minuteMs

/**
 * Reads a page. A service that answers with its whole list is asked once: from then on pages, orders and searches come
 * from this copy, until a write makes it stale or five minutes have passed.
 */
export async function readB<Row>(query: ListQuery, reading: Reading<Row>): Promise<CutPage<Row>> {
  const { client, wholeKey, local, ask } = reading
  const kept = client.getQueryState<WholeList<Row>>(wholeKey)
  if (kept?.data && !kept.isInvalidated && Date.now() - kept.dataUpdatedAt < wholeFreshMs)
    return cut(kept.data, query, local)
  const { page, size, search, sort } = query
  const limit = Math.min(size, largestPage)
  const answer = await ask({ page, limit, search, sort })
  if (answer.cut) return fromRows(answer, { page, size: limit })
  const whole = new WholeList(answer.rows, local, answer.unreadable)
  client.setQueryData(wholeKey, whole)
  return cut(whole, query, local)
}

/** All pages one after the other, until nothing new is left. A row that moved to the next page meanwhile is returned once. */
export async function* everyPage<Row extends { readonly id: number }>(
  read: (page: number) => Promise<Page<Row>>,
): AsyncGenerator<Page<Row>, void> {
  const known = new Set<number>()
  let seen = 0
  let firstIds: string | undefined
  for (let page = 1; ; page += 1) {
    const { rows, total, unreadable = [] } = await read(page)
    const fresh = rows.filter(({ id }) => !known.has(id))
    for (const { id } of fresh) known.add(id)
    yield { rows: fresh, total, ...(unreadable.length > 0 && { unreadable }) }
    seen += rows.length
    const ids = rows.map(({ id }) => id).join()
    // A service that doesn’t know `page` sends its first one again and again.
    const isOver = (rows.length === 0 && unreadable.length === 0) || (page > 1 && ids === firstIds)
    if (isOver || seen >= total) return
    firstIds ??= ids
  }
}

/** The same with each page read through the query client, which repeats what fails; it keeps none of them. */
export const everyPageOf = <Row extends { readonly id: number }>(
  client: QueryClient,
  key: QueryKey,
  read: (page: number) => Promise<Page<Row>>,
): AsyncGenerator<Page<Row>, void> =>
  everyPage((page) => client.fetchQuery({ queryKey: [...key, page], queryFn: () => read(page), gcTime: 0 }))

/** The page of a list that is in the browser as a whole. */
export function cut<Row>(whole: WholeList<Row>, query: ListQuery, local: Local<Row>): CutPage<Row> {
  const found = whole.find(query)
  const isAll = query.size >= found.length && query.page === 1
  const { page, size } = query
  const before = isAll ? 0 : (page - 1) * size
  const rows = isAll ? found : found.slice(before, before + size)
  const { unreadable } = whole
  return {
    rows,
    total: found.length,
    page,
    size,
    sizes: [...pageSizes, Infinity],
    filters: Object.keys(local.filters ?? {}),
    ...(page === 1 && unreadable.length > 0 && { unreadable }),
    ...(unreadable.length > 0 && {
      gaps: gapsOf(whole.gaps(query), { before, shown: rows.length, total: found.length }),
    }),
  }
}
