import type { Surface } from '#contract/wire/endpoint.ts'
import type { BError, V1Error } from '#contract/wire/surface.ts'

import { now } from './clock.ts'
import { DatabaseUnavailable } from './database-unavailable.ts'
import { isDiskFull } from './disk-full.ts'
import { FilesUnavailable } from './files-unavailable.ts'

/** All errors with their status on each surface. */
const table = {
  INVALID_PARAMETERS: { b: 400, v1: 422, text: 'Some parameters are invalid' },
  MALFORMED: { b: 400, v1: 422, text: 'The request couldn’t be read' },
  UNAUTHENTICATED: { b: 401, v1: 401, text: 'A valid credential is required' },
  FORBIDDEN: { b: 403, v1: 403, text: 'This isn’t allowed' },
  TWO_FACTOR_REQUIRED: {
    b: 403,
    v1: 403,
    text: 'This account requires two-factor authentication. Turn it on under Settings → Security.',
  },
  NOT_FOUND: { b: 404, v1: 404, text: 'Not found' },
  METHOD_NOT_ALLOWED: { b: 405, v1: 405, text: 'This method isn’t allowed here' },
  TIMEOUT: { b: 408, v1: 408, text: 'The request took too long to arrive' },
  CONFLICT: { b: 409, v1: 409, text: 'The same request is already in progress' },
  PRECONDITION_FAILED: { b: 412, v1: 412, text: 'This was changed in the meantime' },
  TOO_LARGE: { b: 413, v1: 413, text: 'The request is too large' },
  MISDIRECTED: {
    b: 421,
    v1: 421,
    text: 'This service isn’t available under this name. If it should be, set PUBLIC_URL.',
  },
  VALIDATION_FAILED: { b: 422, v1: 422, text: 'Some values are invalid' },
  PRECONDITION_REQUIRED: {
    b: 428,
    v1: 428,
    text: 'Send the version you read as If-Match, such as "3"',
  },
  RATE_LIMITED: { b: 429, v1: 429, text: 'Too many requests' },
  HEADERS_TOO_LARGE: { b: 431, v1: 431, text: 'The headers of the request are too large' },
  INTERNAL: { b: 500, v1: 500, text: 'Something went wrong on our end' },
  // Faults of the service that a connected account is on.
  UPSTREAM_CREDENTIAL: { b: 502, v1: 502, text: 'The connected service rejected its credential' },
  UPSTREAM_UNREACHABLE: { b: 502, v1: 502, text: 'The connected service can’t be reached' },
  UPSTREAM_FAILED: { b: 502, v1: 502, text: 'The connected service had a problem' },
  UPSTREAM_UNEXPECTED: { b: 502, v1: 502, text: 'The connected service sent something unexpected' },
  UPSTREAM_SILENT: { b: 504, v1: 504, text: 'The connected service isn’t responding' },
  UNAVAILABLE: { b: 503, v1: 503, text: 'The service is unavailable right now; try again in a moment' },
} as const satisfies Record<string, { b: number; v1: number; text: string }>

/** The codes of errors, as Surface B shows them. */
export type ErrorCode = keyof typeof table

/** Field name → its error texts, in the order found. */
export type Problems = ReadonlyMap<string, readonly string[]>

/** An error response. Thrown anywhere; rendered once, in the format of its surface. */
export class HttpError extends Error {
  readonly code: ErrorCode
  readonly problems: Problems | undefined
  readonly headers: Readonly<Record<string, string>>

  constructor(
    code: ErrorCode,
    message: string = table[code].text,
    more: { problems?: Problems; headers?: Record<string, string> } = {},
  ) {
    super(message)
    this.code = code
    this.problems = more.problems
    this.headers = more.headers ?? {}
  }
}

/** Returns an error whose message is its first problem. */
export function invalidInput(
  code: 'INVALID_PARAMETERS' | 'VALIDATION_FAILED',
  problems: Problems,
): HttpError {
  return new HttpError(code, [...problems.values()][0]?.[0], { problems })
}

