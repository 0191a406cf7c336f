import { setImmediate as letOthersRun } from 'node:timers/promises'

import type { Tenant } from '#server/platform/access/tenant.ts'
import type { RowPlan } from '#server/platform/lists/import-kind.ts'

import { type Planning, beginCheck, openRows } from './check.ts'
import type { SourceRow } from './parse.ts'
import { resultRows } from './results.ts'
import { addCounts, noCounts } from './rows.ts'
import { type RunOptions, finish, lockRunning, readBatch } from './run.ts'

/** Rows that are planned or written before others get to read. */
const rowsInOneGo = 100
/** How often all rows are planned again because records have changed, before that happens under the lock. */
const attempts = 3

type Planned = readonly { readonly source: SourceRow; readonly plan: RowPlan }[]

/**
 * Imports all rows in one transaction. They are planned before it, because others wait to write while it lasts. If one of them
 * fails by now, nothing is imported and all are checked again.
 */
export async function importAtOnce(tenant: Tenant, id: number, options: RunOptions): Promise<void> {
  for (
    let attempt = 1;
    !(await tryAtOnce(tenant, id, { ...options, isLast: attempt >= attempts }));
    attempt += 1
  );
}

/** Returns whether it has ended: false if records have changed since the rows were planned. */
async function tryAtOnce(
  tenant: Tenant,
  id: number,
  { isLast, ...options }: RunOptions & { readonly isLast: boolean },
): Promise<boolean> {
  const { kind } = options
  const row = await tenant.select('imports').selectAll().where('id', '=', id).executeTakeFirst()
  if (row?.state !== 'running') return true
  const revision = await kind.atomic?.revision(tenant)
  const planned = await planAll(tenant, { ...options, row })
  return tenant.transaction(async (trx) => {
    const locked = await lockRunning(trx, kind, id)
    if (!locked) return true
    await kind.atomic?.lock(trx)
    const isCurrent = (await kind.atomic?.revision(trx)) === revision
    if (!isCurrent && !isLast) return false
    const planning = { ...options, row: locked }
    const all = isCurrent ? planned : await planAll(trx, planning)
    if (all.some(({ plan }) => plan.outcome === 'failed')) {
      await trx.update('imports').set({ state: 'checking' }).where('id', '=', id).execute()
      await beginCheck(trx, id, null)
    } else {
      await writeAll(trx, planning, all)
      await finish(trx, id, 'completed')
    }
    return true
  })
}

async function planAll(tenant: Tenant, planning: Planning): Promise<Planned> {
  const rows = await openRows(tenant, planning)
  const all: { source: SourceRow; plan: RowPlan }[] = []
  for (let after = 0; ;) {
    const batch = await readBatch(tenant, planning.row, after)
    if (!batch) return all
    after = batch.id
    const plans = await rows.plan(batch.sources)
    plans.forEach((plan, index) => all.push({ source: batch.sources[index] as SourceRow, plan })) // a plan for each
    await letOthersRun()
  }
}

async function writeAll(trx: Tenant, planning: Planning, all: Planned): Promise<void> {
  const { row } = planning
  const rows = await openRows(trx, planning)
  for (let start = 0; start < all.length; start += rowsInOneGo) {
    const some = all.slice(start, start + rowsInOneGo)
    const writing = some.flatMap(({ plan }) => (isWritten(plan) ? plan : []))
    const ids = await rows.write(writing)
    const idOf = new Map(writing.map((plan, index) => [plan, ids[index] as number])) // an id for each
    const outcomes = some.map(({ source, plan }) => ({
      source,
      plan,
      recordId: idOf.get(plan) ?? plan.recordId,
    }))
    await trx.insert('import_results', resultRows(row, outcomes))
    await letOthersRun()
  }
  const counts = addCounts(
    noCounts,
    all.map(({ plan }) => plan),
  )
  await trx.update('imports').set(counts).where('id', '=', row.id).execute()
}

const isWritten = ({ outcome }: RowPlan) => outcome === 'created' || outcome === 'updated'
