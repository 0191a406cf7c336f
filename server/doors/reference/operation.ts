import type * as z from 'zod/mini'

import { mediaTypeOf } from '#contract/values/media-types.ts'
import type { Endpoint } from '#contract/wire/endpoint.ts'
import { BError, V1Error } from '#contract/wire/surface.ts'

import type { Example } from './description.ts'
import type { FieldTexts, JsonSchema, SchemaWriter } from './json-schema.ts'

/** Sources of an operation of the document. */
export interface OperationParts {
  readonly endpoint: Endpoint
  readonly id: string
  readonly tag: string
  readonly summary: string
  readonly text: string
  readonly query: FieldTexts<Record<string, unknown>>
  readonly form?: (JsonSchema & { readonly encoding?: object }) | undefined
  readonly sends?: z.ZodMiniType | undefined
  readonly isVersioned: boolean
  readonly errors: Readonly<Record<number, string>>
  readonly example?: Example | undefined
}

const json = 'application/json'
const ref = (kind: 'schemas' | 'headers' | 'responses', name: string) => ({
  $ref: `#/components/${kind}/${name}`,
})

/** `/api/customers/{id}` for `/api/customers/:id`. */
export const pathTemplate = (path: string): string => path.replaceAll(/:(\w+)/g, '{$1}')

/** Writes an endpoint as an operation of OpenAPI. */
export function writeOperation(writer: SchemaWriter, parts: OperationParts) {
  const { endpoint, id, tag, summary, text } = parts
  const requestBody = bodyOf(writer, parts)
  return {
    operationId: id,
    tags: [tag],
    summary,
    description: text,
    security: securityOf(endpoint),
    parameters: parametersOf(writer, parts),
    ...(requestBody && { requestBody }),
    responses: responsesOf(writer, parts),
  }
}

/** For schemes of HTTP, the list names what else is required (OpenAPI 3.1): our abilities. */
function securityOf({ surface, access, ability, permission }: Endpoint) {
  const abilities = ability === null ? [] : [ability]
  if (access === 'public') return []
  if (access === 'portal') return [{ portal: permission === null ? [] : [permission] }]
  if (surface === 'v1') return [{ token: abilities }]
  if (surface === 'b') return [{ key: [] }]
  return access === 'staff' ? [{ session: abilities }] : [{ key: abilities }, { session: abilities }]
}

function parametersOf(writer: SchemaWriter, { endpoint, query, example }: OperationParts) {
  const inPath = endpoint.params
    ? Object.entries(writer.parameters(endpoint.params).properties ?? {}).map(([name, schema]) => ({
        name,
        in: 'path',
        required: true,
        description: `The ${name === 'id' ? 'id of the record' : name}.`,
        schema,
      }))
    : []
  const read = endpoint.query && writer.parameters(endpoint.query)
  const inQuery = Object.entries(read?.properties ?? {}).map(([name, schema]) => {
    const value = example?.query?.[name]
    const description = query[name]
    return {
      name,
      in: 'query',
      required: read?.required?.includes(name) ?? false,
      ...(typeof description === 'string' && { description }),
      schema,
      ...(value !== undefined && { example: value }),
    }
  })
  const header = (name: string, required: boolean, description: string, schema: JsonSchema) => ({
    name,
    in: 'header',
    required,
    description,
    schema,
  })
  return [
    ...inPath,
    ...inQuery,
    ...(endpoint.needsVersion
      ? [
          header('If-Match', true, 'The version you read, such as `"3"`.', {
            type: 'string',
            pattern: '^"[1-9][0-9]{0,8}"$',
          }),
        ]
      : []),
    ...(endpoint.isIdempotent
      ? [
          header('Idempotency-Key', false, 'Makes it safe to send the request again.', {
            type: 'string',
            minLength: 1,
            maxLength: 255,
            pattern: '^[\\x21-\\x7e]+$',
          }),
        ]
      : []),
  ]
}

function bodyOf(writer: SchemaWriter, { endpoint, form, example }: OperationParts) {
  const more = example?.body ? { example: example.body } : {}
  if (endpoint.bodyType === 'multipart') {
    const { encoding, ...schema } = form ?? { type: 'object' }
    return {
      required: true,
      content: { 'multipart/form-data': { schema, ...(encoding && { encoding }), ...more } },
    }
  }
  if (!endpoint.body) return undefined
  return { required: true, content: { [json]: { schema: writer.body(endpoint.body), ...more } } }
}

function responsesOf(writer: SchemaWriter, parts: OperationParts) {
  const { endpoint, example } = parts
  const { status } = endpoint
  const content = contentOf(endpoint)
  const headers = {
    ...baseHeaders(endpoint),
    ...etagOf(parts),
    ...(endpoint.isIdempotent && { 'Idempotency-Replayed': ref('headers', 'IdempotencyReplayed') }),
  }
  const success =
    content === json
      ? {
          [json]: {
            schema: writer.response(parts.sends ?? endpoint.response),
            ...(example?.response !== undefined && { example: example.response }),
          },
        }
      : content && { [content]: {} }
  return {
    [status]: { description: successText(status), headers, ...(success && { content: success }) },
    ...Object.fromEntries(errorsOf(parts).map(([code, text]) => [code, errorResponse(endpoint, code, text)])),
    default: errorResponse(endpoint, 'default', 'Another error.'),
  }
}

/** On Surface X whatever has a version sends it, after a write too. */
function etagOf({ endpoint, isVersioned }: OperationParts) {
  if (isVersioned) return { ETag: ref('headers', 'ETag') }
  return endpoint.surface === 'x' && { ETag: ref('headers', 'ETagIfAny') }
}