/** Returns a 422 about one field. */
export const invalidField = (name: string, message: string): HttpError =>
  invalidInput('VALIDATION_FAILED', new Map([[name, [message]]]))

/** An error as it is sent. */
export interface ErrorResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: V1Error | BError
}

/** Returns what is sent for an error on that surface. */
export function toResponse(httpError: HttpError, surface: Surface): ErrorResponse {
  const { code, message, headers, problems } = httpError
  if (surface === 'v1') {
    const status = table[code].v1
    // On V1 every 422 has both; if nothing could be parsed, the error belongs to the body.
    const shown = problems ?? (status === 422 ? new Map([['body', [message]]]) : undefined)
    const errors = shown && Object.fromEntries([...shown].map(([name, texts]) => [name, [...texts]]))
    return { status, headers, body: errors ? { message, errors } : { message } }
  }
  // Object.fromEntries defines own properties, so a name such as __proto__ stays a plain key.
  const details =
    problems && Object.fromEntries([...problems].map(([name, texts]) => [name, texts.join('; ')]))
  const error = details ? { message, code, details } : { message, code }
  return { status: table[code].b, headers, body: { error, timestamp: now() } }
}

/** Which surface a path belongs to; undefined outside `/api`. */
export function surfaceOf(path: string): Surface | undefined {
  const [, head, next] = path.split('?', 1)[0]?.toLowerCase().split('/') ?? []
  if (head !== 'api') return undefined
  if (next === 'v1') return 'v1'
  return next === 'x' ? 'x' : 'b'
}

/** Converts whatever was thrown. Anything unforeseen becomes INTERNAL and reveals nothing to the caller. */
export function toHttpError(error: unknown): HttpError {
  if (error instanceof HttpError) return error
  if (isDiskFull(error))
    return new HttpError(
      'UNAVAILABLE',
      'The disk of the server is full, so nothing was saved. Try again once there is space',
    )
  const { code = '', statusCode } = (typeof error === 'object' && error !== null ? error : {}) as {
    code?: string
    statusCode?: number
  }
  if (error instanceof FilesUnavailable || isFileFault(error))
    return new HttpError('UNAVAILABLE', 'Files can’t be read or saved right now; try again in a moment', {
      headers: { 'retry-after': '2' },
    })
  if (error instanceof DatabaseUnavailable || statusCode === 503) return unavailable()
  const known = fastifyCodes[code]
  if (known) return new HttpError(known)
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) return new HttpError('MALFORMED')
  return new HttpError('INTERNAL')
}

/** Returns the error of a request that may succeed once the database is back. */
export const unavailable = (): HttpError =>
  new HttpError('UNAVAILABLE', undefined, { headers: { 'retry-after': '2' } })

/** Whether the file system refused something, such as a folder without the right to write or a disk that was unmounted. */
const isFileFault = (error: unknown): boolean =>
  error instanceof Error && fileFaults.has((error as NodeJS.ErrnoException).code ?? '')

const fileFaults: ReadonlySet<string> = new Set([
  'EACCES',
  'EIO',
  'EISDIR',
  'EMFILE',
  'ENFILE',
  'ENODEV',
  'ENOENT',
  'ENOTDIR',
  'EPERM',
  'EROFS',
  'ESTALE',
])

// Source: the error list of Fastify 5 (docs/Reference/Errors.md).
const fastifyCodes: Record<string, ErrorCode | undefined> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'MALFORMED',
  FST_ERR_CTP_INVALID_JSON_BODY: 'MALFORMED',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'MALFORMED',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'MALFORMED',
  FST_ERR_CTP_BODY_TOO_LARGE: 'TOO_LARGE',
  FST_ERR_BAD_URL: 'NOT_FOUND',
  FST_ERR_MAX_PARAM_LENGTH: 'NOT_FOUND',
  FST_ERR_NOT_FOUND: 'NOT_FOUND',
  FST_ERR_HANDLER_TIMEOUT: 'TIMEOUT',
}
