import type { CustomerFilter, CustomerSort } from '#contract/customer-filter.ts'
import type { Tenant } from '#server/access/tenant.ts'
import { idMask } from '#server/db/dialects.ts'
import { containsWords } from '#server/db/word-search.ts'
import type { Checkpoint, Checkpoints, OrderedList } from '#server/lists/checkpoints.ts'
import type { OrderedPages } from '#server/lists/ordered-pages.ts'
import type { RowCount } from '#server/lists/row-counts.ts'
import type { SearchTotals } from '#server/lists/search-totals.ts'
import { readTally } from '#server/lists/tallied-rows.ts'

import { findFilteredPage } from './filtered-pages.ts'
import { isNarrow, toNarrowing } from './filters.ts'
import { type Column, type Direction, countMatches, distinctWords, orderOf } from './search.ts'

export interface PageRequest {
  readonly page: number
  readonly limit: number
  readonly search: string
  readonly sort: CustomerSort
  readonly filter?: CustomerFilter
}

/** Caches that outlive a request. */
interface ListCaches {
  readonly pages: OrderedPages<Column>
  readonly totals: SearchTotals<number>
  readonly checkpoints: Checkpoints
}

/** Returns the ids of one page in the requested order, and the total. `customers` counts the account's rows. CHOICE 0052. */
export async function findPage(
  tenant: Tenant,
  { pages, totals, checkpoints }: ListCaches,
  customers: RowCount,
  { page, limit, search, sort, filter = {} }: PageRequest,
): Promise<{ readonly ids: readonly number[]; readonly total: number }> {
  const words = distinctWords(search)
  if (isNarrow(filter)) {
    const narrowing = await toNarrowing(tenant, words, filter)
    const otherChanges = filter.has_overdue === undefined ? 0 : (await readTally(tenant, 'invoices')).changes
    const slice = { ...orderOf(sort), limit, offset: (page - 1) * limit }
    return findFilteredPage(tenant, totals, { ...slice, narrowing, customers, otherChanges })
  }
  const total =
    words.length === 0
      ? customers.total
      : await totals.get(JSON.stringify([tenant.account, customers.changes, words]), () =>
          countMatches(tenant, words, customers.total),
        )
  const offset = (page - 1) * limit
  if (offset >= total) return { ids: [], total }
  const { column, direction } = orderOf(sort)
  if (total === customers.total) {
    const ids = await pages.ids(tenant, { column, direction, offset, limit, count: customers })
    return { ids, total }
  }
  const size = Math.min(limit, total - offset)
  // From the nearer end: what comes before a page has to be passed over.
  const isNearEnd = offset > total / 2
  const isFar = Math.min(offset, total - offset - size) > checkpoints.interval
  if (isFar && column === 'id' && tenant.dialect.searchesInIdOrder) {
    const read = async (after: Checkpoint | undefined, range: { limit: number; offset: number }) =>
      matchesAfter(tenant, words, after, range).execute()
    const list: OrderedList = {
      name: JSON.stringify([tenant.account, words]),
      changes: customers.changes,
      rowAfter: async (after, passed) => (await read(after, { limit: 1, offset: passed }))[0],
    }
    const start = await checkpoints.startAt(list, direction === 'asc' ? offset : total - offset - size)
    const ids = (await read(start.after, { limit: size, offset: start.offset })).map(({ id }) => id)
    return { ids: direction === 'asc' ? ids : ids.toReversed(), total }
  }
  const rows = await readMatches(tenant, words, {
    column,
    direction: isNearEnd ? opposite[direction] : direction,
    limit: size,
    offset: isNearEnd ? total - offset - size : offset,
    total,
    rows: customers.total,
  })
  const ids = rows.map(({ id }) => id)
  return { ids: isNearEnd ? ids.toReversed() : ids, total }
}

const opposite = { asc: 'desc', desc: 'asc' } as const

function ordered(tenant: Tenant, column: Column, direction: Direction) {
  const ids = tenant.select('customers').select('id').orderBy(column, direction)
  return column === 'id' ? ids : ids.orderBy('id', direction)
}

interface SearchPage {
  readonly column: Column
  readonly direction: Direction
  readonly limit: number
  readonly offset: number
  /** How many rows contain the words, and how many there are. */
  readonly total: number
  readonly rows: number
}

async function readMatches(
  tenant: Tenant,
  words: readonly string[],
  { column, direction, limit, offset, total, rows }: SearchPage,
) {
  // The index of SQLite gives ids in their order, so that a page of it ends early. Any other order means sorting all
  // that was found, or reading rows in that order until enough of them match.
  const isSorted = column === 'id' && tenant.dialect.kind === 'sqlite'
  const walked = ((offset + limit) * rows) / total
  if (!isSorted && walked < total)
    return ordered(tenant, column, direction)
      .where(containsWords(tenant.dialect, 'customers', words))
      .limit(limit)
      .offset(offset)
      .execute()
  const matches = tenant
    .search({ table: 'customers', words, key: column })
    .select('id')
    .orderBy('key', direction)
  return (column === 'id' ? matches : matches.orderBy('id', direction)).limit(limit).offset(offset).execute()
}

/** Matches after that row, in the order of ids. */
function matchesAfter(
  tenant: Tenant,
  words: readonly string[],
  after: Checkpoint | undefined,
  { limit, offset }: { readonly limit: number; readonly offset: number },
) {
  return tenant
    .search({ table: 'customers', words, key: 'id', ...(after && { ids: [after.id + 1, idMask] }) })
    .select(['id', 'key'])
    .orderBy('key')
    .limit(limit)
    .offset(offset)
}
