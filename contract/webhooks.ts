import * as z from 'zod/mini'

import { endpoint } from './endpoint.ts'
import { EventName } from './events.ts'
import { Datetime, Id, pageV1, pagedV1 } from './surface.ts'

/** The most characters that the URL of a receiver may have. */
export const longestUrl = 2048
export const configMethods = ['POST', 'PUT', 'PATCH'] as const
export const payloadFormats = ['json', 'form'] as const
export const conditionOperators = [
  'equals',
  'not_equals',
  'contains',
  'starts_with',
  'greater_than',
  'less_than',
  'exists',
] as const
export const timeoutSeconds = { low: 1, high: 30, usual: 15 } as const
export const retries = { low: 0, high: 9 } as const
export const mostHeaders = 20
export const mostConditions = 10
export const mostEvents = 100
/** The most endpoints that an account may have. CHOICE 0048. */
export const mostWebhooks = 100

/** Headers that the delivery sets itself; `webhook-…` headers contain id, time and signature. */
export const forbiddenHeader =
  /^(host|content-length|content-type|content-encoding|transfer-encoding|connection|keep-alive|upgrade|te|trailer|expect|proxy-.*|webhook-.*)$/i

/** What is shown instead of a stored secret header value. Sending it back keeps the stored value. CHOICE 0050. */
export const hiddenHeader = '********'

/** Whether a header is stored like the signing secret and never shown again, judging by its name and value. */
export const isSecretHeader = (name: string, value: string): boolean =>
  /auth|cookie|token|secret|key|pass|credential|signature|session/i.test(name) ||
  /^(basic|bearer|digest|negotiate) /i.test(value)

const HeaderName = z.string().check(
  z.maxLength(100, 'A header name must be at most 100 characters'),
  z.regex(/^[A-Za-z0-9!#$%&'*+.^_`|~-]+$/, 'A header name may contain only letters, digits and dashes'),
  z.refine((name) => !forbiddenHeader.test(name), 'This header is reserved'),
)
const HeaderValue = z
  .string('A header value must be a string')
  .check(
    z.maxLength(2000, 'A header value must be at most 2,000 characters'),
    z.regex(/^[\x20-\x7e]*$/, 'A header value may contain only printable ASCII characters'),
  )

export const Condition = z.strictObject(
  {
    /** Dotted path into the payload, such as `data.email`. */
    field: z
      .string('Enter a field, such as data.email')
      .check(
        z.maxLength(200, 'A field path must be at most 200 characters'),
        z.regex(/^[A-Za-z0-9_]+(\.[A-Za-z0-9_]+)*$/, 'Enter a field, such as data.email'),
      ),
    operator: z.enum(conditionOperators, `operator must be one of ${conditionOperators.join(', ')}`),
    /** Compared as numbers if both sides are numeric, otherwise as text. Omitted for `exists`. */
    value: z.optional(
      z.union(
        [
          z.string().check(z.maxLength(500, 'value must be at most 500 characters')),
          z.number(),
          z.boolean(),
          z.null(),
        ],
        'value must be a string, a number, true, false or null',
      ),
    ),
  },
  'A condition needs a field, an operator and a value',
)
export type Condition = z.infer<typeof Condition>

/** Advanced settings of an endpoint. Unknown keys are rejected. CHOICE 0017. */
export const WebhookConfig = z.strictObject(
  {
    method: z.optional(z.enum(configMethods, `method must be one of ${configMethods.join(', ')}`)),
    headers: z.optional(
      z
        .record(HeaderName, HeaderValue, 'headers must map names to strings')
        .check(
          z.refine((all) => Object.keys(all).length <= mostHeaders, `Set at most ${mostHeaders} headers`),
        ),
    ),
    payload_format: z.optional(
      z.enum(payloadFormats, `payload_format must be one of ${payloadFormats.join(', ')}`),
    ),
    conditions: z.optional(
      z
        .array(Condition, 'conditions must be a list')
        .check(z.maxLength(mostConditions, `Set at most ${mostConditions} conditions`)),
    ),
    /** The time limit of a whole attempt, in seconds. */
    timeout: z.optional(
      z
        .int('timeout must be a whole number of seconds')
        .check(
          z.gte(timeoutSeconds.low, 'timeout must be between 1 and 30'),
          z.lte(timeoutSeconds.high, 'timeout must be between 1 and 30'),
        ),
    ),
    max_retries: z.optional(
      z
        .int('max_retries must be a whole number')
        .check(
          z.gte(retries.low, 'max_retries must be between 0 and 9'),
          z.lte(retries.high, 'max_retries must be between 0 and 9'),
        ),
    ),
  },
  'config must be an object, or null',
)
export type WebhookConfig = z.infer<typeof WebhookConfig>

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

/** The delivery of one event to one endpoint. CHOICE 0018. */
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
const params = z.object({ id: Id })

export const listWebhooks = endpoint({
  surface: 'v1',
  method: 'GET',
  path: '/api/v1/webhooks',
  ability,
  query: z.object(pageV1),
  response: pagedV1(Webhook),
})

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

/** `deliveries`: up to ten, newest first. Other services may use either of two other names. CHOICE 0018. */
export const showWebhook = endpoint({
  surface: 'v1',
  method: 'GET',
  path: '/api/v1/webhooks/:id',
  record: 'webhooks',
  ability,
  params,
  response: z.looseObject({
    data: z.extend(Webhook, { deliveries: z.optional(z.array(Delivery)) }),
    deliveries: z.optional(z.array(Delivery)),
    recent_deliveries: z.optional(z.array(Delivery)),
  }),
})

export const WebhookUpdate = z.object({
  url: z.optional(Url),
  events: z.optional(Events),
  status: z.optional(z.enum(settableStatuses, 'status must be active or paused')),
  /** Replaced as a whole; null clears it. */
  config: z.optional(z.nullable(WebhookConfig)),
})
export type WebhookUpdate = z.infer<typeof WebhookUpdate>

export const updateWebhook = endpoint({
  surface: 'v1',
  method: 'PUT',
  path: '/api/v1/webhooks/:id',
  record: 'webhooks',
  ability,
  params,
  body: WebhookUpdate,
  response: z.object({ data: Webhook }),
})

export const deleteWebhook = endpoint({
  surface: 'v1',
  method: 'DELETE',
  path: '/api/v1/webhooks/:id',
  record: 'webhooks',
  ability,
  status: 204,
  params,
  response: z.undefined(),
})
