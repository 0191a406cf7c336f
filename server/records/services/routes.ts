import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'

import {
  type ServiceActivity,
  listServiceActivity,
  listServiceFacets,
  listServices,
  serviceActivityShown,
  showService,
} from '#contract/services/services.ts'
import { defaultPageSize } from '#contract/wire/surface.ts'
import type { Context } from '#server/context.ts'
import type { Tenant } from '#server/platform/access/tenant.ts'
import { mount } from '#server/platform/http/mount.ts'
import { sendVersion } from '#server/platform/http/versions.ts'
import { now } from '#server/platform/lib/clock.ts'
import { HttpError } from '#server/platform/lib/http-error.ts'
import { Checkpoints } from '#server/platform/lists/checkpoints.ts'
import { SearchTotals } from '#server/platform/lists/search-totals.ts'

import { filterOf } from './filter.ts'
import { type Filter, kinds } from './kinds.ts'
import { readPage } from './pages.ts'
import { readVersioned, serviceText } from './rows.ts'

/** The catalogue. */
export function services(app: FastifyInstance, context: Context): void {
  const caches = { totals: new SearchTotals<number>(), checkpoints: new Checkpoints() }

  mount(app, context, listServices, async ({ tenant, query, reply }) => {
    const { page = 1, limit = defaultPageSize, sort } = query
    const range = { limit, offset: (page - 1) * limit, sort }
    const { rows, total } = await readPage(tenant, caches, filterOf(query), range)
    const meta = { total, page, limit, total_pages: Math.ceil(total / limit) }
    return reply
      .type('application/json; charset=utf-8')
      .send(
        `{"data":[${rows.map(serviceText).join(',')}],"meta":${JSON.stringify(meta)},"timestamp":"${now()}"}`,
      )
  })

  mount(app, context, showService, async ({ tenant, params, reply }) => {
    const [versioned] = await readVersioned(tenant, [params.id])
    if (!versioned) throw new HttpError('NOT_FOUND')
    sendVersion(reply, versioned.version)
    return { data: versioned.service }
  })

  mount(app, context, listServiceActivity, async ({ tenant, params: { id } }) => {
    const service = await tenant.select('services').select('id').where('id', '=', id).executeTakeFirst()
    if (!service) throw new HttpError('NOT_FOUND')
    return { data: await readActivity(tenant, id) }
  })

  mount(app, context, listServiceFacets, async ({ tenant, query }) => ({
    data: await readFacets(tenant, filterOf(query)),
  }))
}

/** A choice of one filter counts what the others leave. */
async function readFacets(tenant: Tenant, filter: Filter) {
  const [categories, tags] = await Promise.all([
    kinds(tenant, { ...filter, category: undefined })
      .select((eb) => ['category as name', eb.fn.sum<number>('services').as('count')])
      .groupBy('category')
      .orderBy('category')
      .execute(),
    kinds(tenant, { ...filter, tags: [] })
      .innerJoin('service_kind_tags', 'service_kind_tags.kind_id', 'service_kinds.id')
      .select((eb) => ['tag as name', eb.fn.sum<number>('services').as('count')])
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

/** Returns what happened with a service, the newest first. */
async function readActivity(tenant: Tenant, id: number): Promise<ServiceActivity[]> {
  const rows = await tenant
    .select('activity_log')
    .select(['id', 'event', 'description', 'changes', 'caused_by', 'created_at'])
    // As the index has it.
    .where(sql<boolean>`subject_type = 'service'`)
    .where('subject_id', '=', id)
    .orderBy('id', 'desc')
    .limit(serviceActivityShown)
    .execute()
  return rows.map(({ changes, ...row }) => ({
    ...row,
    changes: changes === null ? null : (JSON.parse(changes) as ServiceActivity['changes']),
  }))
}
