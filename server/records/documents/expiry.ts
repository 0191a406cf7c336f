import type { Tenant } from '#server/platform/access/tenant.ts'
import type { Store } from '#server/platform/db/store.ts'
import { allOrEach, forEach } from '#server/platform/lib/each.ts'
import type { LiveBus } from '#server/platform/live/bus.ts'
import { accountOf, findDueAccounts } from '#server/records/invoices/due-accounts.ts'

import { nameOf, recordDocument } from './activity.ts'
import { type DocumentRow, findRow } from './rows.ts'
import { statusAfter } from './states.ts'
import { change } from './writes.ts'

const batchSize = 100
const actor = { kind: 'key' } as const
const open: readonly DocumentRow['status'][] = ['sent', 'viewed', 'signed']

/**
 * Makes every open proposal expired and every signed contract ended whose last day has passed where its account is, with
 * activity, once: several processes may run this at a time. Returns how many changed here; open screens are told of them.
 */
export async function endDocuments(
  { store, live }: { readonly store: Store; readonly live: LiveBus },
  nowMs: number,
): Promise<number> {
  const accounts = await findDueAccounts(store, nowMs, (eb, latest) =>
    eb.exists(
      eb
        .selectFrom('documents')
        .select('documents.id')
        .whereRef('documents.account_id', '=', 'accounts.id')
        .where('documents.status', 'in', open)
        .where('ends_on', '<', latest),
    ),
  )
  let changed = 0
  await forEach(accounts, accountOf, async ({ tenant, today }) => {
    for (let after = 0; ;) {
      const due = await findDue(tenant, today, after)
      await allOrEach(due, async (ids) => {
        const ended = await tenant.transaction(async (trx) => {
          await trx.lock('documents-due')
          return endSome(trx, today, ids)
        })
        changed += ended
        if (ended > 0) live.publish(tenant.account, { topic: 'documents', id: null })
      })
      const last = due.at(-1)
      if (last === undefined || due.length < batchSize) return
      after = last
    }
  })
  return changed
}

/** A contract that was sent and not signed stays: it doesn't end before it began. */
async function findDue(tenant: Tenant, today: string, after: number): Promise<number[]> {
  const due = await tenant
    .select('documents')
    .select('id')
    .where('status', 'in', open)
    .where('ends_on', '<', today)
    .where('id', '>', after)
    .orderBy('id')
    .limit(batchSize)
    .execute()
  return due.map(({ id }) => id)
}

async function endSome(tenant: Tenant, today: string, ids: readonly number[]): Promise<number> {
  let ended = 0
  for (const id of ids) {
    const row = await findRow(tenant, id, { forChange: true })
    // A person may have changed or deleted it between the two readings.
    if (!row || !open.includes(row.status) || row.ends_on === null || row.ends_on >= today) continue
    const status = statusAfter(row, 'end')
    if (status === undefined) continue
    await change(tenant, row, { status })
    await recordDocument(tenant, actor, row, { event: status, description: `${nameOf(row)} ${status}` })
    ended += 1
  }
  return ended
}
