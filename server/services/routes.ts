import type { FastifyInstance } from 'fastify'
import { type AliasedExpression, type RawBuilder, type Selectable, sql } from 'kysely'

import { fold } from '#contract/folding.ts'
import { type Service, listServiceFacets, listServices, showService } from '#contract/services.ts'
import { defaultPageSize } from '#contract/surface.ts'
import type { Tenant } from '#server/access/tenant.ts'
import type { Services } from '#server/context.ts'
import type { ServiceKindTable, ServiceTable } from '#server/db/database.ts'
import { Prepared, isIn } from '#server/db/prepared.ts'
import { Refusal } from '#server/http/errors.ts'
import { mount } from '#server/http/mount.ts'
import { now } from '#server/lib/clock.ts'
import { toDecimal, toPercent } from '#server/lib/money.ts'
import { SearchTotals } from '#server/lists/search-totals.ts'
import { blockAt, readTally } from '#server/lists/tallied-rows.ts'

/** The catalogue. CHOICE 0022. */
export function services(app: FastifyInstance, made: Services): void {
  const totals = new SearchTotals<number>()

  mount(app, made, listServices, async ({ tenant, query, reply }) => {
    const { page = 1, limit = defaultPageSize } = query
    const wanted = { limit, offset: (page - 1) * limit }
    const { rows, total } = await readPage(tenant, totals, filterOf(query), wanted)
    const meta = { total, page, limit, total_pages: Math.ceil(total / limit) }
    return reply
      .type('application/json; charset=utf-8')
      .send(
        `{"data":[${rows.map(serviceText).join(',')}],"meta":${JSON.stringify(meta)},"timestamp":"${now()}"}`,
      )
  })

  mount(app, made, showService, async ({ tenant, params }) => {
    const service = await readService(tenant, params.id)
    if (!service) throw new Refusal('NOT_FOUND')
    return { data: service }
  })

  mount(app, made, listServiceFacets, async ({ tenant }) => ({ data: await readFacets(tenant) }))
}

interface Filter {
  readonly type: string | undefined
  readonly category: string | undefined
  readonly is_active: boolean | undefined
  readonly tags: readonly string[]
  /** Folded; empty for no search. */
  readonly search: string
}

function filterOf(query: {
  type?: string | undefined
  category?: string | undefined
  is_active?: boolean | undefined
  tags?: string | undefined
  search?: string | undefined
}): Filter {
  const tags = (query.tags ?? '')
    .split(',')
    .map((tag) => tag.trim())
    .filter(Boolean)
  // What a form sends for a field left empty narrows nothing.
  return {
    type: query.type,
    category: query.category || undefined,
    is_active: query.is_active,
    tags,
    search: fold(query.search ?? ''),
  }
}

/** Up to so many rows are cheaper fetched through their kinds and sorted than met on a walk over all. */
const few = 20_000

interface Range {
  readonly limit: number
  readonly offset: number
}

/** Part of a list, counted from one of its ends. */
interface Slice extends Range {
  readonly direction: 'asc' | 'desc'
}

