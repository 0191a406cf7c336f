import * as z from 'zod/mini'

import { endpoint } from '../wire/endpoint.ts'
import { Datetime, MetaB, idParams, pageB } from '../wire/surface.ts'
import { deliveryFilter, deliveryStatuses } from './delivery-filter.ts'
import { EventName } from './event-name.ts'
import { Delivery } from './webhooks.ts'

/** Surface X: the deliveries of webhooks, beyond what the specification shows. */

const ability = 'settings.manage'

/** A delivery as Surface X lists it. */
export const ListedDelivery = z.extend(Delivery, {
  webhook_id: z.int(),
  status: z.enum(deliveryStatuses),
  is_test: z.boolean(),
})
export type ListedDelivery = z.infer<typeof ListedDelivery>

/** One attempt, with everything that was sent and received. Bodies are text, cut at 4 KiB. */
export const Attempt = z.object({
  number: z.int(),
  started_at: Datetime,
  duration_ms: z.number(),
  request_headers: z.record(z.string(), z.string()),
  response_status: z.nullable(z.int()),
  response_headers: z.nullable(z.record(z.string(), z.string())),
  response_body: z.nullable(z.string()),
  error: z.nullable(z.string()),
})
export type Attempt = z.infer<typeof Attempt>

/** A delivery with the request that is sent and its last attempts. */
export const DeliveryInFull = z.extend(ListedDelivery, {
  /** How often it is retried at most, by the settings of its webhook and the service's schedule; 0 for a test. */
  retries: z.int(),
  request: z.object({ method: z.string(), url: z.string(), body: z.string() }),
  /** Newest first, at most the last twenty. */
  attempt_log: z.array(Attempt),
})
export type DeliveryInFull = z.infer<typeof DeliveryInFull>

export const listDeliveries = endpoint({
  surface: 'x',
  method: 'GET',
  path: '/api/x/webhooks/:id/deliveries',
  text: 'one page of its deliveries, the newest first; `status`, `event`, `code` (`404`, `4xx`), `from`, `to`, `page`, `limit`',
  record: 'webhooks',
  ability,
  params: idParams,
  query: z.object({ ...pageB, ...deliveryFilter }),
  response: z.object({ data: z.array(ListedDelivery), meta: MetaB }),
})

export const showDelivery = endpoint({
  surface: 'x',
  method: 'GET',
  path: '/api/x/deliveries/:id',
  text: 'one delivery with its request and its last attempts',
  record: 'deliveries',
  ability,
  params: idParams,
  response: z.object({ data: DeliveryInFull }),
})

export const testWebhook = endpoint({
  surface: 'x',
  method: 'POST',
  path: '/api/x/webhooks/:id/test',
  text: 'sends a sample of `{"event"}`, marked as a test, to this endpoint alone, even if it is paused or doesn’t subscribe to it',
  record: 'webhooks',
  ability,
  status: 202,
  params: idParams,
  body: z.object({ event: EventName }),
  response: z.object({ data: ListedDelivery }),
})

export const rotateSecret = endpoint({
  surface: 'x',
  method: 'POST',
  path: '/api/x/webhooks/:id/rotate-secret',
  text: 'a new secret, once; the one before also signs for 24 hours',
  record: 'webhooks',
  ability,
  params: idParams,
  response: z.object({
    secret: z.string(),
    data: z.object({ secret_fingerprint: z.string(), previous_secret_until: Datetime }),
  }),
})

export const redeliver = endpoint({
  surface: 'x',
  method: 'POST',
  path: '/api/x/deliveries/:id/redeliver',
  text: 'sends one that has ended again, due at once: same id, same body, and its attempts continue to count',
  record: 'deliveries',
  ability,
  status: 202,
  params: idParams,
  response: z.object({ data: ListedDelivery }),
})

export const retryDelivery = endpoint({
  surface: 'x',
  method: 'POST',
  path: '/api/x/deliveries/:id/retry',
  text: 'sends a pending delivery now instead of at its next attempt; 409 while it is being sent, once it has ended, and while its webhook is paused',
  record: 'deliveries',
  ability,
  status: 202,
  params: idParams,
  response: z.object({ data: ListedDelivery }),
})

export const redeliverFailed = endpoint({
  surface: 'x',
  method: 'POST',
  path: '/api/x/webhooks/:id/redeliver',
  text: 'sends all failed ones of a filter again; `{"dry_run": true}` only counts',
  record: 'webhooks',
  ability,
  status: 202,
  params: idParams,
  body: z.object({
    dry_run: z.boolean('dry_run must be true or false'),
    event: deliveryFilter.event,
    code: deliveryFilter.code,
    from: deliveryFilter.from,
    to: deliveryFilter.to,
  }),
  response: z.object({ data: z.object({ count: z.int() }) }),
})
