import { type AliasedExpression, type RawBuilder, sql } from 'kysely'

import type { Tenant } from '#server/access/tenant.ts'
import { idMask } from '#server/db/dialects.ts'
import { Prepared, isIn } from '#server/db/prepared.ts'
import type { Milestone, Milestones, Road } from '#server/lists/milestones.ts'
import { type Ids, type SearchTotals, mapSlices } from '#server/lists/search-totals.ts'
import { blockAt, readTally } from '#server/lists/tallied-rows.ts'

import { type Row, withKinds } from './rows.ts'

/** What is kept between requests. */
export interface ListCaches {
  readonly totals: SearchTotals<number>
  readonly milestones: Milestones
}

export interface Filter {
  readonly type: string | undefined
  readonly category: string | undefined
  readonly is_active: boolean | undefined
  readonly tags: readonly string[]
  /** Folded; empty for no search. */
  readonly search: string
}

/** Up to so many rows are cheaper fetched through their kinds and sorted than met on a walk over all. */
const fewRows = 20_000

interface Range {
  readonly limit: number
  readonly offset: number
}

/** Part of a list, counted from one of its ends. */
interface Slice extends Range {
  readonly direction: 'asc' | 'desc'
}

/** The rows of one page in the order of ids, and the total. CHOICE 0055. */
export async function readPage(
  tenant: Tenant,
  { totals, milestones }: ListCaches,
  filter: Filter,
  range: Range,
) {
  const all = await readTally(tenant, 'services')
  const ofKinds = isNarrow(filter) ? await readKinds(tenant, filter) : undefined
  const matching: Matching = { search: filter.search, ofKinds, all: all.total }
  const road = JSON.stringify([tenant.account, filter])
  const total =
    filter.search === ''
      ? (ofKinds?.total ?? all.total)
      : await totals.get(`${all.changes} ${road}`, () => count(tenant, matching))
  if (range.offset >= total) return { rows: [], total }
  const size = Math.min(range.limit, total - range.offset)
  // From the nearer end: what comes before a page has to be passed over.
  const isNearEnd = range.offset > total / 2
  const slice: Slice = isNearEnd
    ? { limit: size, offset: total - range.offset - size, direction: 'desc' }
    : { limit: size, offset: range.offset, direction: 'asc' }
  if (!ofKinds && filter.search === '') {
    const start = await blockAt(tenant, 'services', slice)
    const rows = await tenant.run(pageById[slice.direction], { limit: size, ...start })
    return { rows: isNearEnd ? rows.toReversed() : rows, total }
  }
  const way = wayTo(tenant, matching, slice, total, milestones.stretch)
  const page = async () => {
    if (isSorted(tenant, way) || slice.offset <= milestones.stretch)
      return pageOn(tenant, matching, way, slice)
    const rowAfter: Road['rowAfter'] = async (after, offset) => {
      const [id] = await tenant
        .from(pageOn(tenant, matching, way, { limit: 1, offset, direction: 'asc' }, after))
        .select('page.id')
        .execute()
      return id && { ...id, key: id.id }
    }
    const start = await milestones.startAt({ name: road, changes: all.changes, rowAfter }, range.offset)
    return pageOn(tenant, matching, way, { limit: size, offset: start.offset, direction: 'asc' }, start.after)
  }
  return {
    rows: await withKinds(tenant, await page())
      .orderBy('services.id')
      .execute(),
    total,
  }
}

interface Matching {
  /** Folded; empty for no search. */
  readonly search: string
  /** Undefined where services of every kind are wanted. */
  readonly ofKinds: Kinds | undefined
  /** How many services there are. */
  readonly all: number
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

const isNarrow = ({ type, category, is_active, tags }: Filter) =>
  tags.length > 0 || [type, category, is_active].some((value) => value !== undefined)

/** The kinds that a filter leaves, its search apart, and how many services are of them: few rows, whatever the catalog. */
async function readKinds(tenant: Tenant, filter: Filter): Promise<Kinds> {
  const rows = await kinds(tenant, filter).select(['service_kinds.id', 'services']).execute()
  return {
    ids: JSON.stringify(rows.map(({ id }) => id)),
    total: rows.reduce((sum, { services }) => sum + services, 0),
  }
}

interface Kinds {
  /** A JSON array. */
  readonly ids: string
  readonly total: number
}

function kinds(tenant: Tenant, { type, category, is_active, tags }: Filter) {
  let query = tenant.select('service_kinds')
  if (type !== undefined) query = query.where('type', '=', type)
  if (category !== undefined) query = query.where('category', '=', category)
  if (is_active !== undefined) query = query.where('is_active', '=', is_active ? 1 : 0)
  if (tags.length > 0) {
    const tagged = tenant.select('service_kind_tags').select('kind_id').where('tag', 'in', tags)
    query = query.where('service_kinds.id', 'in', tagged)
  }
  return query
}

type Page = AliasedExpression<{ id: number }, 'page'>

/** How the ids of a page are read: by testing rows in their order, through their kinds, or off the search index. */
type Way = 'walk' | 'kinds' | 'found'

/** A row that is found and sorted costs about as much as this many rows met in order. */
const findingCosts = 4

function wayTo(
  { dialect }: Tenant,
  { search, all }: Matching,
  { offset, limit }: Slice,
  total: number,
  stretch: number,
): Way {
  const steps = ((Math.min(offset, stretch) + limit) * all) / total
  if (search === '') return total <= fewRows && total < steps ? 'kinds' : 'walk'
  // Where a search has to find everything before the first row can be shown, and much matches, a walk is sooner there.
  return !dialect.searchesInIdOrder && steps < total * findingCosts ? 'walk' : 'found'
}

/** Whether everything is found and sorted before the first row can be shown. */
const isSorted = ({ dialect }: Tenant, way: Way) =>
  way === 'kinds' || (way === 'found' && !dialect.searchesInIdOrder)

/** Ids of part of the list; on the ways that can begin anywhere, counted from behind that row. */
function pageOn(
  tenant: Tenant,
  matching: Matching,
  way: Way,
  { limit, offset, direction }: Slice,
  after?: Milestone,
): Page {
  const { search, ofKinds } = matching
  if (way === 'found')
    return searchMatches(tenant, matching, after && [after.id + 1, idMask])
      .select('found.id')
      .orderBy('found.key', direction)
      .limit(limit)
      .offset(offset)
      .as('page')
  if (way === 'kinds')
    return tenant
      .from(idsOfKinds(tenant, ofKinds?.ids ?? '[]').as('row'))
      .select('row.id')
      .orderBy('row.id', direction)
      .limit(limit)
      .offset(offset)
      .as('page')
  let walk = tenant.select('services').select('services.id')
  if (search !== '') walk = walk.where(tenant.dialect.textContains('services', search))
  // Adding nothing keeps a planner from gathering and sorting a large part of the catalog.
  if (ofKinds) walk = walk.where(isIn(tenant.dialect, sql`services.kind_id + 0`, ofKinds.ids))
  if (after) walk = walk.where('services.id', '>', after.id)
  return walk.orderBy('services.id', direction).limit(limit).offset(offset).as('page')
}

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
        .select('services.id')
        .where('services.id', direction === 'asc' ? '>=' : '<', value('bound'))
        .orderBy('services.id', direction)
        .limit(value('limit'))
        .offset(value('offset'))
        .as('page'),
    ).orderBy('page.id', direction),
  )
const pageById = { asc: pageOf('asc'), desc: pageOf('desc') }
