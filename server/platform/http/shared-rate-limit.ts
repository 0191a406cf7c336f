import { CompiledQuery, type Kysely, sql } from 'kysely'

import type { Database } from '#server/platform/db/database.ts'
import type { NamedQuery } from '#server/platform/db/scope.ts'
import { JointWork } from '#server/platform/lib/joint-work.ts'

import { type RateLimitResult, type RateLimits, limitedFor } from './rate-limit.ts'

/** How many requests a caller had left at least, a moment ago, if the next may be answered while it is counted. */
const ample = 16
const mostCallers = 10_000

/**
 * The window of `RateLimiter`, counted by PostgreSQL for every process on the database, by the clock of its server. While
 * a request is counted, others of the same caller wait and are then counted together, so that many at once cost few
 * statements, whose price doesn't depend on the limit.
 */
export class SharedRateLimiter implements RateLimits {
  readonly #db: Kysely<Database>
  readonly #counting = new JointWork<number, RateLimitResult>((caller, limits) => this.#count(caller, limits))
  readonly #withMany = new Set<string>()

  constructor(db: Kysely<Database>) {
    this.#db = db
  }

  consume(caller: string, limit: number): Promise<RateLimitResult> {
    return this.#counting.ask(caller, limit)
  }

  hasMany(caller: string): boolean {
    return this.#withMany.has(caller)
  }

  async sweep(): Promise<void> {
    await sql`delete from admitted_requests where at <= clock_timestamp() - interval '1 minute'`.execute(
      this.#db,
    )
  }

  async #count(caller: string, limits: readonly [number, ...number[]]): Promise<RateLimitResult[]> {
    // A limit that has just been changed holds from now on.
    const limit = limits.at(-1) ?? limits[0]
    const { rows } = await this.#db.executeQuery(admission(caller, limit, limits.length))
    const { admitted, remaining, wait_ms } = rows[0] as Admission
    if (remaining < ample || this.#withMany.size >= mostCallers) this.#withMany.delete(caller)
    else this.#withMany.add(caller)
    // With a limit of 0, no request ever leaves the window, and there is no time to wait for.
    const limited = limitedFor(wait_ms ?? Infinity)
    return limits.map((_, index) =>
      index < admitted ? { kind: 'admitted', remaining: remaining + admitted - 1 - index } : limited,
    )
  }
}

interface Admission {
  readonly admitted: number
  readonly remaining: number
  /** Until the next request would be admitted; null if it would be now, or never. */
  readonly wait_ms: number | null
}

const admission = (caller: string, limit: number, requests: number): NamedQuery => ({
  ...CompiledQuery.raw('select admitted, remaining, wait_ms from admit_requests($1, $2, $3)', [
    caller,
    limit,
    requests,
  ]),
  name: 'admit_requests',
  isSlow: true,
})
