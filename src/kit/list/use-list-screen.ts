import { useState } from 'react'

import { pageSizes } from '#lib/page-search.ts'

import { type Change, partsOf } from './filters/filter.tsx'
import type { ListSort } from './list-sort.ts'
import { type PagerProps, offsetOf } from './pager.tsx'
import type { ListGap } from './rows.tsx'
import type { TablePage } from './table.tsx'

/** A list as the query layer has it. A page that the service cut says how it was cut. */
interface Loaded<Row> {
  readonly data:
    | {
        readonly rows: readonly Row[]
        readonly total: number
        readonly gaps?: readonly ListGap[]
        readonly page?: number
        readonly size?: number
        readonly sizes?: readonly number[]
      }
    | undefined
  readonly isPlaceholderData: boolean
}

interface Options<Row, Search> {
  readonly list: Loaded<Row>
  /** The page that was requested, and what else narrows or orders the list. */
  readonly query: { readonly page: number; readonly size: number }
  /** How many of the page's rows are about to be deleted and no longer count. */
  readonly leaving?: number
  /** The order; absent where the service has only one. */
  readonly sort?: string | undefined
  /** Changes the list's part of the URL: `(update, replace) => navigate({ search: update, replace })`. */
  readonly setSearch: (update: (old: Search) => Search, replace: boolean) => void
}

/** State of a list, and the functions that change it. */
export interface ListScreenState<Row, Search> {
  readonly rows: readonly Row[] | undefined
  readonly total: number
  /** The total is that of another search, as the answer to this one hasn't arrived yet. */
  readonly isTotalStale: boolean
  /** How many of the page's rows no longer count. */
  readonly leaving: number
  /** Changes the search; back to the first page unless `next` says which one. */
  readonly change: (next: Change<Search>, replace?: boolean) => void
  readonly toFirstPage: () => void
  /** For `ListTable` and `ColumnMenu`; undefined where there is only one order. */
  readonly sort: ListSort | undefined
  /** For `ListTable`. */
  readonly page: TablePage<Row>
  /** For `ListPager`; undefined where there is nothing to page through. */
  readonly pager: PagerProps | undefined
}

/**
 * Connects a list screen with its query and its URL: the rows, the page, the order and the pager, for `ListPage`.
 *
 *     const screen = useListScreen({ list, query, sort: search.sort, setSearch: (search, replace) => void navigate({ search, replace }) })
 *     <ListPage list={list} screen={screen} … />
 */
export function useListScreen<Row, Search extends { readonly page: number }>({
  list,
  query,
  leaving = 0,
  sort,
  setSearch,
}: Options<Row, Search>): ListScreenState<Row, Search> {
  const { data, isPlaceholderData } = list
  const change = (next: Change<Search>, replace = false) =>
    setSearch((old) => ({ ...old, page: 1, ...partsOf(next, old) }), replace)
  // What every list has in its URL.
  const go = (next: object) => change(next as Partial<Search>)
  const isTotalStale = useIsOther(query, data !== undefined && !isPlaceholderData)
  const rows = data?.rows
  const total = data?.total ?? 0
  const cut = { page: data?.page ?? query.page, size: data?.size ?? query.size }
  return {
    rows,
    total,
    isTotalStale,
    leaving,
    change,
    toFirstPage: () => go({ page: 1 }),
    sort: sort === undefined ? undefined : { by: sort, onSort: (sort) => go({ sort }) },
    page: { rows, total, offset: offsetOf(cut), isStale: isPlaceholderData, gaps: data?.gaps },
    pager:
      data && total > 0
        ? {
            page: isPlaceholderData ? query.page : cut.page,
            size: cut.size,
            total: total - leaving,
            // Unknown for another page.
            shown: isPlaceholderData ? undefined : data.rows.length - leaving,
            isStale: isTotalStale,
            sizes: data.sizes ?? pageSizes,
            onPage: (page) => go({ page }),
            onSize: (size) => go({ size: size === Infinity ? 'all' : size }),
          }
        : undefined,
  }
}

/** Whether what a list is narrowed by differs from that of the last answer: pages and orders of it don't change the total. */
function useIsOther(
  {
    page: _page,
    size: _size,
    sort: _sort,
    ...narrowing
  }: object & { page: number; size: number; sort?: unknown },
  isAnswered: boolean,
): boolean {
  const key = JSON.stringify(narrowing)
  const [answered, setAnswered] = useState(key)
  if (isAnswered && answered !== key) setAnswered(key)
  return !isAnswered && answered !== key
}
