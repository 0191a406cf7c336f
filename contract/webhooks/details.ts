import * as z from 'zod/mini'

import { endpoint } from '../wire/endpoint.ts'
import { Datetime, MetaB, idParams, pageB } from '../wire/surface.ts'
import { webhookStates } from './filter.ts'
import { Webhook, WebhookCreate, WebhookUpdate } from './webhooks.ts'

/** Surface X: webhooks with their names and how they are doing. */

const ability = 'settings.manage'

/** Longest name, in characters (UTF-16 units). */
export const longestWebhookName = 100

/** The name of an endpoint; null or an empty text clears it. */
const Name = z.optional(
  z.nullable(
    z
      .string('name must be a string or null')
      .check(
        z.trim(),
        z.maxLength(longestWebhookName, `The name must be at most ${longestWebhookName} characters`),
        z.regex(/^[^\p{Cc}\p{Cs}]*$/u, 'The name must not contain control characters'),
      ),
  ),
)

/** One of the last ten attempts at an endpoint. Tests are left out. */
export const RecentAttempt = z.object({
  delivery_id: z.int(),
  /** Which attempt of that delivery it was; the first is 1. */
  attempt: z.int(),
  event: z.string(),
  status: z.enum(['delivered', 'failed']),
  response_status: z.nullable(z.int()),
  at: Datetime,
})
export type RecentAttempt = z.infer<typeof RecentAttempt>

/** A webhook as Surface X returns it. */
export const WebhookDetails = z.extend(Webhook, {
  name: z.nullable(z.string()),
  /** Disabled, or active and the last attempt that wasn't a test failed. The same meaning everywhere. */
  is_failing: z.boolean(),
  /** How often a failed delivery is really retried: the configured number, within the service's schedule. */
  retries: z.int(),
  /** The first eight hexadecimal digits of the secret's SHA-256, which identify the secret without revealing it. */
  secret_fingerprint: z.string(),
  /** Until when the previous secret also signs; null when there is none. */
  previous_secret_until: z.nullable(Datetime),
  /** Deliveries that wait for their (next) attempt, counted up to 1,000. */
  waiting: z.int(),
  /** When the first of them is due. */
  next_attempt_at: z.nullable(Datetime),
  /** The last ten attempts, newest first. `failure_count` says how many have failed in a row. */
  recent_attempts: z.array(RecentAttempt),
})
export type WebhookDetails = z.infer<typeof WebhookDetails>

export const listWebhookDetails = endpoint({
  surface: 'x',
  method: 'GET',
  path: '/api/x/webhooks',
  text: 'webhooks with their names and how they are doing, failing first, then active, then paused; `state` (`failing`, `paused`), `page`, `limit`; `counts` covers all pages and ignores `state`',
  ability,
  query: z.object({
    ...pageB,
    state: z.optional(z.enum(webhookStates, `state must be one of ${webhookStates.join(', ')}`)),
  }),
  response: z.object({
    data: z.array(WebhookDetails),
    meta: z.extend(MetaB, {
      counts: z.object({ all: z.int(), failing: z.int(), paused: z.int() }),
    }),
  }),
})

export const showWebhookDetails = endpoint({
  surface: 'x',
  method: 'GET',
  path: '/api/x/webhooks/:id',
  text: 'one of them with its last attempts',
  record: 'webhooks',
  ability,
  params: idParams,
  response: z.object({ data: WebhookDetails }),
})

/** A webhook to add, with its name. */
export const NamedWebhookCreate = z.extend(WebhookCreate, { name: Name })
export type NamedWebhookCreate = z.infer<typeof NamedWebhookCreate>

export const createNamedWebhook = endpoint({
  surface: 'x',
  method: 'POST',
  path: '/api/x/webhooks',
  text: 'creates one, as V1 does, with a `name`',
  ability,
  status: 201,
  body: NamedWebhookCreate,
  response: z.object({ data: WebhookDetails, secret: z.string() }),
})

/** Changes to a webhook, or to its name; what is absent stays. */
export const NamedWebhookUpdate = z.extend(WebhookUpdate, { name: Name })
export type NamedWebhookUpdate = z.infer<typeof NamedWebhookUpdate>

export const updateNamedWebhook = endpoint({
  surface: 'x',
  method: 'PUT',
  path: '/api/x/webhooks/:id',
  text: 'changes one, as V1 does, and its `name`',
  record: 'webhooks',
  ability,
  params: idParams,
  body: NamedWebhookUpdate,
  response: z.object({ data: WebhookDetails }),
})

/** Attempts at an endpoint in the last 24 hours, tests left out. */
export const WebhookActivity = z.object({
  /** 24 hours in UTC, oldest first; the last one is still running. */
  hours: z.array(z.object({ start: Datetime, delivered: z.int(), failed: z.int() })),
  /** The share of attempts that succeeded, from 0 to 1; null where there were none. */
  success_rate: z.nullable(z.number()),
  /** The median time to a response, over the last 200 deliveries at most; null where there was none. */
  median_ms: z.nullable(z.number()),
  last_delivery_at: z.nullable(Datetime),
})
export type WebhookActivity = z.infer<typeof WebhookActivity>

export const showWebhookActivity = endpoint({
  surface: 'x',
  method: 'GET',
  path: '/api/x/webhooks/:id/activity',
  text: 'attempts of the last 24 hours by the hour, success rate, median response time',
  record: 'webhooks',
  ability,
  params: idParams,
  response: z.object({ data: WebhookActivity }),
})

export const showRetrySchedule = endpoint({
  surface: 'x',
  method: 'GET',
  path: '/api/x/retry-schedule',
  text: 'the waits between attempts, in seconds: as many as there are retries at most',
  ability,
  response: z.object({ data: z.object({ waits_seconds: z.array(z.number()) }) }),
})
