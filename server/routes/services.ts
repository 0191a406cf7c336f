import type { FastifyInstance } from 'fastify'
import { type RawBuilder, type SelectQueryBuilder, type Selectable, sql } from 'kysely'

import { fold } from '#contract/folding.ts'
import { type Service, listServiceFacets, listServices, showService } from '#contract/services.ts'
import { defaultPageSize } from '#contract/surface.ts'

import { now } from '../clock.ts'
import type { ServiceKindTable, ServiceTable } from '../db/database.ts'
import { Refusal } from '../errors.ts'
import { toDecimal, toPercent } from '../money.ts'
import { mount } from '../mount.ts'
import type { Services } from '../services.ts'
import type { Searchable, Tenant } from '../tenant.ts'
import { SearchTotals } from './search-totals.ts'

/** The catalogue. CHOICE 0022. */
export function services(app: FastifyInstance, made: Services): void {
  const totals = new SearchTotals<number>()

  mount(app, made, listServices, async ({ tenant, query }) => {
    const { page = 1, limit = defaultPageSize } = query
    const { ids, total } = await readPage(tenant, totals, filterOf(query), {
      limit,
      offset: (page - 1) * limit,
    })
    return {
      data: await readServices(tenant, ids),
      meta: { total, page, limit, total_pages: Math.ceil(total / limit) },
      timestamp: now(),
    }
  })

  mount(app, made, showService, async ({ tenant, params }) => {
    const [service] = await readServices(tenant, [params.id])
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

const everything: Filter = {
  type: undefined,
  category: undefined,
  is_active: undefined,
  tags: [],
  search: '',
}

interface Range {
  readonly limit: number
  readonly offset: number
}

/** The ids of one page, in any order, and the total. */
async function readPage(tenant: Tenant, totals: SearchTotals<number>, filter: Filter, range: Range) {
  const ofKind = await countOfKind(tenant, filter)
  if (filter.search !== '' && ofKind > few) {
    const matching = searched(tenant, filter)
    // Services are added, never altered nor taken away: as long as there are as many, they are the same.
    const key = JSON.stringify([tenant.account, await countOfKind(tenant, everything), filter])
    const total = await totals.get(key, () => count(matching))
    return { ids: await idsOf(matching, sql.ref('found.id'), sql.ref('found.key'), total, range), total }
  }
  const matching = read(tenant, filter, ofKind)
  const total = filter.search === '' ? ofKind : await count(matching)
  // Adding nothing keeps the planner from walking all services in the order of ids to meet a few of them.
  const place = ofKind <= few && isNarrow(filter) ? sql`services.id + 0` : sql.ref('services.id')
  return { ids: await idsOf(matching, sql.ref('services.id'), place, total, range), total }
}

const isNarrow = ({ type, category, is_active, tags }: Filter) =>
  tags.length > 0 || [type, category, is_active].some((given) => given !== undefined)

/** How many services the filter leaves, its search apart: a sum over few rows, whatever the size of the catalogue. */
async function countOfKind(tenant: Tenant, filter: Filter): Promise<number> {
  const { total } = await kinds(tenant, filter)
    .select((of) => of.fn.coalesce(of.fn.sum<number>('services'), sql<number>`0`).as('total'))
    .executeTakeFirstOrThrow()
  return Number(total)
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

/** The matching services, found by reading them. */
function read(tenant: Tenant, filter: Filter, ofKind: number) {
  let query = tenant.select('services')
  const wanted = kinds(tenant, filter).select('service_kinds.id')
  if (isNarrow(filter) && ofKind <= few) query = query.where('kind_id', 'in', wanted)
  // Adding nothing keeps the planner from gathering and sorting a large part of the catalogue.
  else if (isNarrow(filter)) query = query.where(sql<number>`services.kind_id + 0`, 'in', wanted)
  return filter.search === '' ? query : query.where(tenant.dialect.holds('services', filter.search))
}

/** The matching services, found by the search index and narrowed after. */
function searched(tenant: Tenant, filter: Filter) {
  const found = tenant.found({ table: 'services', words: [filter.search], key: 'id' })
  if (!isNarrow(filter)) return found
  const services = tenant.dialect.offIndex('services', 'services_account')
  const kind = sql<number>`(select kind_id from ${services} where account_id = ${tenant.account} and id = found.id)`
  return found.where(kind, 'in', kinds(tenant, filter).select('service_kinds.id'))
}

async function count<Tables extends keyof Searchable>(
  matching: SelectQueryBuilder<Searchable, Tables, object>,
): Promise<number> {
  const { total } = await matching
    .select((of) => of.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return total
}

async function idsOf<Tables extends keyof Searchable>(
  matching: SelectQueryBuilder<Searchable, Tables, object>,
  id: RawBuilder<unknown>,
  place: RawBuilder<unknown>,
  total: number,
  { limit, offset }: Range,
): Promise<number[]> {
  if (offset >= total) return []
  const size = Math.min(limit, total - offset)
  // From the nearer end: what comes before a page has to be passed over.
  const isNearEnd = offset > total / 2
  const rows = await matching
    .select(sql<number>`${id}`.as('id'))
    .orderBy(place, isNearEnd ? 'desc' : 'asc')
    .limit(size)
    .offset(isNearEnd ? total - offset - size : offset)
    .execute()
  return rows.map((row) => row.id)
}

async function readServices(tenant: Tenant, ids: readonly number[]): Promise<Service[]> {
  if (ids.length === 0) return []
  const rows = await tenant
    .select('services')
    .innerJoin('service_kinds', 'service_kinds.id', 'services.kind_id')
    .selectAll('services')
    .select(['type', 'category', 'is_active', 'tags'])
    .where('services.id', 'in', ids)
    .orderBy('services.id')
    .execute()
  return rows.map(asService)
}

type Row = Selectable<ServiceTable> &
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
