import type { Kysely } from 'kysely'

import type { Database } from '#server/platform/db/database.ts'
import type { Store } from '#server/platform/db/store.ts'

import { type Claim, type LeasedDelivery, leasedColumns } from './batch.ts'

/** The columns of a delivery that no process has leased. */
export const notLeased = { leased_by: null, leased_until: null } as const

/** Leases due deliveries to this process, and returns them with their payloads. */
export async function claimDue(
  db: Kysely<Database>,
  { peers, dialect }: Store,
  claim: Claim,
): Promise<LeasedDelivery[]> {
  const rows = await db
    .updateTable('deliveries')
    .set({ leased_by: peers.id, leased_until: claim.leasedUntil })
    .where('id', 'in', dialect.dueDeliveries({ ...claim, by: peers.id }))
    .returning(leasedColumns)
    .execute()
  const events = [...new Set(rows.map(({ event_log_id }) => event_log_id))]
  const bodies =
    events.length === 0
      ? []
      : await db.selectFrom('event_log').select(['id', 'body']).where('id', 'in', events).execute()
  const bodyOf = new Map<number | null, string>(bodies.map(({ id, body }) => [id, body]))
  return rows.map(({ event_log_id, ...row }) => ({ ...row, body: bodyOf.get(event_log_id) }))
}

/** Returns leases of this process unused. */
export async function releaseLeases(
  db: Kysely<Database>,
  { peers }: Store,
  ids: readonly number[],
): Promise<void> {
  if (ids.length === 0) return
  await db
    .updateTable('deliveries')
    .set(notLeased)
    .where('id', 'in', ids)
    .where('leased_by', '=', peers.id)
    .execute()
}

/** Releases the leases of processes that are gone. Returns whether there were any such processes. */
export async function releaseDeadLeases({ db, peers }: Store): Promise<boolean> {
  const registered = await peers.registered(db)
  if (registered.every((id) => id === peers.id)) return false
  return db.transaction().execute(async (trx) => {
    const dead = await peers.removeDead(trx)
    if (dead.length === 0) return false
    await trx
      .updateTable('deliveries')
      .set(notLeased)
      .where('due_at', 'is not', null)
      .where('leased_by', 'in', dead)
      .execute()
    return true
  })
}

/** Releases leases that belong to no registered process. Reads the whole queue. */
export async function releaseStrayLeases(
  { db, peers }: Store,
  { isStart }: { readonly isStart: boolean },
): Promise<void> {
  const registered = await peers.registered(db)
  // Where only one process can run, that is this one.
  if (registered.length === 0 && !isStart) return
  const leased = db
    .updateTable('deliveries')
    .set(notLeased)
    .where('due_at', 'is not', null)
    .where('leased_until', 'is not', null)
  // There, every lease at a start is left over. A lease without an owner, from an older version, simply expires.
  await (registered.length === 0 ? leased : leased.where('leased_by', 'not in', registered)).execute()
}
