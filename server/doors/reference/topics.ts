import { type ErrorCode, HttpError, toResponse } from '#server/platform/lib/http-error.ts'

/** A chapter of the reference that is about no single endpoint. The text is Markdown: paragraphs, `code` and fences. */
export interface Topic {
  readonly name: string
  readonly description: string
}

const paragraphs = (...texts: readonly string[]) => texts.join('\n\n')
const json = (value: unknown) => `\`\`\`json\n${JSON.stringify(value, null, 2)}\n\`\`\``

const codes: readonly ErrorCode[] = [
  'INVALID_PARAMETERS',
  'MALFORMED',
  'UNAUTHENTICATED',
  'FORBIDDEN',
  'NOT_FOUND',
  'METHOD_NOT_ALLOWED',
  'CONFLICT',
  'PRECONDITION_FAILED',
  'TOO_LARGE',
  'VALIDATION_FAILED',
  'PRECONDITION_REQUIRED',
  'RATE_LIMITED',
  'INTERNAL',
  'UNAVAILABLE',
]

const codeList = codes
  .map((code) => `\`${code}\` (${toResponse(new HttpError(code), 'b').status})`)
  .join(', ')

const requestIds =
  'Every response has an `X-Request-Id` header. Send your own, 1 to 64 letters, digits and `-._:`, to follow a request through several systems, and quote it when something fails.'

/** The chapters of Surfaces V1 and B. */
export const topics: readonly Topic[] = [
  {
    name: 'Authentication',
    description: paragraphs(
      'Send a credential with every request: `Authorization: Bearer CREDENTIAL`. Surface V1, under `/api/v1`, takes API tokens. Surface B, under `/api`, takes API keys. Neither accepts the other’s credential.',
      'A token has its own abilities: without the one an endpoint requires, the response is 403. A key may call all of Surface B. Both are limited to the data of one account; a record of another account is a 404, like one that doesn’t exist.',
      'A missing, invalid or expired credential is a 401. Credentials are secrets: keep them on your server and out of browsers, apps and repositories.',
      'On Surface V1, also send `Accept: application/json`. On Surface B, send `Content-Type: application/json` with a body, except to create a customer, which takes `multipart/form-data`.',
    ),
  },
  {
    name: 'Errors',
    description: paragraphs(
      'Errors of Surface V1 have a `message`. A 422 also names each rejected field; `message` repeats the first text.',
      json({
        message: 'The url must start with https://',
        errors: { url: ['The url must start with https://'] },
      }),
      'Errors of Surface B have an `error` with a `message`, a `code` and, where values were rejected, `details` by the request’s own names.',
      json({
        error: {
          message: 'limit must be between 1 and 100',
          code: 'INVALID_PARAMETERS',
          details: { limit: 'limit must be between 1 and 100' },
        },
        timestamp: '2026-01-31T09:30:00.000000Z',
      }),
      `The codes are ${codeList}. Only customer creation responds with 422 on Surface B; elsewhere an invalid body is a 400.`,
      'Expect further codes and statuses: treat an unknown 4xx as a request that must change before you send it again, and a 5xx as one that you can repeat later.',
      requestIds,
    ),
  },
  {
    name: 'Pagination',
    description: paragraphs(
      'Lists of Surface V1 take `page` and `per_page` (1 to 100, 25 unless given). The response’s `meta` says where the page is, and `links` has the URLs of other pages; `prev` and `next` are null at the ends. An invalid value is a 422.',
      'Lists of Surface B take `page` and `limit` (1 to 100, 25 unless given) and return `meta` with `total`, `page` and `limit`; services and products add `total_pages`. An invalid value is a 400. `GET /api/customers` without any parameter returns every customer and no `meta`.',
      'A page past the end is empty. Unknown parameters are ignored.',
    ),
  },
  {
    name: 'Rate limits',
    description: paragraphs(
      'Each token may send 60 requests a minute and each key 600, unless it was given another limit. Every response to a valid credential has `X-RateLimit-Limit` and `X-RateLimit-Remaining`.',
      'Beyond the limit the response is 429 with `Retry-After`, the seconds to wait. Whole lists, searches and totals are also limited to four at a time for each credential; more of them wait for up to five seconds before they get a 429.',
    ),
  },
  {
    name: 'Repeating requests',
    description: paragraphs(
      'When the response to a creation is lost, send the same request again with the same `Idempotency-Key` header (1 to 255 printable characters, such as a UUID). For 24 hours, the same request with that key gets the first response again, with `Idempotency-Replayed: true`, and nothing is created twice.',
      'A different request with that key is a 422, and one that is still in progress a 409 with `Retry-After`. A rejected request stores nothing, so correct it and send it with the same key.',
      'Reading, updating and deleting can be repeated as they are.',
    ),
  },
]

/** The chapter of the events. */
export const eventTopic: Topic = {
  name: 'Events',
  description: paragraphs(
    'Events are delivered to the URL of every active webhook that is subscribed to them, as a POST with a JSON body unless its `config` says otherwise.',
    json({ type: 'contact.created', timestamp: '2026-01-31T09:30:00.000000Z', data: {} }),
    'Deliveries are signed as described by Standard Webhooks. The signature is the HMAC-SHA256 of `{webhook-id}.{webhook-timestamp}.{body}`, where the body is exactly the bytes that were sent, and the key is the secret without `whsec_`, decoded from base64. Compare it in constant time, and reject timestamps more than five minutes away from your clock.',
    'Any 2xx accepts a delivery. Anything else, including a redirect, is retried: after 5 seconds, 5 and 30 minutes, 2, 5, 10, 14, 20 and 24 hours, unless the service is configured otherwise. A later `Retry-After` is honored for up to a day. Retries have the same id and body and a new timestamp and signature.',
    'An event is delivered at least once, and events may arrive in another order than they happened: use `webhook-id` to ignore repeats. 410, or five days of failures only, disables the webhook.',
  ),
}

/** The chapters of Surface X. */
export const extensionTopics: readonly Topic[] = [
  {
    name: 'Extensions',
    description: paragraphs(
      'What Bureau offers beyond its specification, under `/api/x`. You don’t need it to integrate, and other services with the same specification don’t have it.',
      'It takes API keys, and the sessions of people who are signed in. A key may do what its abilities allow: without the one an endpoint requires, the response is 403. Errors are those of Surface B, and an invalid body is a 422.',
      'Lists take `page` and `limit` as on Surface B. Every response has `X-RateLimit-Limit`, `X-RateLimit-Remaining` and `X-Request-Id`.',
    ),
  },
  {
    name: 'Versions',
    description: paragraphs(
      'Records that people edit have a version, the `ETag` of a response. To change one, send the version you read as `If-Match`. If someone else has changed the record meanwhile, the response is 412 and nothing is overwritten; without the header it’s 428.',
      'Where an endpoint takes an `Idempotency-Key`, a request whose response was lost can be repeated with the same key for 24 hours.',
    ),
  },
]
