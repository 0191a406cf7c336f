import { type AliasedExpression, type SelectQueryBuilder, sql } from 'kysely'

import type { InvoiceSort } from '#contract/invoices/filter.ts'
import type { Tenant } from '#server/platform/access/tenant.ts'
import type { Database } from '#server/platform/db/database.ts'
import { idMask } from '#server/platform/db/dialects.ts'
import { Prepared } from '#server/platform/db/prepared.ts'
import {
  type Checkpoint,
  type Checkpoints,
  type OrderedList,
  isBehind,
} from '#server/platform/lists/checkpoints.ts'
import { type Direction, orderOf, reversed } from '#server/platform/lists/orders.ts'
import { blockAt } from '#server/platform/lists/tallied-rows.ts'

import {
  type InvoiceFilter,
  type InvoiceRow,
  type SortColumn,
  matchingInvoices,
  rowColumns,
  searchOf,
} from './rows.ts'
import { type InvoiceCounts, isEmpty } from './sums.ts'

/** A page of invoices to read. */
export interface PageRequest {
  readonly limit: number
  readonly offset: number
  readonly sort: InvoiceSort
}

/** The column that each sort reads. */
export const columns = {
  id: 'id',
  due_date: 'due_date',
  created_at: 'created_at',
  total_amount: 'total_key',
  invoice_number: 'invoice_number_key',
  customer_name: 'customer_name_key',
} as const satisfies Record<string, SortColumn>
type Column = SortColumn

/** Part of a list, counted from one of its ends. */
interface Slice {
  readonly limit: number
  readonly offset: number
  readonly direction: Direction
}

/**
 * Reads the rows of one page in their order. Passing over what comes before a page reads an index alone, from the nearer
 * end of the list or from a checkpoint; the rows of the page are fetched after.
 */
export async function readPage(
  tenant: Tenant,
  checkpoints: Checkpoints,
  requestedFilter: InvoiceFilter,
  { sort, limit, offset }: PageRequest,
  counting: Promise<InvoiceCounts>,
): Promise<InvoiceRow[]> {
  const { column, direction } = orderOf(columns, sort)
  // The usual page, which doesn't depend on the total: both are one round trip to a database server.
  if (offset === 0 && column === 'id' && isEmpty(requestedFilter))
    return readById(tenant, { limit, offset, direction })
  const counts = await counting
  const { total, all } = counts
  if (offset >= total) return []
  const size = Math.min(limit, total - offset)
  const filter = total === all ? {} : requestedFilter
  const isNearEnd = offset > total / 2
  const slice: Slice = isNearEnd
    ? { limit: size, offset: total - offset - size, direction: reversed(direction) }
    : { limit: size, offset, direction }
  const inOrder = (rows: InvoiceRow[], order: Direction) => (order === direction ? rows : rows.toReversed())
  if (total === all && column === 'id') return inOrder(await readById(tenant, slice), slice.direction)
  const path = choosePath(tenant, filter, column, slice, counts, checkpoints.interval)
  if (path === 'gather' || slice.offset <= checkpoints.interval) {
    const rows =
      total === all
        ? tenant.run(sortedPage[slice.direction][column], slice)
        : joined(pageOf(tenant, filter, column, path, slice), tenant, slice.direction).execute()
    return inOrder(await rows, slice.direction)
  }
  const list: OrderedList = {
    name: JSON.stringify([tenant.account, column, filter]),
    changes: counts.changes,
    async rowAfter(after, passed) {
      const page = pageOf(tenant, filter, column, path, { limit: 1, offset: passed, direction: 'asc' }, after)
      return tenant.from(page).select(['page.id', 'page.key']).executeTakeFirst()
    },
  }
  const start = await checkpoints.startAt(list, direction === 'asc' ? offset : total - offset - size)
  const rest: Slice = { limit: size, offset: start.offset, direction: 'asc' }
  const rows = joined(pageOf(tenant, filter, column, path, rest, start.after), tenant, 'asc')
  return inOrder(await rows.execute(), 'asc')
}

/** The page by id, begun at the block of ids that it is in. */
async function readById(tenant: Tenant, slice: Slice) {
  const start = await blockAt(tenant, 'invoices', slice)
  return tenant.run(byId[slice.direction], { limit: slice.limit, ...start })
}

const pageById = (direction: Direction) =>
  new Prepared<Tenant, { limit: number; offset: number; bound: number }, InvoiceRow>((tenant, value) =>
    joined(
      tenant
        .select('invoices')
        .select(['invoices.id', sql<string | number>`0`.as('key')])
        .where('invoices.id', direction === 'asc' ? '>=' : '<', value('bound'))
        .orderBy('invoices.id', direction)
        .limit(value('limit'))
        .offset(value('offset'))
        .as('page'),
      tenant,
      direction,
    ),
  )
const byId = { asc: pageById('asc'), desc: pageById('desc') }

