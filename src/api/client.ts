import type * as z from 'zod/mini'

import type { Endpoint } from '#contract/wire/endpoint.ts'

import { accountHeaders, currentAccount } from './account.ts'
import { takeAhead } from './ahead.ts'
import { noteBudget } from './budget.ts'
import { checkConnection, connection, isDown } from './connection.ts'
import { noteDenied } from './denied-abilities.ts'
import { ApiError, errorOf } from './errors.ts'
import { signInAgain } from './gate.ts'
import { noteRateLimitedWrite, waitForRetryAfter } from './rate-limit-pause.ts'
import { readRepaired } from './read-repaired.ts'
import { isSignedOut } from './signed-out.ts'

type Out<Schema> = NonNullable<Schema> extends z.ZodMiniType ? z.output<NonNullable<Schema>> : undefined
type In<Schema> = NonNullable<Schema> extends z.ZodMiniType ? z.input<NonNullable<Schema>> : undefined

/** A parameter of a query: an empty one isn't sent, and several values each on their own. */
export type QueryValue = string | number | readonly string[] | undefined
type Query = Readonly<Record<string, QueryValue>>

/** Parts of a request to an endpoint. */
export interface Input<E extends Endpoint> {
  params?: Record<string, string | number>
  query?: Query
  body?: In<E['body']>
  /** The request continues when the page is closed. */
  keepalive?: boolean
  /** The version of the record that this write is meant for, as `If-Match`. */
  version?: string | undefined
  /** Makes it safe to repeat a write whose response was lost, as `Idempotency-Key`. */
  key?: string | undefined
}

/** A response that has arrived in full. */
interface Received {
  readonly status: number
  readonly text: string
  readonly retryAfter: string | null
  /** The version of the record in the response. */
  readonly version: string | null
}

const readTimeoutMs = 20_000
const writeTimeoutMs = 30_000
const stallTimeoutMs = 30_000
// Browsers allow 64 KiB over all requests that continue after the page has closed (Fetch, section 4.6).
const keepaliveBytes = 60_000

/**
 * Calls an endpoint and returns its parsed response. Rejects with `ApiError` only, or when aborted. A read times out after
 * 20 s and a write after 30; a 429 on a read is waited out (at most 120 s a time), and a 401 waits for somebody to sign in
 * again, so the call may take much longer than its timeout.
 */
export async function call<E extends Endpoint>(
  endpoint: E,
  input: Input<E> = {},
  signal?: AbortSignal,
): Promise<Out<E['response']>> {
  return read(endpoint, await exchange(endpoint, input, signal))
}

/**
 * Calls an endpoint whose response has no shape to rely on, and returns its JSON as it is; undefined if there is none.
 * Rejects as `call` does.
 */
export async function callUnread<E extends Endpoint>(
  endpoint: E,
  input: Input<E>,
  signal?: AbortSignal,
): Promise<unknown> {
  const { status, text, retryAfter } = await exchange(endpoint, input, signal)
  if (!isSuccess(status)) throw errorOf(status, text, retryAfter)
  return jsonOf(text)
}

/** Calls an endpoint and also returns the version of the record; null where the service doesn't send one. */
export async function callVersioned<E extends Endpoint>(
  endpoint: E,
  input: Input<E>,
  signal?: AbortSignal,
): Promise<{ readonly response: Out<E['response']>; readonly version: string | null }> {
  const received = await exchange(endpoint, input, signal)
  return { response: await read(endpoint, received), version: received.version }
}

async function exchange<E extends Endpoint>(
  endpoint: E,
  { params = {}, query = {}, body, keepalive = false, version, key }: Input<E>,
  signal: AbortSignal | undefined,
): Promise<Received> {
  const text = body === undefined ? undefined : JSON.stringify(body)
  if (endpoint.access !== 'public' && isSignedOut()) throw new ApiError('unauthenticated', 'Please sign in')
  const isRead = endpoint.method === 'GET'
  // Once for all repetitions: a call that waits for a sign-in stays about the account it was meant for.
  const about = accountHeaders()
  const account = currentAccount()
  const url = address(endpoint.path, params, query)
  const send = (deadline: AbortSignal) =>
    fetch(url, {
      method: endpoint.method,
      headers: {
        accept: 'application/json',
        ...about,
        ...(text === undefined ? {} : { 'content-type': 'application/json' }),
        ...(version === undefined ? {} : { 'if-match': version }),
        ...(key === undefined ? {} : { 'idempotency-key': key }),
      },
      ...(text === undefined ? {} : { body: text }),
      keepalive: keepalive && (text?.length ?? 0) <= keepaliveBytes,
      signal: signal ? AbortSignal.any([signal, deadline]) : deadline,
    })
  const attempt = async (): Promise<Received> => {
    // Each attempt gets the full timeout: waiting for a password or for a rate limit to reset doesn't make the server slow.
    const deadline = AbortSignal.timeout(isRead ? readTimeoutMs : writeTimeoutMs)
    try {
      const response = (isRead && (await takeAhead(url, account))) || (await send(deadline))
      noteBudget((name) => response.headers.get(name))
      if (isDown(response.status) || connection() !== 'online') void checkConnection()
      const retryAfter = response.headers.get('retry-after')
      const etag = response.headers.get('etag')
      return { status: response.status, text: await response.text(), retryAfter, version: etag }
    } catch (error) {
      if (signal?.aborted) throw error
      void checkConnection()
      throw deadline.aborted
        ? new ApiError('timeout', 'The server is taking too long to respond')
        : new ApiError('offline', 'Can’t reach the server')
    }
  }

  let received = await attempt()
  // A request answered with 401 had no effect, so repeating it is safe for writes too.
  while (received.status === 401 && endpoint.access !== 'public' && (await signInAgain()))
    received = await attempt()
  while (received.status === 429 && isRead) {
    await waitForRetryAfter(Number(received.retryAfter), signal)
    received = await attempt()
  }
  if (received.status === 403 && isRead && endpoint.surface !== 'x' && endpoint.ability)
    noteDenied(endpoint.ability)
  if (received.status === 429) noteRateLimitedWrite(Number(received.retryAfter))
  return received
}

