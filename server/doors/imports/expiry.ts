import { setImmediate as letOthersRun } from 'node:timers/promises'

import { dayMs, hourMs } from '#contract/values/durations.ts'
import { Tenant } from '#server/platform/access/tenant.ts'
import type { Store } from '#server/platform/db/store.ts'
import { timestamp } from '#server/platform/lib/clock.ts'
import { forEach } from '#server/platform/lib/each.ts'

import { cancel } from './run.ts'

/** A file whose upload broke off. */
const receivingForMs = hourMs
/** Rows that nobody imports. */
const unfinishedForMs = dayMs
/** The outcomes of rows, with those that failed. */
const finishedForMs = 7 * dayMs
const importsAtOnce = 50
const resultsAtOnce = 1_000

/** Deletes the rows of imports that nobody has finished within a day, and imports that ended a week ago. */
export async function deleteExpired({ db, dialect }: Store, nowMs: number): Promise<void> {
  const before = (ms: number) => timestamp(nowMs - ms)
  const due = await db
    .selectFrom('imports')
    .select(['id', 'account_id', 'state'])
    .where('updated_at', '<', before(receivingForMs))
    .where((eb) =>
      eb.or([
        eb('state', '=', 'receiving'),
        eb.and([
          eb('state', 'in', ['ready', 'checked', 'stopped']),
          eb('updated_at', '<', before(unfinishedForMs)),
        ]),
        eb.and([eb('state', 'in', ['completed', 'canceled']), eb('updated_at', '<', before(finishedForMs))]),
      ]),
    )
    .orderBy('updated_at')
    .limit(importsAtOnce)
    .execute()
  await forEach(
    due,
    ({ id, account_id }) => ({ account: account_id, import: id }),
    async ({ id, account_id, state }) => {
      const tenant = new Tenant(db, dialect, account_id, 'Bureau')
      if (state === 'ready' || state === 'checked' || state === 'stopped')
        await tenant.transaction((trx) => cancel(trx, { id, state }))
      else await deleteImport(tenant, id)
    },
  )
}

async function deleteImport(tenant: Tenant, id: number): Promise<void> {
  for (;;) {
    const rows = await tenant
      .select('import_results')
      .select('id')
      .where('import_id', '=', id)
      .limit(resultsAtOnce)
      .execute()
    if (rows.length === 0) break
    await tenant
      .delete('import_results')
      .where(
        'id',
        'in',
        rows.map((row) => row.id),
      )
      .execute()
    await letOthersRun()
  }
  await tenant.delete('imports').where('id', '=', id).execute()
}
