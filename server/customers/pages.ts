import type { CustomerSort } from '#contract/customers.ts'
import { searchTerms } from '#contract/folding.ts'
import type { Tenant } from '#server/access/tenant.ts'
import { idMask } from '#server/db/dialects.ts'
import { containsWords } from '#server/db/word-search.ts'
import type { Milestone, Milestones, Road } from '#server/lists/milestones.ts'
import type { OrderedPages } from '#server/lists/ordered-pages.ts'
import type { RowCount } from '#server/lists/row-counts.ts'
import { type SearchTotals, mapSlices } from '#server/lists/search-totals.ts'

export interface PageRequest {
  readonly page: number
  readonly limit: number
  readonly search: string
  readonly sort: CustomerSort
}

const columns = {
  id: 'id',
  name: 'name_key',
  last_name: 'last_name_key',
  email: 'email_key',
  company_name: 'company_name_key',
} as const

export type Column = (typeof columns)[keyof typeof columns]
type Direction = 'asc' | 'desc'

/** What is kept between requests. */
interface ListCaches {
  readonly pages: OrderedPages<Column>
  readonly totals: SearchTotals<number>
  readonly milestones: Milestones
}

/** The ids of one page in the order asked for, and the total. `customers` counts the account's rows. CHOICE 0052. */
export async function findPage(
  tenant: Tenant,
  { pages, totals, milestones }: ListCaches,
  customers: RowCount,
  { page, limit, search, sort }: PageRequest,
): Promise<{ readonly ids: readonly number[]; readonly total: number }> {
  const words = distinctWords(search)
  const total =
    words.length === 0
      ? customers.total
      : await totals.get(JSON.stringify([tenant.account, customers.changes, words]), () =>
          countMatches(tenant, words, customers.total),
        )
  const offset = (page - 1) * limit
  if (offset >= total) return { ids: [], total }
  const column = columns[sort.replace('-', '') as keyof typeof columns]
  const direction = sort.startsWith('-') ? 'desc' : 'asc'
  if (total === customers.total) {
    const ids = await pages.ids(tenant, { column, direction, offset, limit, count: customers })
    return { ids, total }
  }
  const size = Math.min(limit, total - offset)
  // From the nearer end: what comes before a page has to be passed over.
  const isNearEnd = offset > total / 2
  const isFar = Math.min(offset, total - offset - size) > milestones.stretch
  if (isFar && column === 'id' && tenant.dialect.searchesInIdOrder) {
    const read = async (after: Milestone | undefined, range: { limit: number; offset: number }) =>
      matchesAfter(tenant, words, after, range).execute()
    const road: Road = {
      name: JSON.stringify([tenant.account, words]),
      changes: customers.changes,
      rowAfter: async (after, passed) => (await read(after, { limit: 1, offset: passed }))[0],
    }
    const start = await milestones.startAt(road, direction === 'asc' ? offset : total - offset - size)
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

/** What is found behind that row, in the order of ids. */
function matchesAfter(
  tenant: Tenant,
  words: readonly string[],
  after: Milestone | undefined,
  { limit, offset }: { readonly limit: number; readonly offset: number },
) {
  return tenant
    .search({ table: 'customers', words, key: 'id', ...(after && { ids: [after.id + 1, idMask] }) })
    .select(['id', 'key'])
    .orderBy('key')
    .limit(limit)
    .offset(offset)
}

/** The words of a search, without those that another one contains. */
function distinctWords(search: string): readonly string[] {
  const words = [...new Set(searchTerms(search))]
  return words.filter((word) => !words.some((other) => other !== word && other.includes(word))).toSorted()
}

/** How many of the account's rows contain every word. On SQLite, counted over so many ids at once. */
export async function countMatches(
  tenant: Tenant,
  words: readonly string[],
  rows: number,
  most?: number,
): Promise<number> {
  // No text holds NUL, and neither database takes it in a search.
  if (words.some((word) => word.includes('\0'))) return 0
  const slices = { table: 'customers', rows, ...(most !== undefined && { most }) } as const
  const totals = await mapSlices(tenant, slices, async (ids) => {
    const { total } = await tenant
      .search({ table: 'customers', words, key: 'id', ...(ids && { ids }) })
      .select((eb) => eb.fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow()
    return total
  })
  return totals.reduce((sum, total) => sum + total, 0)
}