/**
 * Sends a form with upload progress (0 to 1). Never repeats a failed upload; `key` makes it safe for the caller to do so.
 */
export async function upload<E extends Endpoint>(
  endpoint: E,
  form: FormData,
  {
    key,
    onProgress,
    signal,
    params = {},
    query = {},
    version,
  }: {
    key: string
    onProgress?: ((share: number) => void) | undefined
    signal?: AbortSignal | undefined
    params?: Record<string, string | number>
    query?: Record<string, string | number | undefined>
    version?: string | undefined
  },
): Promise<Out<E['response']>> {
  const headers = {
    accept: 'application/json',
    'idempotency-key': key,
    ...(version === undefined ? {} : { 'if-match': version }),
    ...accountHeaders(),
  }
  const send = () =>
    new Promise<XMLHttpRequest>((done, fail) => {
      const request = new XMLHttpRequest()
      const abort = () => request.abort()
      const give = () => {
        fail(new ApiError('timeout', 'The server is taking too long to respond'))
        request.abort()
      }
      // Limits how long nothing moves rather than the whole upload, which may take long on a slow line.
      let stalled = setTimeout(give, stallTimeoutMs)
      request.open(endpoint.method, address(endpoint.path, params, query))
      for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
      request.upload.addEventListener('progress', ({ loaded, total }) => {
        clearTimeout(stalled)
        stalled = setTimeout(give, stallTimeoutMs)
        onProgress?.(total > 0 ? loaded / total : 0)
      })
      request.addEventListener('load', () => {
        noteBudget((name) => request.getResponseHeader(name))
        done(request)
      })
      request.addEventListener('error', () => {
        void checkConnection()
        fail(new ApiError('offline', 'Can’t reach the server'))
      })
      request.addEventListener('abort', () => fail(new ApiError('aborted', 'Upload canceled')))
      request.addEventListener('loadend', () => {
        clearTimeout(stalled)
        signal?.removeEventListener('abort', abort)
      })
      signal?.addEventListener('abort', abort)
      request.send(form)
      if (signal?.aborted) abort()
    })
  let request = await send()
  while (request.status === 401 && (await signInAgain())) request = await send()
  const { status, responseText } = request
  return read(endpoint, {
    status,
    text: responseText,
    retryAfter: request.getResponseHeader('retry-after'),
  })
}

async function read<E extends Endpoint>(
  endpoint: E,
  { status, text, retryAfter }: Omit<Received, 'version'>,
): Promise<Out<E['response']>> {
  if (!isSuccess(status)) throw errorOf(status, text, retryAfter)
  // A deletion that succeeded may have a body on another service.
  if (status === 204 || text === '' || endpoint.status === 204) return undefined as Out<E['response']>
  const sent = jsonOf(text)
  const parsed = endpoint.response.safeParse(sent)
  if (parsed.success) return parsed.data as Out<E['response']>
  // Surface X is ours alone; the two others are also those of services that differ where the specification is silent.
  const filled = endpoint.surface === 'x' ? undefined : await readRepaired(endpoint.response, sent)
  if (filled !== undefined) return filled as Out<E['response']>
  throw new ApiError('broken', 'Unexpected response from the server')
}

const isSuccess = (status: number) => status >= 200 && status <= 299

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The URL of a request to our own origin; empty parameters are left out. */
export function address(path: string, params: Record<string, string | number>, query: Query): string {
  const filled = path.replace(/:(\w+)/g, (_all, name: string) => encodeURIComponent(String(params[name])))
  const given = Object.entries(query).flatMap(([name, value]) =>
    [value].flat().flatMap((one) => (one === undefined || one === '' ? [] : [[name, String(one)]])),
  )
  const search = new URLSearchParams(given).toString()
  return search === '' ? filled : `${filled}?${search}`
}
