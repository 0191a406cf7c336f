import { type SelectQueryBuilder, sql } from 'kysely'

import type { Tenant } from '#server/platform/access/tenant.ts'
import type { Database } from '#server/platform/db/database.ts'

import { type Checkpoint, type OrderedList, isBehind } from './checkpoints.ts'
import { type Direction, type Range, reversed } from './orders.ts'
import type { RowCount } from './row-counts.ts'
import { type Ids, type SearchTotals, mapSlices } from './search-totals.ts'
import { type PageCaches, type SearchedTable, countMatches } from './searched-pages.ts'

/**
 * How a filter is applied: off its own index, to what the search index has found, or to rows that are met in another
 * order.
 */
export type Matching = 'filter' | 'search' | 'walk'

/** A table whose rows a filter narrows, along with a search. */
export interface FilteredList<Narrowing> {
  readonly table: SearchedTable
  /** `select … from table`, narrowed; with `ids`, only rows from the first id to the second. */
  matching(
    tenant: Tenant,
    narrowing: Narrowing,
    how: Matching,
    ids?: Ids,
  ): SelectQueryBuilder<Database, 'customers', object>
  /** Whether the filter's index has its rows in the order of ids. */
  isSortedById(narrowing: Narrowing): boolean
  /** Whether the matching rows may all be at the far end of the list. */
  isClustered(narrowing: Narrowing): boolean
}

/** A row that is fetched and sorted costs about as much as this many rows passed over in order. */
const gatheringCosts = 4

interface FilteredPage<Narrowing> {
  readonly narrowing: Narrowing
  readonly column: string
  readonly direction: Direction
  readonly limit: number
  readonly offset: number
  /** Of all rows of the account. */
  readonly rows: RowCount
  /** A number that differs whenever something else has changed that the filter looks at. */
  readonly otherChanges: number
  /** How many rows the filter leaves without its words, if that is known. */
  readonly unsearched?: number
}

/**
 * The ids of one page of what a filter leaves, and the total, which is counted once and remembered until something
 * changes. Where few rows are left, they are gathered through the filter's index and sorted; where many are, a walk in
 * the order of the list soon meets enough of them. The planners guess which is which, the total knows.
 */
export async function findFilteredPage<Narrowing extends { readonly words: readonly string[] }>(
  tenant: Tenant,
  list: FilteredList<Narrowing>,
  { totals, checkpoints }: PageCaches,
  { narrowing, column, direction, limit, offset, rows, otherChanges, unsearched }: FilteredPage<Narrowing>,
): Promise<{ readonly ids: readonly number[]; readonly total: number }> {
  // No text contains NUL, and neither database takes it in a search.
  if (narrowing.words.some((word) => word.includes('\0'))) return { ids: [], total: 0 }
  const { table } = list
  const key = JSON.stringify([tenant.account, rows.changes, otherChanges])
  const count = async (about: Narrowing, by: Matching) =>
    about.words.length === 0 && unsearched !== undefined
      ? unsearched
      : totals.get(key + JSON.stringify(about), () => countMatching(tenant, list, about, by, rows.total))
  const source = await sourceOf(tenant, list, totals, { key, narrowing, rows, count })
  const total = await count(narrowing, source)
  if (offset >= total) return { ids: [], total }
  const size = Math.min(limit, total - offset)
  // From the nearer end: what comes before a page has to be passed over.
  const isNearEnd = offset > total / 2
  const rest = total - offset - size
  const from = isNearEnd ? rest : offset
  const passed = Math.min(from, checkpoints.interval) + size
  const steps = list.isClustered(narrowing) ? rows.total : (passed * rows.total) / total
  const how = steps < total * gatheringCosts ? 'walk' : source
  const isInOrder = how === 'walk' || (column === 'id' && list.isSortedById(narrowing))
  // Adding nothing keeps a planner from walking the index of the sort to meet a few rows.
  const nothing = column === 'id' ? sql` + 0` : sql` || ''`
  const id = sql.ref<number>(`${table}.id`)
  const sortKey = sql.ref<string | number>(`${table}.${column}`)
  const read = (order: Direction, range: Range, after?: Checkpoint): Promise<Checkpoint[]> => {
    const matching = list.matching(tenant, narrowing, how)
    const behind = after ? matching.where(isBehind(table, column, after)) : matching
    const sorted = behind
      .select([id.as('id'), sortKey.as('key')])
      .orderBy(isInOrder ? sortKey : sql`${sortKey}${nothing}`, order)
    return (column === 'id' ? sorted : sorted.orderBy(id, order))
      .limit(range.limit)
      .offset(range.offset)
      .execute()
  }
  const inOrder = (found: readonly Checkpoint[], order: Direction) => {
    const ids = found.map((row) => row.id)
    return { ids: order === direction ? ids : ids.toReversed(), total }
  }
  if (!isInOrder || from <= checkpoints.interval) {
    const order = isNearEnd ? reversed(direction) : direction
    return inOrder(await read(order, { limit: size, offset: from }), order)
  }
  const ordered: OrderedList = {
    name: JSON.stringify([tenant.account, table, column, narrowing]),
    // Both only ever grow.
    changes: rows.changes + otherChanges,
    rowAfter: async (after, between) => (await read('asc', { limit: 1, offset: between }, after))[0],
  }
  const start = await checkpoints.startAt(ordered, direction === 'asc' ? offset : rest)
  return inOrder(await read('asc', { limit: size, offset: start.offset }, start.after), 'asc')
}

interface Sources<Narrowing> {
  readonly key: string
  readonly narrowing: Narrowing
  readonly rows: RowCount
  readonly count: (about: Narrowing, by: Matching) => Promise<number>
}

/** Begins with whatever leaves fewer rows, the words or the rest of the filter. */
async function sourceOf<Narrowing extends { readonly words: readonly string[] }>(
  tenant: Tenant,
  { table }: FilteredList<Narrowing>,
  totals: SearchTotals<number>,
  { key, narrowing, rows, count }: Sources<Narrowing>,
): Promise<'filter' | 'search'> {
  const { words } = narrowing
  if (words.length === 0) return 'filter'
  const found = await totals.get(`${key} found ${JSON.stringify(words)}`, () =>
    countMatches(tenant, table, words, rows.total),
  )
  return found <= (await count({ ...narrowing, words: [] }, 'filter')) ? 'search' : 'filter'
}

async function countMatching<Narrowing>(
  tenant: Tenant,
  { table, matching }: FilteredList<Narrowing>,
  narrowing: Narrowing,
  how: Matching,
  rows: number,
): Promise<number> {
  const totals = await mapSlices(tenant, { table, rows }, async (ids) => {
    const { total } = await matching(tenant, narrowing, how, ids)
      .select((eb) => eb.fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow()
    return total
  })
  return totals.reduce((sum, total) => sum + total, 0)
}
