import { setImmediate as letOthersRun } from 'node:timers/promises'

import type { Tenant } from '#server/platform/access/tenant.ts'
import { now } from '#server/platform/lib/clock.ts'
import type { ImportKind, RowPlan } from '#server/platform/lists/import-kind.ts'

import { type Planning, openRows } from './check.ts'
import { type SourceRow, sourcesOf } from './parse.ts'
import { type RowOutcome, resultRows } from './results.ts'
import { type StoredImport, addCounts, lockImport } from './rows.ts'

/** Small enough for an unnoticeable pause. Others read between them, and write between two transactions. */
const rowsInOneGo = 25

/** Dependencies of a running import besides its row. */
export type RunOptions = Pick<Planning, 'kind' | 'publicUrl'>

/** Imports the next rows, and records their outcomes in the same transaction. Returns whether it has ended. */
export async function importNextBatch(trx: Tenant, id: number, options: RunOptions): Promise<boolean> {
  const row = await lockRunning(trx, options.kind, id)
  if (!row) return true
  const batch = await readBatch(trx, row)
  if (!batch) {
    await finish(trx, id, 'completed')
    return true
  }
  await importBatch(trx, { ...options, row }, batch)
  return false
}

async function importBatch(trx: Tenant, planning: Planning, batch: Batch): Promise<void> {
  const { row } = planning
  const all = batch.sources
  // Those that failed the check have their result already.
  const known = await trx
    .select('import_results')
    .select('row')
    .where('import_id', '=', row.id)
    .where('row', '>=', all[0]?.row ?? 0)
    .where('row', '<=', all.at(-1)?.row ?? 0)
    .execute()
  const failed = new Set(known.map((result) => result.row))
  const sources = all.filter((source) => !failed.has(source.row))
  const rows = await openRows(trx, planning)
  const plans: RowPlan[] = []
  const idOf = new Map<RowPlan, number>()
  for (let start = 0; start < sources.length; start += rowsInOneGo) {
    const some = await rows.plan(sources.slice(start, start + rowsInOneGo))
    const writing = some.filter(({ outcome }) => outcome === 'created' || outcome === 'updated')
    const ids = await rows.write(writing)
    writing.forEach((plan, index) => idOf.set(plan, ids[index] as number)) // an id for each
    plans.push(...some)
    await letOthersRun()
  }
  const outcomes = plans.map((plan, index): RowOutcome => ({
    source: sources[index] as SourceRow, // a plan for each
    plan,
    recordId: idOf.get(plan) ?? plan.recordId,
  }))
  await trx.insert('import_results', resultRows(row, outcomes))
  await trx.delete('import_batches').where('id', '=', batch.id).execute()
  const counts = addCounts(row, plans)
  const { created, updated, skipped } = counts
  await trx
    .update('imports')
    .set({ created, updated, skipped, failed: counts.failed, updated_at: now() })
    .where('id', '=', row.id)
    .execute()
}

interface Batch {
  readonly id: number
  readonly sources: readonly SourceRow[]
}

/** Returns the first rows that are left to import, or those that come after another batch. */
export async function readBatch(
  tenant: Tenant,
  row: Pick<StoredImport, 'id' | 'fixes'>,
  after = 0,
): Promise<Batch | undefined> {
  const batch = await tenant
    .select('import_batches')
    .select(['id', 'rows'])
    .where('import_id', '=', row.id)
    .where('id', '>', after)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  return batch && { id: batch.id, sources: sourcesOf(row, batch.rows) }
}

/** Returns the import, locked until the transaction ends; undefined unless it is running. */
export async function lockRunning(
  trx: Tenant,
  { name }: ImportKind,
  id: number,
): Promise<StoredImport | undefined> {
  const row = await lockImport(trx, name, id)
  return row.state === 'running' ? row : undefined
}

/** Cancels an import: its rows that are left are deleted, and if none was imported, so is what the check has found. */
export async function cancel(trx: Tenant, { id, state }: Pick<StoredImport, 'id' | 'state'>): Promise<void> {
  if (state !== 'running' && state !== 'stopped')
    await trx.delete('import_results').where('import_id', '=', id).execute()
  await finish(trx, id, 'canceled')
}

/** Ends an import; its rows that are left are deleted. */
export async function finish(trx: Tenant, id: number, state: 'completed' | 'canceled'): Promise<void> {
  await trx.delete('import_batches').where('import_id', '=', id).execute()
  const finished_at = now()
  await trx
    .update('imports')
    .set({ state, fixes: '{}', worker: null, finished_at, updated_at: finished_at })
    .where('id', '=', id)
    .execute()
}
