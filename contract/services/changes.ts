import * as z from 'zod/mini'

import { endpoint } from '../wire/endpoint.ts'
import { Id } from '../wire/surface.ts'
import { ServiceInput, ServiceTag, mostTags } from './input.ts'
import { Service } from './services.ts'

/** Surface X: what staff do with the catalog. */

export const createService = endpoint({
  surface: 'x',
  method: 'POST',
  path: '/api/x/services',
  text: 'adds a service: what Surface B shows of one, without ids, keys and times',
  isIdempotent: true,
  ability: 'services.manage',
  body: ServiceInput,
  status: 201,
  response: z.object({ data: Service }),
})

export const updateService = endpoint({
  surface: 'x',
  method: 'PUT',
  path: '/api/x/services/:id',
  text: 'replaces one; a custom field with its `id` keeps its key and type, and its value unless given',
  needsVersion: true,
  isIdempotent: true,
  record: 'services',
  ability: 'services.manage',
  params: z.object({ id: Id }),
  body: ServiceInput,
  response: z.object({ data: Service }),
})

/** How many services one request may change. */
export const servicesAtOnce = 200

const someIds = `ids must be a list of 1 to ${servicesAtOnce} service ids`
const serviceId = z.int(someIds).check(z.gte(1, someIds))
const ids = z.array(serviceId, someIds).check(z.minLength(1, someIds), z.maxLength(servicesAtOnce, someIds))

export const setServicesActive = endpoint({
  surface: 'x',
  method: 'POST',
  path: '/api/x/services/set-active',
  text: '`{"ids", "is_active"}`: activates or deactivates up to 200 services, all or none; answers with those that changed',
  isIdempotent: true,
  ability: 'services.manage',
  body: z.object({ ids, is_active: z.boolean('is_active must be true or false') }),
  response: z.object({ data: z.object({ changed: z.array(z.int()) }) }),
})

const tagList = (name: string) =>
  z
    .array(ServiceTag, `${name} must be a list of tags`)
    .check(z.maxLength(mostTags, `Use at most ${mostTags} tags`))

const TagChange = z.object(
  { ids, add: tagList('add'), remove: tagList('remove') },
  'changes must be a list of changes',
)
export type TagChange = z.infer<typeof TagChange>

const someChanges = `changes must be a list of 1 to ${servicesAtOnce} changes`

export const retagServices = endpoint({
  surface: 'x',
  method: 'POST',
  path: '/api/x/services/retag',
  text: '`{"changes": [{"ids", "add", "remove"}]}`: adds and removes tags, all or none; answers with what really changed, which with `add` and `remove` exchanged undoes it',
  isIdempotent: true,
  ability: 'services.manage',
  body: z.object({
    changes: z
      .array(TagChange, someChanges)
      .check(z.minLength(1, someChanges), z.maxLength(servicesAtOnce, someChanges)),
  }),
  response: z.object({ data: z.object({ changes: z.array(TagChange) }) }),
})

const percent = 'percent must be a number from -100 to 1000 with at most 2 decimals'

/** A price that would change; both are decimals of the currency. */
const PriceChange = z.object({
  id: z.int(),
  name: z.string(),
  currency: z.string(),
  from: z.number(),
  to: z.number(),
  /** Counts the changes of the service; `setServicePrices` names it. */
  version: z.int(),
})
export type PriceChange = z.infer<typeof PriceChange>

export const previewServicePrices = endpoint({
  surface: 'x',
  method: 'POST',
  path: '/api/x/services/price-preview',
  text: '`{"ids", "percent"}`: what prices come to, rounded half away from zero to the currency’s smallest unit; changes nothing',
  ability: 'services.manage',
  body: z.object({
    ids,
    percent: z.number(percent).check(
      z.gte(-100, percent),
      z.lte(1000, percent),
      z.refine((value) => /^-?\d+(\.\d{1,2})?$/.test(String(value)), percent),
    ),
  }),
  response: z.object({ data: z.array(PriceChange) }),
})

const somePrices = `prices must be a list of 1 to ${servicesAtOnce} prices`

export const setServicePrices = endpoint({
  surface: 'x',
  method: 'POST',
  path: '/api/x/services/prices',
  text: '`{"prices": [{"id", "version", "price"}]}`: sets up to 200 prices, all or none; 412 if a version is no longer that',
  isIdempotent: true,
  ability: 'services.manage',
  body: z.object({
    prices: z
      .array(
        z.object(
          {
            id: serviceId,
            version: z
              .int('version must be the version that was read')
              .check(z.gte(1, 'version must be the version that was read')),
            price: ServiceInput.shape.price,
          },
          somePrices,
        ),
        somePrices,
      )
      .check(z.minLength(1, somePrices), z.maxLength(servicesAtOnce, somePrices)),
  }),
  /** The services with their new versions; `from` is the price before. */
  response: z.object({ data: z.array(PriceChange) }),
})
