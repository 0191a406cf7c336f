import * as z from 'zod/mini'

import { endpoint } from '../wire/endpoint.ts'
import { sortBy, textFilter } from '../wire/list-query.ts'
import { serviceSorts } from '../wire/list-sorts.ts'
import { Datetime, MetaB, idParams, pageB } from '../wire/surface.ts'

/** The types that staff can choose. */
export const serviceTypes = ['service', 'product'] as const

/** A service or product of the catalogue. Read loosely: other services may know more types. */
export const Service = z.looseObject({
  id: z.int(),
  name: z.string(),
  description: z.string(),
  type: z.string(),
  category: z.string(),
  price: z.number(),
  currency: z.string(),
  /** `hourly`, `fixed` (one-time) or `recurring`. */
  billing_type: z.string(),
  is_active: z.boolean(),
  /** Percent. */
  tax_rate: z.number(),
  unit: z.string(),
  created_at: Datetime,
  updated_at: Datetime,
  custom_fields: z.array(
    z.looseObject({ id: z.int(), name: z.string(), key: z.string(), value: z.unknown(), type: z.string() }),
  ),
  tags: z.array(z.string()),
})
export type Service = z.infer<typeof Service>

/** Filters of the catalogue; they narrow together. `tags` joins tags by commas: any of them. */
export const serviceFilter = {
  type: z.optional(z.enum(serviceTypes, 'type must be service or product')),
  category: textFilter('category', 200),
  is_active: z.optional(
    z.pipe(
      z.enum(['true', 'false', '1', '0'], 'is_active must be true or false'),
      z.pipe(
        z.transform((value: '0' | '1' | 'false' | 'true') => value === 'true' || value === '1'),
        z.boolean(),
      ),
    ),
  ),
  search: textFilter('search', 200),
  tags: textFilter('tags', 1000),
}

/** One page of the catalog, in the order of ids unless sorted. */
export const listServices = endpoint({
  surface: 'b',
  method: 'GET',
  path: '/api/services/',
  query: z.object({
    ...pageB,
    ...serviceFilter,
    sort: sortBy(serviceSorts),
  }),
  response: z.object({
    data: z.array(Service),
    meta: z.extend(MetaB, { total_pages: z.int() }),
    timestamp: Datetime,
  }),
})

export const showService = endpoint({
  surface: 'x',
  method: 'GET',
  path: '/api/x/services/:id',
  text: 'one entry of the catalog; its `ETag` is the version',
  record: 'services',
  params: idParams,
  response: z.object({ data: Service }),
})

/** How many entries of its activity a service shows. */
export const serviceActivityShown = 100

/** An event in the activity of a service. */
export const ServiceActivity = z.object({
  id: z.int(),
  event: z.string(),
  description: z.string(),
  /** Fields that an update changed, by their wire names; null for other events. */
  changes: z.nullable(z.record(z.string(), z.object({ from: z.unknown(), to: z.unknown() }))),
  caused_by: z.string(),
  created_at: Datetime,
})
export type ServiceActivity = z.infer<typeof ServiceActivity>

export const listServiceActivity = endpoint({
  surface: 'x',
  method: 'GET',
  path: '/api/x/services/:id/activity',
  text: 'the newest 100 entries of a service’s activity: who did what and when, and what an update changed',
  record: 'services',
  params: idParams,
  response: z.object({ data: z.array(ServiceActivity) }),
})

const { search: _search, ...kindFilter } = serviceFilter

export const listServiceFacets = endpoint({
  surface: 'x',
  method: 'GET',
  path: '/api/x/service-facets',
  text: 'categories and tags, each with how many services the other filters leave',
  query: z.object(kindFilter),
  response: z.object({
    data: z.object({
      categories: z.array(z.object({ name: z.string(), count: z.int() })),
      tags: z.array(z.object({ name: z.string(), count: z.int() })),
    }),
  }),
})
