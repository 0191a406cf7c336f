import { type AliasedExpression, type RawBuilder, sql } from 'kysely'

import type { ServiceSort } from '#contract/wire/list-sorts.ts'
import type { Tenant } from '#server/platform/access/tenant.ts'
import { idMask } from '#server/platform/db/dialects.ts'
import { Prepared, isIn } from '#server/platform/db/prepared.ts'
import { type Checkpoint, type OrderedList, isBehind } from '#server/platform/lists/checkpoints.ts'
import { type Direction, type Range, orderOf, reversed } from '#server/platform/lists/orders.ts'
import { type Ids, mapSlices } from '#server/platform/lists/search-totals.ts'
import type { PageCaches } from '#server/platform/lists/searched-pages.ts'
import { blockAt, readTally } from '#server/platform/lists/tallied-rows.ts'

import { type Filter, type Kinds, isNarrow, readKinds } from './kinds.ts'
import { type Row, withKinds } from './rows.ts'

/** Up to this many rows, fetching them through their kinds and sorting is cheaper than scanning all in order. */
const fewRows = 20_000

/** Part of a list, counted from one of its ends. */
interface Slice extends Range {
  readonly direction: Direction
}

/** The column that each sort reads. */
export const columns = { id: 'id', name: 'name_key', price: 'price_key', updated_at: 'updated_at' } as const
type Column = (typeof columns)[keyof typeof columns]

/** The rows of one page in their order, and the total. */
export async function readPage(
  tenant: Tenant,
  { totals, checkpoints }: PageCaches,
  filter: Filter,
  { sort = 'id', ...range }: Range & { readonly sort?: ServiceSort | undefined },
) {
  const { column, direction } = orderOf(columns, sort)
  const isOfAll = !isNarrow(filter) && filter.search === ''
  if (isOfAll && column === 'id' && range.offset === 0) {
    // The usual page, which doesn't depend on the total: both are one round trip to a database server.
    const [{ total }, rows] = await Promise.all([
      readTally(tenant, 'services'),
      readById(tenant, { ...range, direction }),
    ])
    return { rows, total }
  }
  const all = await readTally(tenant, 'services')
  const ofKinds = isNarrow(filter) ? await readKinds(tenant, filter) : undefined
  const matching: Matching = { search: filter.search, ofKinds, all: all.total, column }
  const found = JSON.stringify([tenant.account, filter])
  const total =
    filter.search === ''
      ? (ofKinds?.total ?? all.total)
      : await totals.get(`${all.changes} ${found}`, () => count(tenant, matching))
  if (range.offset >= total) return { rows: [], total }
  const size = Math.min(range.limit, total - range.offset)
  // From the nearer end: what comes before a page has to be passed over.
  const isNearEnd = range.offset > total / 2
  const rest = total - range.offset - size
  const slice: Slice = isNearEnd
    ? { limit: size, offset: rest, direction: reversed(direction) }
    : { limit: size, offset: range.offset, direction }
  if (isOfAll && column === 'id') {
    const rows = await readById(tenant, slice)
    return { rows: isNearEnd ? rows.toReversed() : rows, total }
  }
  const path = choosePath(tenant, matching, slice, total, checkpoints.interval)
  const page = async () => {
    if (isSorted(tenant, matching, path) || slice.offset <= checkpoints.interval)
      return pageOn(tenant, matching, path, slice)
    const rowAfter: OrderedList['rowAfter'] = (after, offset) =>
      tenant
        .from(pageOn(tenant, matching, path, { limit: 1, offset, direction: 'asc' }, after))
        .select(['page.id', 'page.key'])
        .executeTakeFirst()
    const list = { name: `${column} ${found}`, changes: all.changes, rowAfter }
    const start = await checkpoints.startAt(list, direction === 'asc' ? range.offset : rest)
    return pageOn(
      tenant,
      matching,
      path,
      { limit: size, offset: start.offset, direction: 'asc' },
      start.after,
    )
  }
  return {
    rows: await withKinds(tenant, await page())
      .orderBy('page.key', direction)
      .orderBy('page.id', direction)
      .execute(),
    total,
  }
}

/** The page by id, begun at the block of ids that it is in. */
async function readById(tenant: Tenant, slice: Slice) {
  const start = await blockAt(tenant, 'services', slice)
  return tenant.run(pageById[slice.direction], { limit: slice.limit, ...start })
}

interface Matching {
  /** Folded; empty for no search. */
  readonly search: string
  /** Undefined where services of every kind are wanted. */
  readonly ofKinds: Kinds | undefined
  /** How many services there are. */
  readonly all: number
  /** Columns they are sorted by; then by id. */
  readonly column: Column
}

