import { sql } from 'kysely'

import type { Tenant } from '#server/access/tenant.ts'
import type { RowCount } from '#server/lists/row-counts.ts'
import { type SearchTotals, mapSlices } from '#server/lists/search-totals.ts'

import { type Matching, type Narrowing, matchingCustomers } from './filters.ts'
import { type Column, type Direction, countMatches } from './search.ts'

/** A row that is fetched and sorted costs about as much as this many rows passed over in order. */
const gatheringCosts = 4

interface FilteredPage {
  readonly narrowing: Narrowing
  readonly column: Column
  readonly direction: Direction
  readonly limit: number
  readonly offset: number
  /** Of all customers of the account. */
  readonly customers: RowCount
  /** A number that differs whenever something else has changed that the filter looks at. */
  readonly otherChanges: number
}

/**
 * The ids of one page of what a filter leaves, and the total, which is counted once and remembered until something
 * changes. Where few rows are left, they are gathered through the filter's index and sorted; where many are, a walk in
 * the order of the list soon meets enough of them. The planners guess which is which, the total knows. CHOICE 0081.
 */
export async function findFilteredPage(
  tenant: Tenant,
  totals: SearchTotals<number>,
  { narrowing, column, direction, limit, offset, customers, otherChanges }: FilteredPage,
): Promise<{ readonly ids: readonly number[]; readonly total: number }> {
  // No text contains NUL, and neither database takes it in a search.
  if (narrowing.words.some((word) => word.includes('\0'))) return { ids: [], total: 0 }
  const key = JSON.stringify([tenant.account, customers.changes, otherChanges])
  const count = (about: Narrowing, by: Matching) =>
    totals.get(key + JSON.stringify(about), () => countMatching(tenant, about, by, customers.total))
  const source = await sourceOf(tenant, totals, { key, narrowing, customers, count })
  const total = await count(narrowing, source)
  if (offset >= total) return { ids: [], total }
  const size = Math.min(limit, total - offset)
  // From the nearer end: what comes before a page has to be passed over.
  const isNearEnd = offset > total / 2
  const from = isNearEnd ? total - offset - size : offset
  const isUp = (direction === 'asc') !== isNearEnd
  // Rows of some days, or with overdue invoices, may all be at the far end of the list.
  const isClustered = narrowing.has_overdue || narrowing.created.some((moment) => moment !== undefined)
  const steps = isClustered ? customers.total : ((from + size) * customers.total) / total
  const how = steps < total * gatheringCosts ? 'walk' : source
  const isInOrder = how === 'walk' || (column === 'id' && isSortedById(narrowing))
  // Adding nothing keeps a planner from walking the index of the sort to meet a few rows.
  const nothing = column === 'id' ? sql` + 0` : sql` || ''`
  const sortKey = sql.ref<string | number>(`customers.${column}`)
  const order = isUp ? 'asc' : 'desc'
  const sorted = matchingCustomers(tenant, narrowing, how)
    .select('customers.id')
    .orderBy(isInOrder ? sortKey : sql`${sortKey}${nothing}`, order)
  const rows = await (column === 'id' ? sorted : sorted.orderBy('customers.id', order))
    .limit(size)
    .offset(from)
    .execute()
  const ids = rows.map(({ id }) => id)
  return { ids: isNearEnd ? ids.toReversed() : ids, total }
}

/** Whether the filter's index has its rows in the order of ids. */
const isSortedById = ({ words, created, field, field_value: _value, ...filter }: Narrowing) =>
  words.length === 0 &&
  field === undefined &&
  created.every((moment) => moment === undefined) &&
  Object.values(filter).filter((value) => value !== undefined).length === 1 &&
  filter.has_overdue === undefined

interface Sources {
  readonly key: string
  readonly narrowing: Narrowing
  readonly customers: RowCount
  readonly count: (about: Narrowing, by: Matching) => Promise<number>
}

/** Begins with whatever leaves fewer rows, the words or the rest of the filter. */
async function sourceOf(
  tenant: Tenant,
  totals: SearchTotals<number>,
  { key, narrowing, customers, count }: Sources,
): Promise<'filter' | 'search'> {
  const { words } = narrowing
  if (words.length === 0) return 'filter'
  const found = await totals.get(`${key} found ${JSON.stringify(words)}`, () =>
    countMatches(tenant, words, customers.total),
  )
  return found <= (await count({ ...narrowing, words: [] }, 'filter')) ? 'search' : 'filter'
}

async function countMatching(
  tenant: Tenant,
  narrowing: Narrowing,
  how: Matching,
  rows: number,
): Promise<number> {
  const totals = await mapSlices(tenant, { table: 'customers', rows }, async (ids) => {
    const { total } = await matchingCustomers(tenant, narrowing, how, ids)
      .select((eb) => eb.fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow()
    return total
  })
  return totals.reduce((sum, total) => sum + total, 0)
}
