/** A response that isn’t what was asked for. */
export class PortalError extends Error {
  /** 0 where the server couldn’t be reached. */
  readonly status: number
  /** The text about the first field that was rejected. */
  readonly detail: string | undefined

  constructor(status: number, message: string, detail?: string) {
    super(message)
    this.status = status
    this.detail = detail
  }
}

interface ErrorBody {
  readonly error?: { readonly message?: string; readonly details?: Readonly<Record<string, string>> }
}

/** Where the portal's endpoints are. */
export const base = '/api/x/portal'

/** As long as somebody waits for a page that shows nothing else. */
const patienceMs = 30_000

/** How a write is sent. */
interface Write {
  readonly method?: 'PUT'
  /** The version of the record that it is meant for. */
  readonly version?: number | undefined
  /** The same for every attempt at it, so that one whose response was lost isn’t done twice. */
  readonly key?: string
}

/** Sends a request to the portal’s endpoints and returns what it answers. Throws `PortalError`. */
export async function call<Result>(
  path: string,
  body?: object,
  { method, version, key }: Write = {},
): Promise<Result> {
  const response = await fetch(`${base}${path}`, {
    method: method ?? (body ? 'POST' : 'GET'),
    ...(body && {
      headers: {
        'content-type': 'application/json',
        ...(version !== undefined && { 'if-match': `"${version}"` }),
        ...(key !== undefined && { 'idempotency-key': key }),
      },
      body: JSON.stringify(body),
    }),
    signal: AbortSignal.timeout(patienceMs),
  }).catch(() => undefined)
  if (!response) throw new PortalError(0, 'Can’t reach the server. Check your connection and try again.')
  if (response.status === 204) return undefined as Result
  // One that breaks off, or comes from a proxy, isn’t JSON.
  const answer = (await response.json().catch(() => undefined)) as ErrorBody | undefined
  if (response.ok && answer) return answer as Result
  const { message = 'Something went wrong. Try again.', details = {} } = answer?.error ?? {}
  throw new PortalError(response.status, message, Object.values(details)[0])
}