/** The rows of one page in the order of ids, and the total. */
async function readPage(tenant: Tenant, totals: SearchTotals<number>, filter: Filter, range: Range) {
  const all = await readTally(tenant, 'services')
  const ofKinds = isNarrow(filter) ? await readKinds(tenant, filter) : undefined
  const matching: Matching = { search: filter.search, ofKinds, all: all.total }
  const total =
    filter.search === ''
      ? (ofKinds?.total ?? all.total)
      : await totals.get(JSON.stringify([tenant.account, all.changes, filter]), () => count(tenant, matching))
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
  const ids =
    filter.search === ''
      ? kindPage(tenant, matching, slice, total)
      : foundPage(tenant, matching, slice, total)
  return { rows: await withKinds(tenant, ids).orderBy('services.id').execute(), total }
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
  const { total } = await found(tenant, matching)
    .select((of) => of.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return total
}

const isNarrow = ({ type, category, is_active, tags }: Filter) =>
  tags.length > 0 || [type, category, is_active].some((given) => given !== undefined)

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

type Ids = AliasedExpression<{ id: number }, 'page'>

/** Ids of one page of the services of some kinds. */
function kindPage(
  tenant: Tenant,
  { ofKinds, all }: Matching,
  { limit, offset, direction }: Slice,
  total: number,
): Ids {
  const services = tenant.select('services').select('services.id').limit(limit).offset(offset)
  const { dialect } = tenant
  const ids = ofKinds?.ids ?? '[]'
  const steps = ((offset + limit) * all) / total
  // Adding nothing keeps a planner from walking all services in the order of ids to meet a few of them, and SQLite from
  // gathering and sorting a large part of the catalog.
  return total <= few && total < steps
    ? services
        .where(isIn(dialect, 'kind_id', ids))
        .orderBy(sql`services.id + 0`, direction)
        .as('page')
    : services.where(isOnWayIn(tenant, ids)).orderBy('services.id', direction).as('page')
}

const isOnWayIn = (tenant: Tenant, ids: string) =>
  tenant.dialect.kind === 'sqlite'
    ? isInList(tenant, sql`services.kind_id + 0`, ids)
    : isIn(tenant.dialect, 'kind_id', ids)

/** A row that is found and sorted costs about as much as this many rows met in order. */
const findingCosts = 4

/** Ids of one page of what a search finds. */
function foundPage(
  tenant: Tenant,
  matching: Matching,
  { limit, offset, direction }: Slice,
  total: number,
): Ids {
  const steps = ((offset + limit) * matching.all) / total
  // Where a search has to find everything before the first row can be shown, and much matches, a walk is sooner there.
  if (!tenant.dialect.findsInOrder && steps < total * findingCosts) {
    const walk = tenant
      .select('services')
      .select('services.id')
      .where(tenant.dialect.holds('services', matching.search))
    const narrowed = matching.ofKinds ? walk.where(isOnWayIn(tenant, matching.ofKinds.ids)) : walk
    return narrowed.orderBy('services.id', direction).limit(limit).offset(offset).as('page')
  }
  return found(tenant, matching)
    .select('found.id')
    .orderBy('found.key', direction)
    .limit(limit)
    .offset(offset)
    .as('page')
}

/** The matching services, found by the search index and narrowed after. */
function found(tenant: Tenant, { search, ofKinds }: Matching) {
  const matching = tenant.found({ table: 'services', words: [search], key: 'id' })
  if (!ofKinds) return matching
  const services = tenant.dialect.offIndex('services', 'services_account')
  const kind = sql<number>`(select kind_id from ${services} where account_id = ${tenant.account} and id = found.id)`
  return matching.where(isInList(tenant, kind, ofKinds.ids))
}

const isInList = ({ dialect }: Tenant, value: RawBuilder<unknown>, ids: string) =>
  sql<boolean>`${value} in (select cast(cast(value as text) as bigint) from ${dialect.jsonRows(ids)})`

const rowColumns = [
  'services.id',
  'name',
  'description',
  'type',
  'category',
  'price',
  'currency',
  'billing_type',
  'is_active',
  'tax_rate',
  'unit',
  'created_at',
  'updated_at',
  'custom_fields',
  'tags',
] as const

/** The services of a page, with what their kinds say. */
const withKinds = (tenant: Tenant, page: Ids) =>
  tenant
    .from(page)
    .innerJoin('services', 'services.id', 'page.id')
    .innerJoin('service_kinds', 'service_kinds.id', 'services.kind_id')
    .select(rowColumns)

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

async function readService(tenant: Tenant, id: number): Promise<Service | undefined> {
  const page = tenant.select('services').select('services.id').where('services.id', '=', id).as('page')
  const row = await withKinds(tenant, page).executeTakeFirst()
  return row && asService(row)
}

type Row = Pick<
  Selectable<ServiceTable>,
  | 'id'
  | 'name'
  | 'description'
  | 'price'
  | 'currency'
  | 'billing_type'
  | 'tax_rate'
  | 'unit'
  | 'created_at'
  | 'updated_at'
  | 'custom_fields'
> &
  Pick<Selectable<ServiceKindTable>, 'type' | 'category' | 'is_active' | 'tags'>

const asService = (row: Row): Service => ({
  id: row.id,
  name: row.name,
  description: row.description,
  type: row.type,
  category: row.category,
  price: toDecimal(row.price, row.currency),
  currency: row.currency,
  billing_type: row.billing_type,
  is_active: row.is_active === 1,
  tax_rate: toPercent(row.tax_rate),
  unit: row.unit,
  created_at: row.created_at,
  updated_at: row.updated_at,
  custom_fields: JSON.parse(row.custom_fields) as Service['custom_fields'],
  tags: JSON.parse(row.tags) as string[],
})

const text = (value: string) => JSON.stringify(value)

/** The same as JSON. What is stored as JSON goes out as it is. */
const serviceText = (row: Row): string =>
  `{"id":${row.id},"name":${text(row.name)},"description":${text(row.description)},"type":${text(row.type)},"category":${text(row.category)},"price":${toDecimal(row.price, row.currency)},"currency":${text(row.currency)},"billing_type":${text(row.billing_type)},"is_active":${row.is_active === 1},"tax_rate":${toPercent(row.tax_rate)},"unit":${text(row.unit)},"created_at":${text(row.created_at)},"updated_at":${text(row.updated_at)},"custom_fields":${row.custom_fields},"tags":${row.tags}}`

async function readFacets(tenant: Tenant) {
  const [categories, tags] = await Promise.all([
    tenant
      .select('service_kinds')
      .select((of) => ['category as name', of.fn.sum<number>('services').as('count')])
      .groupBy('category')
      .orderBy('category')
      .execute(),
    tenant
      .select('service_kind_tags')
      .innerJoin('service_kinds', 'service_kinds.id', 'service_kind_tags.kind_id')
      .select((of) => ['tag as name', of.fn.sum<number>('services').as('count')])
      .groupBy('tag')
      .orderBy('tag')
      .execute(),
  ])
  const asFacet = ({ name, count: services }: { name: string; count: number }) => ({
    name,
    count: Number(services),
  })
  return { categories: categories.map(asFacet), tags: tags.map(asFacet) }
}
