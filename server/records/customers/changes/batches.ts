import type { Tenant } from '#server/platform/access/tenant.ts'
import { storedActor } from '#server/platform/audit/activity-log.ts'
import type { Store } from '#server/platform/db/store.ts'
import { now, timestamp } from '#server/platform/lib/clock.ts'

import { type Change, applyChange } from './apply.ts'

const undoableForMs = 24 * 60 * 60_000

/**
 * Carries out a change for its next customers, at most so many, and counts them in the same transaction. Returns whether the
 * change has ended.
 */
export async function carryOutNextBatch(
  trx: Tenant,
  id: number,
  { most, publicUrl }: { readonly most: number; readonly publicUrl: string },
): Promise<boolean> {
  const running = await lockRunning(trx, id)
  if (!running) return true
  const batch = await nextBatch(trx, id, most)
  if (!batch) {
    await finish(trx, id, 'completed')
    return true
  }
  const change = JSON.parse(running.change) as Change
  const { changed, unchanged, missing } = await applyChange(trx, storedActor(running.actor_id), {
    ids: batch.customers,
    change,
    publicUrl,
  })
  await endBatch(trx, batch.id, changed)
  await trx
    .update('customer_changes')
    .set({
      changed: running.changed + changed.length,
      unchanged: running.unchanged + unchanged,
      missing: running.missing + missing,
      updated_at: now(),
    })
    .where('id', '=', id)
    .execute()
  return false
}

/** Leaves out the next customer, who can't be changed. */
export async function skipInChange(trx: Tenant, id: number): Promise<void> {
  const running = await lockRunning(trx, id)
  const batch = running && (await nextBatch(trx, id, 1))
  if (!batch) return
  await endBatch(trx, batch.id, [])
  await trx
    .update('customer_changes')
    .set({ failed: running.failed + batch.customers.length, updated_at: now() })
    .where('id', '=', id)
    .execute()
}

/** Returns the next batch; what it has more than so many becomes one of its own. */
async function nextBatch(trx: Tenant, change_id: number, most: number) {
  const batch = await trx
    .select('customer_change_batches')
    .select(['id', 'customers'])
    .where('change_id', '=', change_id)
    .where('changed', 'is', null)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  if (!batch) return undefined
  const ids = JSON.parse(batch.customers) as number[]
  const customers = ids.slice(0, most)
  if (ids.length > most) {
    const left = { change_id, customers: JSON.stringify(ids.slice(most)) }
    await trx.insert('customer_change_batches', [left])
    await trx
      .update('customer_change_batches')
      .set({ customers: JSON.stringify(customers) })
      .where('id', '=', batch.id)
      .execute()
  }
  return { id: batch.id, customers }
}

const endBatch = (trx: Tenant, id: number, changed: readonly number[]) =>
  trx
    .update('customer_change_batches')
    .set({ changed: JSON.stringify(changed) })
    .where('id', '=', id)
    .execute()

/** Leaves the rest of its customers as they are. One that has ended stays as it is. */
export async function cancelBatches(trx: Tenant, id: number): Promise<void> {
  if (await lockRunning(trx, id)) await finish(trx, id, 'canceled')
}

/** Forgets changes that ended more than a day ago: they can't be undone any more. */
export async function sweepChanges({ db }: Store, nowMs: number): Promise<void> {
  await db
    .deleteFrom('customer_changes')
    .where('finished_at', '<', timestamp(nowMs - undoableForMs))
    .execute()
}

const lockRunning = (trx: Tenant, id: number) =>
  trx.dialect
    .forNoKeyUpdate(
      trx
        .select('customer_changes')
        .select(['id', 'change', 'changed', 'unchanged', 'missing', 'failed', 'actor_id'])
        .where('id', '=', id)
        .where('state', '=', 'running'),
    )
    .executeTakeFirst()

async function finish(trx: Tenant, id: number, state: 'completed' | 'canceled') {
  const finished_at = now()
  await trx
    .update('customer_changes')
    .set({ state, finished_at, updated_at: finished_at })
    .where('id', '=', id)
    .execute()
}
