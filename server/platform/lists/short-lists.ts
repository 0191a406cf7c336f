import { type SelectQueryBuilder, sql } from 'kysely'

import { orderOf } from './orders.ts'

/** A page of a list, and what the list is sorted by: one of its `sorts`, with `-` before it for the other direction. */
interface SortedPage<Name extends string> {
  readonly page: number
  readonly limit: number
  readonly sort: Name | `-${Name}`
}

/** The columns that a list is sorted by, for each name in its `sort`. Rows without a value come last in both directions. */
export type SortColumns<Name extends string> = Readonly<
  Record<Name, string | { readonly column: string; readonly isNullable: true }>
>

/**
 * Reads a page of rows of which an account has few beside its customers and invoices: they are sorted one by one, without an
 * index. Ties are in the order of `id`, which names the table if the query joins others.
 */
export function sortedPage<DB, Tables extends keyof DB, Row, Name extends string>(
  query: SelectQueryBuilder<DB, Tables, Row>,
  { page, limit, sort }: SortedPage<Name>,
  columns: SortColumns<Name>,
  id = 'id',
): SelectQueryBuilder<DB, Tables, Row> {
  const { column: by, direction } = orderOf<Name, SortColumns<Name>[Name]>(columns, sort)
  const column = typeof by === 'string' ? by : by.column
  let sorted = query
  if (typeof by !== 'string')
    sorted = sorted.orderBy(sql`case when ${sql.ref(column)} is null then 1 else 0 end`)
  if (column !== id) sorted = sorted.orderBy(sql.ref(column), direction)
  return sorted
    .orderBy(sql.ref(id), direction)
    .limit(limit)
    .offset((page - 1) * limit)
}
