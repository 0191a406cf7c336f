import type { CustomerText } from '#contract/translations/translations.ts'

/** A response that isn’t what was asked for. */
export class PortalError extends Error {
  /** 0 where no response arrived, or not all of it: what was asked for may have been done. */
  readonly status: number
  /** The first field that was rejected, and the text about it. */
  readonly field: string | undefined
  readonly detail: string | undefined
  /** An earlier attempt at the same is still under way. */
  readonly isBusy: boolean

  constructor(
    status: number,
    message: string,
    more: Partial<Pick<PortalError, 'field' | 'detail' | 'isBusy'>> = {},
  ) {
    super(message)
    this.status = status
    this.field = more.field
    this.detail = more.detail
    this.isBusy = more.isBusy ?? false
  }
}

interface ErrorBody {
  readonly error?: { readonly message?: string; readonly details?: Readonly<Record<string, string>> }
}

/** Where the portal's endpoints are. */
export const base = '/api/x/portal'

/** As long as somebody waits for a page that shows nothing else. */
const patienceMs = 30_000

const unreachable: CustomerText = 'Can’t reach the server. Check your connection and try again.'
const slow: CustomerText = 'The server is taking too long to respond. Try again.'
const broken: CustomerText = 'Something went wrong. Try again.'
const withdrawn: CustomerText = 'This file is no longer shared with you.'
/** Messages about files, whose responses contain no text. */
const aboutFile: Readonly<Record<number, CustomerText>> = {
  403: withdrawn,
  404: withdrawn,
  409: 'This file can’t be downloaded. Ask the sender for a copy.',
  429: 'Too many requests. Wait a minute and try again.',
}

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
  const deadline = AbortSignal.timeout(patienceMs)
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
    signal: deadline,
  }).catch(() => undefined)
  if (!response) throw new PortalError(0, deadline.aborted ? slow : unreachable)
  if (response.status === 204) return undefined as Result
  // One that breaks off, or comes from a proxy, isn’t JSON.
  const answer = (await response.json().catch(() => undefined)) as ErrorBody | undefined
  if (response.ok && answer) return answer as Result
  if (response.ok) throw new PortalError(0, deadline.aborted ? slow : broken)
  const { message = broken, details = {} } = answer?.error ?? {}
  const [field, detail] = Object.entries(details)[0] ?? []
  const isBusy = response.status === 409 && response.headers.has('retry-after')
  throw new PortalError(response.status, message, { field, detail, isBusy })
}

/** Asks whether a file can be downloaded. Throws `PortalError`. */
export async function checkFile(url: string): Promise<void> {
  const deadline = AbortSignal.timeout(patienceMs)
  const response = await fetch(url, { method: 'HEAD', signal: deadline }).catch(() => undefined)
  if (!response) throw new PortalError(0, deadline.aborted ? slow : unreachable)
  const { status, ok } = response
  if (!ok) throw new PortalError(status, aboutFile[status] ?? broken)
}
