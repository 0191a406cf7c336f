import * as z from 'zod/mini'

/** The methods a delivery can be sent with. */
export const configMethods = ['POST', 'PUT', 'PATCH'] as const
/** How a payload is encoded; `form` has the JSON in one field. */
export const payloadFormats = ['json', 'form'] as const
/** How a condition compares a value of the payload. */
export const conditionOperators = [
  'equals',
  'not_equals',
  'contains',
  'starts_with',
  'greater_than',
  'less_than',
  'exists',
] as const
/** How long an attempt may take, in seconds; `usual` unless set. */
export const timeoutSeconds = { low: 1, high: 30, usual: 15 } as const
/** How often a failed delivery may be retried. */
export const retries = { low: 0, high: 9 } as const
/** The most headers of its own that a webhook may have. */
export const mostHeaders = 20
/** The most conditions that a webhook may have. */
export const mostConditions = 10

/** Headers that the delivery sets itself; `webhook-…` headers contain id, time and signature. */
export const forbiddenHeader =
  /^(host|content-length|content-type|content-encoding|transfer-encoding|connection|keep-alive|upgrade|te|trailer|expect|proxy-.*|webhook-.*)$/i

/** Shown instead of the stored value of a secret header. Sending it back keeps the stored value. */
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

/** A condition that a payload must meet to be delivered; a webhook’s conditions are met together. */
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

/** Advanced settings of an endpoint. Unknown keys are rejected. */
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
