import type { CustomerDeletion } from '#contract/customers/deletions.ts'
import type { Tenant } from '#server/platform/access/tenant.ts'
import { type Actor, actorId, storedActor } from '#server/platform/audit/activity.ts'
import { now } from '#server/platform/lib/clock.ts'
import { HttpError } from '#server/platform/lib/http-error.ts'

import { finishJob, insertBatches, lockRunning } from './job-runner.ts'
import { type Report, leaveOutFailing } from './leave-out-failing.ts'
import { type MatchingRequest, readMatching } from './matching-ids.ts'
import { auditCustomerDeletion, removeExisting } from './writes.ts'

const columns = [
  'id',
  'state',
  'total',
  'deleted',
  'missing',
  'failed',
  'caused_by',
  'created_at',
  'finished_at',
] as const

/**
 * Records all customers that match, in one transaction: only those are deleted later. Throws 422 unless
 * there are exactly `count` of them.
 */
export async function requestDeletion(
  trx: Tenant,
  actor: Actor,
  matching: MatchingRequest,
): Promise<CustomerDeletion> {
  const ids = await readMatching(trx, matching)
  const { count, ...filters } = matching
  await auditCustomerDeletion(trx, count, filters)
  const created_at = now()
  const id = await trx.insertOne('customer_deletions', {
    state: 'running',
    total: ids.length,
    deleted: 0,
    missing: 0,
    caused_by: trx.actor,
    actor_id: actorId(actor),
    created_at,
    updated_at: created_at,
    finished_at: null,
  })
  await insertBatches(ids, (batches) =>
    trx.insert(
      'customer_deletion_batches',
      batches.map((customers) => ({ deletion_id: id, customers })),
    ),
  )
  return readDeletion(trx, id)
}

/** Deletes the next customers of a deletion, and counts them in the same transaction. Returns whether it has finished. */
export async function deleteNextBatch(trx: Tenant, id: number, report: Report): Promise<boolean> {
  const deletion = await lockRunning(trx, 'customer_deletions', id)
  if (!deletion) return true
  const batch = await trx
    .select('customer_deletion_batches')
    .select(['id', 'customers'])
    .where('deletion_id', '=', id)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  if (!batch) {
    await finishJob(trx, 'customer_deletions', id, 'completed')
    return true
  }
  const ids = JSON.parse(batch.customers) as number[]
  let removed = 0
  const failed = await leaveOutFailing(trx, ids, report, async (some) => {
    removed += await removeExisting(trx, storedActor(deletion.actor_id), some)
  })
  await trx.delete('customer_deletion_batches').where('id', '=', batch.id).execute()
  await trx
    .update('customer_deletions')
    .set({
      deleted: deletion.deleted + removed,
      missing: deletion.missing + ids.length - removed - failed.length,
      failed: deletion.failed + failed.length,
      updated_at: now(),
    })
    .where('id', '=', id)
    .execute()
  return false
}

/** Forgets the customers that are left. One that has finished stays as it is; 404 if there is no such deletion. */
export async function cancelDeletion(trx: Tenant, id: number): Promise<CustomerDeletion> {
  if (await lockRunning(trx, 'customer_deletions', id)) {
    await trx.delete('customer_deletion_batches').where('deletion_id', '=', id).execute()
    await finishJob(trx, 'customer_deletions', id, 'canceled')
  }
  return readDeletion(trx, id)
}

/** Throws 404 if there is no such deletion. */
export async function readDeletion(tenant: Tenant, id: number): Promise<CustomerDeletion> {
  const row = await tenant
    .select('customer_deletions')
    .select(columns)
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) throw new HttpError('NOT_FOUND')
  return row
}

/** The newest first. */
export const readRunning = (tenant: Tenant): Promise<CustomerDeletion[]> =>
  tenant
    .select('customer_deletions')
    .select(columns)
    .where('state', '=', 'running')
    .orderBy('id', 'desc')
    .limit(20)
    .execute()