const successText = (status: number) =>
  ({ 201: 'Created.', 204: 'Done. The body is empty.' })[status] ?? 'OK.'

/** The media type of the response; undefined without a body. */
const contentOf = ({ status, path }: Endpoint): string | undefined =>
  status === 204 ? undefined : mediaTypeOf(path)

const baseHeaders = ({ access }: Endpoint) => ({
  'X-Request-Id': ref('headers', 'XRequestId'),
  ...(access !== 'public' && {
    'X-RateLimit-Limit': ref('headers', 'XRateLimitLimit'),
    'X-RateLimit-Remaining': ref('headers', 'XRateLimitRemaining'),
  }),
})

/** The errors that an endpoint has by what it is, with when they occur. */
function errorsOf({ endpoint, errors }: OperationParts): [number, string][] {
  const { surface, access, ability, permission, record, query, body, bodyType } = endpoint
  const { needsVersion, isIdempotent } = endpoint
  const hasForm = bodyType === 'multipart'
  const hasBody = body !== undefined || hasForm
  const found: Record<number, string> = {}
  if (surface !== 'v1' && (query ?? hasBody))
    found[400] = hasBody ? 'The request can’t be read, or parameters are invalid.' : 'Parameters are invalid.'
  if (access !== 'public') found[401] = 'The credential is missing, invalid or expired.'
  if (ability !== null && surface !== 'b') found[403] = `The credential lacks the ability \`${ability}\`.`
  if (permission !== null)
    found[403] = `The customer lacks the permission \`${permission}\`, or a person sees the portal as them.`
  if (record !== null) found[404] = 'The record doesn’t exist, or belongs to another account.'
  if (needsVersion) {
    found[412] = 'The record was changed since you read it.'
    found[428] = '`If-Match` is missing.'
  }
  if (surface === 'v1' && (query ?? hasBody)) found[422] = 'Values are invalid; each is named.'
  if (hasForm || isIdempotent || (surface === 'x' && hasBody))
    found[422] = 'Values are invalid; each is named.'
  if (access !== 'public') found[429] = 'Too many requests. `Retry-After` says how many seconds to wait.'
  found[500] = 'Something went wrong on our end.'
  return Object.entries({ ...found, ...errors }).map(([code, text]) => [Number(code), text])
}

function errorResponse(endpoint: Endpoint, code: number | 'default', description: string) {
  const schema = errorSchema(endpoint, code)
  const isCounted = code !== 401 && code !== 'default'
  return {
    description,
    headers: {
      ...(isCounted ? baseHeaders(endpoint) : { 'X-Request-Id': ref('headers', 'XRequestId') }),
      ...((code === 429 || code === 'default') && {
        'Retry-After': code === 429 ? ref('headers', 'RetryAfter') : ref('headers', 'RetryAfterIfAny'),
      }),
      ...(code === 401 && { 'WWW-Authenticate': ref('headers', 'WwwAuthenticate') }),
    },
    content: { [json]: { schema } },
  }
}

function errorSchema({ surface }: Endpoint, code: number | 'default') {
  if (surface !== 'v1') return ref('schemas', 'Error')
  const invalid = ref('schemas', 'V1ValidationError')
  if (code === 'default') return { anyOf: [ref('schemas', 'V1Error'), invalid] }
  return code === 422 ? invalid : ref('schemas', 'V1Error')
}

const integer = { type: 'integer', minimum: 0 } as const

/** The headers that responses refer to. */
export const headerComponents = {
  XRequestId: {
    description: 'Identifies the request; also in the service’s log.',
    required: true,
    schema: { type: 'string' },
  },
  XRateLimitLimit: { description: 'Most requests a minute.', required: true, schema: integer },
  XRateLimitRemaining: {
    description: 'Requests left in the current window.',
    required: true,
    schema: integer,
  },
  RetryAfter: { description: 'Seconds to wait.', required: true, schema: { type: 'integer', minimum: 1 } },
  RetryAfterIfAny: {
    description: 'Seconds to wait, where waiting helps.',
    schema: { type: 'integer', minimum: 1 },
  },
  WwwAuthenticate: { description: 'Names the scheme.', schema: { const: 'Bearer' } },
  ETag: { description: 'The version of the record.', required: true, schema: { type: 'string' } },
  ETagIfAny: { description: 'The version of the record, where it has one.', schema: { type: 'string' } },
  IdempotencyReplayed: {
    description: 'Sent with the stored response of an earlier request.',
    schema: { const: 'true' },
  },
}

/** The bodies of errors. */
export function writeErrors(
  writer: SchemaWriter,
  surfaces: readonly ('v1' | 'b')[],
): Record<string, JsonSchema> {
  const v1 = writer.response(V1Error)
  const { errors, ...withoutErrors } = v1.properties ?? {}
  const v1Error: JsonSchema = {
    ...v1,
    description: 'An error of Surface V1.',
    properties: { ...withoutErrors, message: { type: 'string', description: 'What is wrong.' } },
  }
  const invalid: JsonSchema = {
    ...v1,
    description: 'A rejected request of Surface V1.',
    required: ['message', 'errors'],
    properties: {
      message: { type: 'string', description: 'The first text of `errors`.' },
      errors: { ...errors, description: 'Texts by the name of the rejected field.' },
    },
  }
  return {
    ...(surfaces.includes('b') && {
      Error: { description: `An error of Surface B.`, ...writer.response(BError) },
    }),
    ...(surfaces.includes('v1') && { V1Error: v1Error, V1ValidationError: invalid }),
  }
}
