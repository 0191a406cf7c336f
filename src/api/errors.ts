/** Kinds of errors of every surface, by how the dashboard reacts. */
export type ErrorKind =
  | 'offline'
  | 'timeout'
  | 'aborted'
  | 'unauthenticated'
  | 'forbidden'
  | 'absent'
  | 'refused'
  | 'conflict'
  | 'changed'
  | 'rate-limited'
  | 'broken'

/** A call that did not succeed. `fields` is keyed by the request's own names. */
export class ApiError extends Error {
  readonly kind: ErrorKind
  readonly fields: Readonly<Record<string, string>>
  readonly retryAfterSeconds: number | null
  /** Its message is for people even where nothing can be done: a service elsewhere failed, not ours. */
  readonly isExplained: boolean

  constructor(
    kind: ErrorKind,
    message: string,
    more: {
      fields?: Record<string, string>
      retryAfterSeconds?: number | null
      isExplained?: boolean
    } = {},
  ) {
    super(message)
    this.kind = kind
    this.fields = more.fields ?? {}
    this.retryAfterSeconds = more.retryAfterSeconds ?? null
    this.isExplained = more.isExplained ?? false
  }
}

/** The error of an answer, whichever of the two surfaces' shapes its body has, or none. */
export function errorOf(status: number, text: string, retryAfter: string | null): ApiError {
  const { message, fields } = parseErrorBody(text)
  const retryAfterSeconds = retryAfter === null ? null : Number(retryAfter)
  const kind = kinds[status] ?? (status >= 500 ? 'broken' : 'refused')
  return new ApiError(kind, message ?? fallbacks[kind] ?? 'Something went wrong', {
    fields,
    retryAfterSeconds,
    isExplained: (status === 502 || status === 504) && message !== undefined,
  })
}

const kinds: Record<number, ErrorKind | undefined> = {
  401: 'unauthenticated',
  403: 'forbidden',
  404: 'absent',
  409: 'conflict',
  412: 'changed',
  429: 'rate-limited',
}

const fallbacks: Partial<Record<ErrorKind, string>> = {
  broken: 'Server error',
  absent: 'Not found',
}

interface Body {
  message?: unknown
  errors?: Record<string, unknown>
  error?: { message?: unknown; details?: Record<string, unknown> }
}

function parseErrorBody(text: string): { message: string | undefined; fields: Record<string, string> } {
  let body: Body | null = null
  try {
    body = JSON.parse(text) as Body | null
  } catch {
    // HTML from a proxy, or nothing at all: only the status says what happened.
  }
  const message = body?.error?.message ?? body?.message
  const fields = Object.entries(body?.error?.details ?? body?.errors ?? {}).map(
    ([name, texts]) => [name, Array.isArray(texts) ? texts.join('; ') : String(texts)] as const,
  )
  return { message: typeof message === 'string' ? message : undefined, fields: Object.fromEntries(fields) }
}

/** A part of this program that is fetched when it is needed. Rejects with `ApiError`. */
export const fetchPart = <Part>(part: Promise<Part>): Promise<Part> =>
  part.catch(() => {
    throw new ApiError('offline', 'Can’t reach the server')
  })
