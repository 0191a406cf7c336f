import type { FastifyRequest } from 'fastify'

import type { Tenant } from '#server/access/tenant.ts'
import type { Store } from '#server/db/open.ts'
import { now, timestamp } from '#server/lib/clock.ts'

import { HttpError, invalidInput } from './errors.ts'

const keptMs = 24 * 60 * 60_000

export interface Remembered {
  readonly status: number
  /** JSON, as it was sent. */
  readonly body: string
}

/** One request that carries an `Idempotency-Key`. CHOICE 0011. */
export interface Once {
  /** The first answer to this very request, if there is one; 422 when the key was used for another. */
  earlier(fingerprint: string): Promise<Remembered | undefined>
  /** Stores the answer, in the transaction of the effect. */
  remember(tenant: Tenant, fingerprint: string, answer: Remembered): Promise<void>
  /** Lets the next request with this key in. */
  release(): void
}

// Per process; across processes the unique index turns the second of two down.
const underWay = new Set<string>()

/** Claims the request's key, or gives undefined when it has none. A concurrent request under the same key gets 409. */
export function claimOnce(request: FastifyRequest, tenant: Tenant, endpoint: string): Once | undefined {
  const key = request.headers['idempotency-key']
  if (key === undefined) return undefined
  if (typeof key !== 'string' || !/^[\x21-\x7e]{1,255}$/.test(key)) {
    throw invalidInput(
      'VALIDATION_FAILED',
      new Map([['Idempotency-Key', ['Idempotency-Key must have 1 to 255 printable characters']]]),
    )
  }
  const claim = `${tenant.account} ${endpoint} ${key}`
  if (underWay.has(claim)) throw stillAtWork()
  underWay.add(claim)
  return {
    async earlier(fingerprint) {
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
        throw invalidInput('VALIDATION_FAILED', new Map([['Idempotency-Key', [text]]]))
      }
      return row
    },
    async remember(on, fingerprint, { status, body }) {
      await on
        .delete('idempotency_keys')
        .where('endpoint', '=', endpoint)
        .where('key', '=', key)
        .where('expires_at', '<=', now())
        .execute()
      const [created_at, expires_at] = [now(), timestamp(Date.now() + keptMs)]
      await on
        .insert('idempotency_keys', [{ endpoint, key, fingerprint, status, body, created_at, expires_at }])
        .catch((error: unknown) => {
          throw /unique/i.test(String(error)) ? stillAtWork() : error
        })
    },
    release: () => underWay.delete(claim),
  }
}

/** Forgets answers older than 24 h. */
export async function sweepAnswers({ db }: Store): Promise<void> {
  await db.deleteFrom('idempotency_keys').where('expires_at', '<=', now()).execute()
}

const stillAtWork = () =>
  new HttpError('CONFLICT', 'A request with this Idempotency-Key is already in progress', {
    headers: { 'retry-after': '1' },
  })
