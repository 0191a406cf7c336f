import { createHash } from 'node:crypto'

import type { FastifyReply, FastifyRequest } from 'fastify'

import { dayMs } from '#contract/values/durations.ts'
import type { Endpoint } from '#contract/wire/endpoint.ts'
import type { Tenant } from '#server/platform/access/tenant.ts'
import type { Store } from '#server/platform/db/store.ts'
import { now, timestamp } from '#server/platform/lib/clock.ts'
import { HttpError, invalidField, invalidInput } from '#server/platform/lib/http-error.ts'

import { openMatch } from './versions.ts'

const storedForMs = dayMs

/** A response that was sent to a request with an `Idempotency-Key`. */
export interface StoredResponse {
  readonly status: number
  /** JSON, as it was sent. */
  readonly body: string
}

/** One request that carries an `Idempotency-Key`. */
export interface IdempotentRequest {
  /** Returns the response to the same request, if there is one. Throws 422 if the key was used for a different one. */
  storedResponse(fingerprint: string): Promise<StoredResponse | undefined>
  /** Stores the response, in the same transaction as the effect. */
  storeResponse(tenant: Tenant, fingerprint: string, response: StoredResponse): Promise<void>
  /** Lets the next request with this key through. */
  release(): void
}

// Per process; across processes the unique index rejects the second of two.
const inFlight = new Set<string>()

/** Claims the request's key; undefined if it has none. Throws 409 while another request with the same key is running. */
export function claimIdempotencyKey(
  request: FastifyRequest,
  tenant: Tenant,
  endpoint: string,
): IdempotentRequest | undefined {
  const key = request.headers['idempotency-key']
  if (key === undefined) return undefined
  if (typeof key !== 'string' || !/^[\x21-\x7e]{1,255}$/.test(key)) {
    throw invalidInput(
      'VALIDATION_FAILED',
      new Map([['Idempotency-Key', ['Idempotency-Key must have 1 to 255 printable characters']]]),
    )
  }
  const claim = `${tenant.account} ${endpoint} ${key}`
  if (inFlight.has(claim)) throw inProgress()
  inFlight.add(claim)
  return {
    async storedResponse(fingerprint) {
      const row = await tenant
        .select('idempotency_keys')
        .select(['fingerprint', 'status', 'body'])
        .where('endpoint', '=', endpoint)
        .where('key', '=', key)
        .where('expires_at', '>', now())
        .executeTakeFirst()
      if (!row) return undefined
      if (row.fingerprint !== fingerprint) {
        const text = 'This Idempotency-Key was already used with a different request'
        throw invalidField('Idempotency-Key', text)
      }
      return row
    },
    async storeResponse(trx, fingerprint, { status, body }) {
      await trx
        .delete('idempotency_keys')
        .where('endpoint', '=', endpoint)
        .where('key', '=', key)
        .where('expires_at', '<=', now())
        .execute()
      const [created_at, expires_at] = [now(), timestamp(Date.now() + storedForMs)]
      await trx
        .insert('idempotency_keys', [{ endpoint, key, fingerprint, status, body, created_at, expires_at }])
        .catch((error: unknown) => {
          throw /unique/i.test(String(error)) ? inProgress() : error
        })
    },
    release: () => inFlight.delete(claim),
  }
}

/**
 * Runs `write` in a transaction, once for each `Idempotency-Key`: a request that repeats another returns that one's data,
 * which the endpoint's response contains as `data`. `onWritten` is called after the commit, not for a repeat. Throws 409
 * while the same request is running, 422 if its key was used for a different one.
 */
export async function writeOnce<Data>(
  { status, method }: Pick<Endpoint, 'status' | 'method'>,
  {
    tenant,
    request,
    reply,
    body,
  }: {
    readonly tenant: Tenant
    readonly request: FastifyRequest
    readonly reply: FastifyReply
    readonly body?: unknown
  },
  write: (trx: Tenant) => Promise<Data>,
  onWritten?: (data: Data) => void,
): Promise<Data> {
  const [path] = request.url.split('?', 1)
  // Customers in the portal choose theirs without knowing of each other.
  const scope = tenant.origin.kind === 'customer' ? `customer ${tenant.origin.id} ` : ''
  const idempotent = claimIdempotencyKey(request, tenant, `${scope}${method} ${path}`)
  try {
    const fingerprint = fingerprintOf(request, body)
    const replay = async () => {
      const stored = await idempotent?.storedResponse(fingerprint)
      if (stored) reply.header('idempotency-replayed', 'true')
      return stored && (JSON.parse(stored.body) as { data: Data })
    }
    const before = await replay()
    if (before) return before.data
    const transaction = tenant.transaction(async (trx) => {
      const data = await write(trx)
      await idempotent?.storeResponse(trx, fingerprint, { status, body: JSON.stringify({ data }) })
      return { data, isOurs: true }
    })
    const { data, isOurs } = await transaction.catch(async (error: unknown) => {
      // Another process has answered the same request meanwhile: what got in the way is its own effect.
      const other = isOvertaken(error) ? await replay() : undefined
      if (!other) throw error
      return { ...other, isOurs: false }
    })
    if (isOurs) onWritten?.(data)
    return data
  } finally {
    idempotent?.release()
  }
}

/** A repeat sends the same `If-Match`, which may mean another version by then. */
function fingerprintOf(request: FastifyRequest, body: unknown): string {
  const match = openMatch(request)
  const content =
    match !== undefined && typeof body === 'object' ? { ...body, version: match } : (body ?? null)
  return createHash('sha256').update(JSON.stringify(content)).digest('hex')
}

const isOvertaken = (error: unknown) =>
  error instanceof HttpError && (error.code === 'NOT_FOUND' || error.code === 'PRECONDITION_FAILED')

/** Deletes stored responses older than 24 h. */
export async function sweepStoredResponses({ db }: Store): Promise<void> {
  await db.deleteFrom('idempotency_keys').where('expires_at', '<=', now()).execute()
}

const inProgress = () =>
  new HttpError('CONFLICT', 'A request with this Idempotency-Key is already in progress', {
    headers: { 'retry-after': '1' },
  })
