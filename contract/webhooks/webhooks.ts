import * as z from 'zod/mini'

import { endpoint } from '../wire/endpoint.ts'
import { Datetime, idParams, pageV1, pagedV1 } from '../wire/surface.ts'
import { WebhookConfig } from './config.ts'
import { EventName } from './event-name.ts'

/** The most characters that the URL of a receiver may have. */
export const longestUrl = 2048
/** The most event names that a webhook may subscribe to. */
export const mostEvents = 100
/** The most endpoints that an account may have. */
export const mostWebhooks = 100

/** Returns what is wrong with the URL of a receiver, or undefined. The form and the service use the same texts. */
export function urlProblem(url: string): string | undefined {
  if (url.length > longestUrl) return `The url has at most ${longestUrl.toLocaleString('en')} characters`
  // oxlint-disable-next-line no-control-regex -- control characters are what it looks for
  if (/[\s\u0000-\u001f\u007f]/.test(url)) return 'The url must not contain spaces'
  if (!/^https:\/\//i.test(url)) return 'The url must start with https://'
  const [, authority = ''] = /^https:\/\/([^/?#]*)/i.exec(url) ?? []
  if (authority.includes('@')) return 'The url must not contain a user name or password'
  // Parsers disagree on backslashes, so such a URL is ambiguous.
  const isAddress = authority !== '' && !url.includes('\\') && z.url().safeParse(url).success
  if (!isAddress || !isHost(authority.replace(/:\d*$/, ''))) return 'The url isn’t a valid URL'
  if (/:0+$/.test(authority)) return 'The url must not use port 0'
  return url.includes('#') ? 'The url must not contain a fragment (#…)' : undefined
}

/** Whether every label of a host name has 1 to 63 characters. A single label may be a name in a private network. */
function isHost(host: string): boolean {
  if (host.startsWith('[')) return true
  // An escaped dot would hide an empty label.
  if (host.includes('%')) return false
  // Besides the dot, all characters that browsers treat as one (UTS 46). A trailing dot is the root.
  const labels = host.replace(/[.\u3002\uff0e\uff61]$/, '').split(/[.\u3002\uff0e\uff61]/)
  return labels.every((label) => label.length >= 1 && label.length <= 63)
}

const Url = z.string('The url is required').check(
  z.superRefine((url, context) => {
    const problem = urlProblem(url)
    if (problem) context.addIssue({ code: 'custom', message: problem, input: url })
  }),
)

const Events = z
  .array(EventName, 'events must be a list of event names')
  .check(
    z.minLength(1, 'Choose at least one event'),
    z.maxLength(mostEvents, `Choose at most ${mostEvents} events`),
  )

/** The states that a caller can set; only the service sets `disabled`. */
export const settableStatuses = ['active', 'paused'] as const

/** A webhook endpoint. Parsed loosely: another service may have more states and more keys in `config`. */
export const Webhook = z.looseObject({
  id: z.int(),
  url: z.string(),
  events: z.array(z.string()),
  config: z.nullable(z.record(z.string(), z.unknown())),
  status: z.string(),
  failure_count: z.int(),
  last_delivery_at: z.nullable(Datetime),
  disabled_at: z.nullable(Datetime),
  created_at: Datetime,
  updated_at: Datetime,
})
export type Webhook = z.infer<typeof Webhook>

/** The delivery of one event to one endpoint. */
export const Delivery = z.looseObject({
  id: z.int(),
  event: z.string(),
  event_id: z.string(),
  status: z.string(),
  attempts: z.int(),
  response_status: z.nullish(z.int()),
  /** The first 4 KiB of the last response, as text. */
  response_body: z.nullish(z.string()),
  error: z.nullish(z.string()),
  duration_ms: z.nullish(z.number()),
  next_attempt_at: z.nullish(Datetime),
  created_at: Datetime,
  delivered_at: z.nullish(Datetime),
})
export type Delivery = z.infer<typeof Delivery>

const ability = 'settings.manage'

/** One page of webhooks, without their secrets. */
export const listWebhooks = endpoint({
  surface: 'v1',
  method: 'GET',
  path: '/api/v1/webhooks',
  ability,
  query: z.object(pageV1),
  response: pagedV1(Webhook),
})

/** A webhook to add. */
export const WebhookCreate = z.object({
  url: Url,
  events: Events,
  config: z.optional(z.nullable(WebhookConfig)),
})
export type WebhookCreate = z.infer<typeof WebhookCreate>

/** The only response that contains the secret, besides that of a rotation. */
export const createWebhook = endpoint({
  surface: 'v1',
  method: 'POST',
  path: '/api/v1/webhooks',
  ability,
  status: 201,
  body: WebhookCreate,
  response: z.object({ data: Webhook, secret: z.string() }),
})

/** `deliveries`: up to ten, newest first. Other services may use either of two other names. */
export const showWebhook = endpoint({
  surface: 'v1',
  method: 'GET',
  path: '/api/v1/webhooks/:id',
  record: 'webhooks',
  ability,
  params: idParams,
  response: z.looseObject({
    data: z.extend(Webhook, { deliveries: z.optional(z.array(Delivery)) }),
    deliveries: z.optional(z.array(Delivery)),
    recent_deliveries: z.optional(z.array(Delivery)),
  }),
})

/** Changes to a webhook; what is absent stays. */
export const WebhookUpdate = z.object({
  url: z.optional(Url),
  events: z.optional(Events),
  status: z.optional(z.enum(settableStatuses, 'status must be active or paused')),
  /** Replaced as a whole; null clears it. */
  config: z.optional(z.nullable(WebhookConfig)),
})
export type WebhookUpdate = z.infer<typeof WebhookUpdate>

/** Changes a webhook. Setting the status of a disabled one clears its failures. */
export const updateWebhook = endpoint({
  surface: 'v1',
  method: 'PUT',
  path: '/api/v1/webhooks/:id',
  record: 'webhooks',
  ability,
  params: idParams,
  body: WebhookUpdate,
  response: z.object({ data: Webhook }),
})

/** Deletes a webhook with its deliveries and its secret; what is queued isn’t sent. */
export const deleteWebhook = endpoint({
  surface: 'v1',
  method: 'DELETE',
  path: '/api/v1/webhooks/:id',
  record: 'webhooks',
  ability,
  status: 204,
  params: idParams,
  response: z.undefined(),
})
