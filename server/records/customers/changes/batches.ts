import { dayMs } from '#contract/values/durations.ts'
import type { Tenant } from '#server/platform/access/tenant.ts'
import { storedActor } from '#server/platform/audit/activity.ts'
import type { Store } from '#server/platform/db/store.ts'
import { now, timestamp } from '#server/platform/lib/clock.ts'

import { finishJob, lockRunning } from '../job-runner.ts'
import { type Report, leaveOutFailing } from '../leave-out-failing.ts'
import { type Change, applyChange } from './apply.ts'

const undoableForMs = dayMs

/** What carrying out a change needs to know. */
export interface Carrying {
  readonly publicUrl: string
  readonly report: Report
}

/** Carries out the next batch of a change, and counts it in the same transaction. Returns whether the change has ended. */
export async function carryOutNextBatch(
  trx: Tenant,
  id: number,
  { publicUrl, report }: Carrying,
): Promise<boolean> {
  const running = await lockRunning(trx, 'customer_changes', id)
  if (!running) return true
  const batch = await trx
    .select('customer_change_batches')
    .select(['id', 'customers'])
    .where('change_id', '=', id)
    .where('changed', 'is', null)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  if (!batch) {
    await finishJob(trx, 'customer_changes', id, 'completed')
    return true
  }
  const change = JSON.parse(running.change) as Change
  const changed: number[] = []
  let { unchanged, missing } = running
  const failed = await leaveOutFailing(trx, JSON.parse(batch.customers) as number[], report, async (ids) => {
    const outcome = await applyChange(trx, storedActor(running.actor_id), { ids, change, publicUrl })
    changed.push(...outcome.changed)
    unchanged += outcome.unchanged
    missing += outcome.missing
  })
  await trx
    .update('customer_change_batches')
    .set({ changed: JSON.stringify(changed) })
    .where('id', '=', batch.id)
    .execute()
  await trx
    .update('customer_changes')
    .set({
      changed: running.changed + changed.length,
      unchanged,
      missing,
      failed: running.failed + failed.length,
      updated_at: now(),
    })
    .where('id', '=', id)
    .execute()
  return false
}

/** Leaves the rest of its customers as they are. One that has ended stays as it is. */
export async function cancelBatches(trx: Tenant, id: number): Promise<void> {
  if (await lockRunning(trx, 'customer_changes', id)) await finishJob(trx, 'customer_changes', id, 'canceled')
}

/** Forgets changes that ended more than a day ago: they can't be undone any more. */
export async function sweepChanges({ db }: Store, nowMs: number): Promise<void> {
  await db
    .deleteFrom('customer_changes')
    .where('finished_at', '<', timestamp(nowMs - undoableForMs))
    .execute()
}
