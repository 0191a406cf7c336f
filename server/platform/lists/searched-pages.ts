import { sql } from 'kysely'

import { contactSearchTerms } from '#contract/values/folding.ts'
import type { Tenant } from '#server/platform/access/tenant.ts'
import { idMask } from '#server/platform/db/dialects.ts'
import { containsWords } from '#server/platform/db/word-search.ts'

import type { Checkpoint, Checkpoints, OrderedList } from './checkpoints.ts'
import type { OrderedPages } from './ordered-pages.ts'
import type { Direction } from './orders.ts'
import type { RowCount } from './row-counts.ts'
import { type SearchTotals, mapSlices } from './search-totals.ts'

/** The tables of people: rows are counted, and found by words in `search_text`. */
export type SearchedTable = 'customers' | 'contacts'

/** Caches that outlive a request. */
export interface PageCaches {
  readonly totals: SearchTotals<number>
  readonly checkpoints: Checkpoints
}

/** The same, of a list that is also read whole. */
export interface ListCaches<Column extends string> extends PageCaches {
  readonly pages: OrderedPages<Column>
}

/** A page to read of what contains every word. */
export interface SearchedPage<Column extends string> {
  readonly table: SearchedTable
  /** None for the whole list. */
  readonly words: readonly string[]
  /** There is an index on account, column and id. */
  readonly column: Column
  readonly direction: Direction
  readonly limit: number
  readonly offset: number
  /** Of all rows of the account. */
  readonly counting: Promise<RowCount>
}

/** Returns the ids of one page of what contains every word, in the requested order, and the total. */
export async function findSearchedPage<Column extends string>(
  tenant: Tenant,
  { pages, totals, checkpoints }: ListCaches<Column>,
  { table, words, column, direction, limit, offset, counting }: SearchedPage<Column>,
): Promise<{ readonly ids: readonly number[]; readonly total: number }> {
  if (words.length === 0) {
    // The first page and the count are one round trip to a database server.
    const page = pages.ids(tenant, { column, direction, limit, offset, count: counting })
    const [{ total }, ids] = await Promise.all([counting, page])
    return { ids, total }
  }
  const count = await counting
  const total = await totals.get(JSON.stringify([tenant.account, count.changes, words]), () =>
    countMatches(tenant, table, words, count.total),
  )
  if (offset >= total) return { ids: [], total }
  if (total === count.total)
    return { ids: await pages.ids(tenant, { column, direction, offset, limit, count }), total }
  const size = Math.min(limit, total - offset)
  // From the nearer end: what comes before a page has to be passed over.
  const isNearEnd = offset > total / 2
  const isFar = Math.min(offset, total - offset - size) > checkpoints.interval
  if (isFar && column === 'id' && tenant.dialect.searchesInIdOrder) {
    const read = async (after: Checkpoint | undefined, range: { limit: number; offset: number }) =>
      matchesAfter(tenant, table, words, after, range).execute()
    const list: OrderedList = {
      name: JSON.stringify([tenant.account, words]),
      changes: count.changes,
      rowAfter: async (after, passed) => (await read(after, { limit: 1, offset: passed }))[0],
    }
    const start = await checkpoints.startAt(list, direction === 'asc' ? offset : total - offset - size)
    const ids = (await read(start.after, { limit: size, offset: start.offset })).map(({ id }) => id)
    return { ids: direction === 'asc' ? ids : ids.toReversed(), total }
  }
  const rows = await readMatches(tenant, table, words, {
    column,
    direction: isNearEnd ? opposite[direction] : direction,
    limit: size,
    offset: isNearEnd ? total - offset - size : offset,
    total,
    rows: count.total,
  })
  const ids = rows.map(({ id }) => id)
  return { ids: isNearEnd ? ids.toReversed() : ids, total }
}

/** The words of a search, without those that another one contains. */
export function distinctWords(search: string): readonly string[] {
  const words = [...new Set(contactSearchTerms(search))]
  return words.filter((word) => !words.some((other) => other !== word && other.includes(word))).toSorted()
}

/** Counts the account's rows that contain every word. On SQLite, over `most` ids at a time. */
export async function countMatches(
  tenant: Tenant,
  table: SearchedTable,
  words: readonly string[],
  rows: number,
  most?: number,
): Promise<number> {
  // No text holds NUL, and neither database takes it in a search.
  if (words.some((word) => word.includes('\0'))) return 0
  const slices = { table, rows, ...(most !== undefined && { most }) } as const
  const totals = await mapSlices(tenant, slices, async (ids) => {
    const { total } = await tenant
      .search({ table, words, key: 'id', ...(ids && { ids }) })
      .select((eb) => eb.fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow()
    return total
  })
  return totals.reduce((sum, total) => sum + total, 0)
}

const opposite = { asc: 'desc', desc: 'asc' } as const

interface MatchPage {
  readonly column: string
  readonly direction: Direction
  readonly limit: number
  readonly offset: number
  /** How many rows contain the words, and how many there are. */
  readonly total: number
  readonly rows: number
}

async function readMatches(
  tenant: Tenant,
  table: SearchedTable,
  words: readonly string[],
  { column, direction, limit, offset, total, rows }: MatchPage,
) {
  // The index of SQLite gives ids in their order, so that a page of it ends early. Any other order means sorting all
  // that was found, or reading rows in that order until enough of them match.
  const isSorted = column === 'id' && tenant.dialect.kind === 'sqlite'
  const walked = ((offset + limit) * rows) / total
  if (!isSorted && walked < total) {
    const walk = tenant
      .select(table as 'customers')
      .select('id')
      .where(containsWords(tenant.dialect, table, words))
      .orderBy(sql.ref(column), direction)
    return (column === 'id' ? walk : walk.orderBy('id', direction)).limit(limit).offset(offset).execute()
  }
  const matches = tenant.search({ table, words, key: column }).select('id').orderBy('key', direction)
  return (column === 'id' ? matches : matches.orderBy('id', direction)).limit(limit).offset(offset).execute()
}

/** Matches after that row, in the order of ids. */
function matchesAfter(
  tenant: Tenant,
  table: SearchedTable,
  words: readonly string[],
  after: Checkpoint | undefined,
  { limit, offset }: { readonly limit: number; readonly offset: number },
) {
  return tenant
    .search({ table, words, key: 'id', ...(after && { ids: [after.id + 1, idMask] }) })
    .select(['id', 'key'])
    .orderBy('key')
    .limit(limit)
    .offset(offset)
}
