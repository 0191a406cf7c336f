import { sql } from 'kysely'

import type { Store } from '#server/platform/db/store.ts'
import { timestamp } from '#server/platform/lib/clock.ts'

const noticedFromMs = 1_000
/** The clocks of several machines differ by less. */
const clockSkewMs = 5_000
const rescheduledAtOnce = 500

/** Compares the wall clock with the monotonic one, which can't be set. */
export class ClockWatch {
  #offsetMs = offset()

  /** Returns whether the wall clock was set back since the last call. */
  wasSetBack(): boolean {
    const before = this.#offsetMs
    this.#offsetMs = offset()
    return before - this.#offsetMs > noticedFromMs
  }
}

const offset = () => Date.now() - performance.now()

/**
 * Corrects the queue after the clock was set back: what was scheduled in the new clock's future becomes due after the
 * same wait from now.
 */
export async function rescheduleFuture({ db, dialect }: Store): Promise<void> {
  for (;;) {
    const nowMs = Date.now()
    const ahead = await db
      .selectFrom('deliveries')
      .select(['id', 'due_at', 'scheduled_at'])
      .where('due_at', 'is not', null)
      .where('scheduled_at', '>', timestamp(nowMs + clockSkewMs))
      .limit(rescheduledAtOnce)
      .execute()
    if (ahead.length === 0) return
    const rows = ahead.map(({ id, due_at, scheduled_at }) => {
      const waitMs = Math.max(0, Date.parse(due_at ?? '') - Date.parse(scheduled_at ?? ''))
      return { id, old: due_at, due_at: timestamp(nowMs + waitMs), scheduled_at: timestamp(nowMs) }
    })
    await sql`update deliveries set due_at = value ->> 'due_at', scheduled_at = value ->> 'scheduled_at'
      from ${dialect.jsonRows(JSON.stringify(rows))}
      where deliveries.id = cast(value ->> 'id' as bigint) and deliveries.due_at = value ->> 'old'`.execute(
      db,
    )
  }
}
