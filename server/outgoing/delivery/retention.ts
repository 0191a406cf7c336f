import { dayMs, hourMs, minuteMs } from '#contract/values/durations.ts'
import type { Store } from '#server/platform/db/store.ts'
import { timestamp } from '#server/platform/lib/clock.ts'

import { hourOf } from './hours.ts'

type SweptTable = 'deliveries' | 'event_log'

const keptMs = 30 * dayMs
/** Twice what charts show. */
const hoursKeptMs = 48 * hourMs
const atOnce = 1_000
/** How far the limit advances in one sweep, about ten times as fast as time itself. */
const stepMs = 10 * minuteMs

/** The setting that stores the limit reached so far, so that it survives restarts. */
const setting = 'history_kept_since'

/**
 * Deletes events and finished deliveries, with their attempts, 30 days after they were created.
 * The limit advances in small steps: a clock that jumps a month ahead costs minutes of history until it is corrected,
 * not all of it.
 */
export async function sweepDeliveries(store: Store, nowMs: number): Promise<void> {
  const { db } = store
  const known = await db.selectFrom('settings').select('value').where('name', '=', setting).executeTakeFirst()
  const wantedMs = nowMs - keptMs
  const reachedMs = known ? Date.parse(known.value) : await oldestMs(store)
  const limit = timestamp(Math.min(wantedMs, (reachedMs ?? wantedMs) + stepMs))
  // Deliveries first: they refer to their events.
  for (const table of ['deliveries', 'event_log'] as const)
    await deleteOld(store, table, limit, timestamp(nowMs))
  await db
    .deleteFrom('webhook_hours')
    .where('hour', '<', hourOf(nowMs - hoursKeptMs))
    .execute()
  await db
    .insertInto('settings')
    .values({ name: setting, value: limit })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value: limit }))
    .execute()
}

async function oldestMs({ db }: Store): Promise<number | undefined> {
  const rows = await db.selectFrom('event_log').select('created_at').orderBy('id').limit(atOnce).execute()
  if (rows.length === 0) return undefined
  return Math.min(...rows.map(({ created_at }) => Date.parse(created_at)))
}

async function deleteOld(store: Store, table: SweptTable, limit: string, now: string): Promise<void> {
  for (let after = 0; ;) {
    // Ids ascend with time, so the oldest rows come first, except those written while the clock was ahead: skip them.
    const oldest = store.db
      .selectFrom(table)
      .select(['id', 'created_at'])
      .where('id', '>', after)
      .orderBy('id')
      .limit(atOnce)
    const rows = await (
      table === 'deliveries' ? oldest.where('deliveries.due_at', 'is', null) : oldest
    ).execute()
    const old = rows.filter(({ created_at }) => created_at < limit).map(({ id }) => id)
    if (old.length > 0) await remove(store, table, old)
    after = rows.at(-1)?.id ?? after
    const isPresent = rows.some(({ created_at }) => created_at >= limit && created_at <= now)
    if (isPresent || rows.length < atOnce) return
  }
}

async function remove({ db }: Store, table: SweptTable, ids: readonly number[]): Promise<void> {
  const gone = db.deleteFrom(table).where('id', 'in', ids)
  const still =
    table === 'deliveries'
      ? // Checked again: one of them may have been redelivered in the meantime.
        gone.where('deliveries.due_at', 'is', null)
      : // An event is kept as long as a delivery of it is.
        gone.where((eb) =>
          eb.not(
            eb.exists(
              eb
                .selectFrom('deliveries')
                .select('deliveries.id')
                .whereRef('deliveries.event_log_id', '=', 'event_log.id'),
            ),
          ),
        )
  await still.execute()
}