const sortedBy = (direction: Direction) =>
  Object.fromEntries(
    Object.values(columns).map((column) => [
      column,
      new Prepared<Tenant, Slice, InvoiceRow>((tenant, value) =>
        joined(
          ordered(tenant.select('invoices'), column, {
            limit: value('limit'),
            offset: value('offset'),
            direction,
          }),
          tenant,
          direction,
        ),
      ),
    ]),
  ) as Record<Column, Prepared<Tenant, Slice, InvoiceRow>>
const sortedPage = { asc: sortedBy('asc'), desc: sortedBy('desc') }

const ordered = (
  matching: SelectQueryBuilder<Database, 'invoices', object>,
  column: Column,
  { limit, offset, direction }: Slice,
  isSorted = false,
) => {
  const key = sql.ref<string | number>(`invoices.${column}`)
  // Adding nothing keeps a planner from walking the index of the sort to meet a few rows.
  const nothing = column === 'id' || column === 'total_key' ? sql` + 0` : sql` || ''`
  const first = matching
    .select(['invoices.id', key.as('key')])
    .orderBy(isSorted ? sql`${key}${nothing}` : key, direction)
  return (column === 'id' ? first : first.orderBy('invoices.id', direction))
    .limit(limit)
    .offset(offset)
    .as('page')
}

type Page = AliasedExpression<{ id: number; key: string | number }, 'page'>

const joined = (page: Page, tenant: Tenant, direction: Direction) =>
  tenant
    .from(page)
    .innerJoin('invoices', 'invoices.id', 'page.id')
    .select(rowColumns)
    .orderBy('page.key', direction)
    .orderBy('page.id', direction)

/** A row that is fetched and sorted costs about as much as this many rows passed over in order. */
const gatheringCosts = 4

/** How a list is read: off an index or the search index in its order, by testing rows in its order, or all and sorted. */
type AccessPath = 'index' | 'found' | 'walk' | 'gather'

/**
 * Where few rows are left, they are gathered through the filter's index and sorted; where many are, a walk in the order
 * of the list soon meets enough of them. The planners guess which is which, the totals know.
 */
function choosePath(
  tenant: Tenant,
  filter: InvoiceFilter,
  column: Column,
  { offset, limit }: Slice,
  { total, all }: InvoiceCounts,
  interval: number,
): AccessPath {
  if (total === all || hasSortedIndex(filter, column)) return 'index'
  if (searchOf(filter) !== '' && column === 'id' && tenant.dialect.searchesInIdOrder && isOnlySearch(filter))
    return 'found'
  const steps = ((Math.min(offset, interval) + limit) * all) / total
  return steps < total * gatheringCosts ? 'walk' : 'gather'
}

/** A slice of the list, as ids; on a path that can begin anywhere, counted from the row after that one. */
function pageOf(
  tenant: Tenant,
  filter: InvoiceFilter,
  column: Column,
  path: AccessPath,
  slice: Slice,
  after?: Checkpoint,
): Page {
  if (path === 'found') return found(tenant, searchOf(filter), slice, after)
  const matching = matchingInvoices(tenant, filter, path === 'walk' ? 'walk' : 'gather', { walked: column })
  return ordered(
    after ? matching.where(isBehind('invoices', column, after)) : matching,
    column,
    slice,
    path === 'gather',
  )
}

const isOnlySearch = ({ search: _search, ...others }: InvoiceFilter) =>
  Object.values(others).every((value) => value === undefined)

const found = (
  tenant: Tenant,
  search: string,
  { limit, offset, direction }: Slice,
  after: Checkpoint | undefined,
) =>
  tenant
    .search({ table: 'invoices', words: [search], key: 'id', ...(after && { ids: [after.id + 1, idMask] }) })
    .select(['found.id', 'found.key'])
    .orderBy('found.key', direction)
    .limit(limit)
    .offset(offset)
    .as('page')

/** Whether one index holds what the filter leaves in the order of that column. */
function hasSortedIndex(filter: InvoiceFilter, column: Column): boolean {
  // Two statuses are two parts of an index, each in its own order.
  if (searchOf(filter) !== '' || filter.status === 'outstanding' || filter.status === 'refundable')
    return false
  const given = Object.entries(filter).flatMap(([name, value]) => (value === undefined ? [] : [name]))
  const isOnly = (...names: readonly (keyof InvoiceFilter)[]) =>
    given.every((name) => name === 'search' || (names as readonly string[]).includes(name))
  switch (column) {
    case 'id':
      return given.length === 1 && isOnly('status', 'customer_id')
    case 'due_date':
      return (
        isOnly('status', 'due_from', 'due_to') ||
        (filter.status !== undefined && isOnly('status', 'currency', 'due_from', 'due_to'))
      )
    case 'created_at':
      return isOnly('created_from', 'created_until')
    case 'total_key':
      return isOnly('amount_from', 'amount_to')
    default:
      return false
  }
}
