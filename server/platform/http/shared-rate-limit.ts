import { type Kysely, sql } from 'kysely'

import type { Database } from '#server/platform/db/database.ts'

import { type RateLimitResult, type RateLimits, limitedFor } from './rate-limit.ts'

/**
 * The window of `RateLimiter`, counted by PostgreSQL for every process on the database, by the clock of its server. Costs
 * one statement a request, whose price doesn't depend on the limit.
 */
export class SharedRateLimiter implements RateLimits {
  readonly #db: Kysely<Database>

  constructor(db: Kysely<Database>) {
    this.#db = db
  }

  async consume(caller: string, limit: number): Promise<RateLimitResult> {
    const { rows } = await sql<{ remaining: number; wait_ms: number | null }>`
      select remaining, wait_ms from admit_request(${caller}, ${limit})`.execute(this.#db)
    const { remaining = 0, wait_ms = null } = rows[0] ?? {}
    // With a limit of 0, no request ever leaves the window, and there is no time to wait for.
    return remaining < 0 ? limitedFor(wait_ms ?? Infinity) : { kind: 'admitted', remaining }
  }

  async sweep(): Promise<void> {
    await sql`delete from admitted_requests where at <= clock_timestamp() - interval '1 minute'`.execute(
      this.#db,
    )
  }
}