/** How many services a search finds. */
async function count(tenant: Tenant, matching: Matching): Promise<number> {
  const totals = await mapSlices(tenant, { table: 'services', rows: matching.all }, async (ids) => {
    const { total } = await searchMatches(tenant, matching, ids)
      .select((eb) => eb.fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow()
    return total
  })
  return totals.reduce((sum, total) => sum + total, 0)
}

type Page = AliasedExpression<Checkpoint, 'page'>

/** How the ids of a page are read: by testing rows in their order, through their kinds, or off the search index. */
type AccessPath = 'walk' | 'kinds' | 'found'

/** A row that is found and sorted costs about as much as this many rows met in order. */
const findingCosts = 4

function choosePath(
  tenant: Tenant,
  matching: Matching,
  { offset, limit }: Slice,
  total: number,
  interval: number,
): AccessPath {
  const { search, all } = matching
  const steps = ((Math.min(offset, interval) + limit) * all) / total
  if (search === '') return matching.ofKinds && total <= fewRows && total < steps ? 'kinds' : 'walk'
  // Where a search has to find everything before the first row can be shown, and much matches, a walk is sooner there.
  return isSorted(tenant, matching, 'found') && steps < total * findingCosts ? 'walk' : 'found'
}

/** Whether everything is found and sorted before the first row can be shown. */
const isSorted = ({ dialect }: Tenant, { column }: Matching, path: AccessPath) =>
  path === 'kinds' || (path === 'found' && (column !== 'id' || !dialect.searchesInIdOrder))

/** A slice of the list; on a path that can begin anywhere, counted from the row after that one. */
function pageOn(
  tenant: Tenant,
  matching: Matching,
  path: AccessPath,
  { limit, offset, direction }: Slice,
  after?: Checkpoint,
): Page {
  const { search, ofKinds, column } = matching
  const key = sql.ref<number | string>(`services.${column}`)
  if (path === 'found' && column === 'id')
    return searchMatches(tenant, matching, after && [after.id + 1, idMask])
      .select(['found.id', 'found.key'])
      .orderBy('found.key', direction)
      .limit(limit)
      .offset(offset)
      .as('page')
  if (path === 'walk') {
    let walk = tenant.select('services').select(['services.id', key.as('key')])
    if (search !== '') walk = walk.where(tenant.dialect.textContains('services', search))
    // Adding nothing keeps a planner from gathering and sorting a large part of the catalog.
    if (ofKinds) walk = walk.where(isIn(tenant.dialect, sql`services.kind_id + 0`, ofKinds.ids))
    if (after) walk = walk.where(isBehind('services', column, after))
    const ordered = walk.orderBy(key, direction)
    return (column === 'id' ? ordered : ordered.orderBy('services.id', direction))
      .limit(limit)
      .offset(offset)
      .as('page')
  }
  const ofThese = path === 'kinds' && tenant.from(idsOfKinds(tenant, ofKinds?.ids ?? '[]').as('found'))
  if (ofThese && column === 'id')
    return ofThese
      .select(['found.id', 'found.id as key'])
      .orderBy('found.id', direction)
      .limit(limit)
      .offset(offset)
      .as('page')
  const ids = ofThese || searchMatches(tenant, matching)
  return (
    (ids as ReturnType<typeof searchMatches>)
      .innerJoin('services', 'services.id', 'found.id')
      .select(['services.id', key.as('key')])
      // Adding nothing, so that what was found is fetched and sorted rather than met on a walk over everything.
      .orderBy(sql`${key}${isNumeric(column) ? sql` + 0` : sql` || ''`}`, direction)
      .orderBy('services.id', direction)
      .limit(limit)
      .offset(offset)
      .as('page')
  )
}

const isNumeric = (column: Column) => column === 'id' || column === 'price_key'

/** The ids of all services of these kinds, kind by kind. */
function idsOfKinds({ account, dialect }: Tenant, ids: string): RawBuilder<{ id: number }> {
  const rows = sql`${dialect.jsonRows(ids)} as kind`
  // A cross join of SQLite and a lateral one with an offset are executed in the order they are written in.
  return dialect.kind === 'sqlite'
    ? sql`(select services.id from ${rows} cross join services
        where services.account_id = ${account} and services.kind_id = kind.value)`
    : sql`(select of_kind.id from ${rows} cross join lateral (select services.id from services
        where services.account_id = ${account} and services.kind_id = kind.value::text::bigint offset 0) as of_kind)`
}

/** The matching services, found by the search index and narrowed after. */
function searchMatches(tenant: Tenant, { search, ofKinds }: Matching, ids?: Ids) {
  const matching = tenant.search({ table: 'services', words: [search], key: 'id', ...(ids && { ids }) })
  if (!ofKinds) return matching
  const services = tenant.dialect.fromCoveringIndex('services', 'services_account')
  const kind = sql<number>`(select kind_id from ${services} where account_id = ${tenant.account} and id = found.id)`
  return matching.where(isInList(tenant, kind, ofKinds.ids))
}

const isInList = ({ dialect }: Tenant, value: RawBuilder<unknown>, ids: string) =>
  sql<boolean>`${value} in (select cast(cast(value as text) as bigint) from ${dialect.jsonRows(ids)})`

const pageOf = (direction: 'asc' | 'desc') =>
  new Prepared<Tenant, Range & { bound: number }, Row>((tenant, value) =>
    withKinds(
      tenant,
      tenant
        .select('services')
        .select(['services.id', 'services.id as key'])
        .where('services.id', direction === 'asc' ? '>=' : '<', value('bound'))
        .orderBy('services.id', direction)
        .limit(value('limit'))
        .offset(value('offset'))
        .as('page'),
    ).orderBy('page.id', direction),
  )
const pageById = { asc: pageOf('asc'), desc: pageOf('desc') }
