import type { Tenant } from '#server/access/tenant.ts'
import type { Store } from '#server/db/store.ts'
import { emit } from '#server/delivery/emit.ts'
import { timestamp } from '#server/lib/clock.ts'
import type { LiveBus } from '#server/live/bus.ts'

import { findDueAccounts } from './due-accounts.ts'
import { readInvoices } from './rows.ts'

const batchSize = 200

/**
 * Makes every sent invoice overdue whose due date has passed where its account is, and tells of each once, in the same
 * transaction. Several processes may run this at a time: a row changes for the one whose update still finds it sent.
 * Returns how many changed here; open screens are told which account's did. CHOICE 0025.
 */
export async function markOverdue(
  { store, live }: { readonly store: Store; readonly live: LiveBus },
  nowMs: number,
): Promise<number> {
  const accounts = await findDueAccounts(store, nowMs, (eb, latest) =>
    eb.exists(
      eb
        .selectFrom('invoices')
        .select('invoices.id')
        .whereRef('invoices.account_id', '=', 'accounts.id')
        .where('status', '=', 'sent')
        .where('due_date', '<', latest),
    ),
  )
  let changed = 0
  for (const { tenant, today } of accounts) {
    // In small transactions, so that nobody waits long for the lock.
    for (let marked = batchSize; marked === batchSize; changed += marked) {
      marked = await tenant.transaction(async (trx) => {
        // Two that take the same rows in another order would wait for each other for ever.
        await trx.lock('overdue')
        return markSome(trx, today, nowMs)
      })
      if (marked > 0) live.publish(tenant.account, { topic: 'invoices', id: null })
    }
  }
  return changed
}

async function markSome(tenant: Tenant, today: string, nowMs: number): Promise<number> {
  const due = tenant
    .select('invoices')
    .select('id')
    .where('status', '=', 'sent')
    .where('due_date', '<', today)
    .orderBy('due_date')
    .limit(batchSize)
  const changed = await tenant
    .update('invoices')
    .set({ status: 'overdue', updated_at: timestamp(nowMs) })
    .where('id', 'in', due)
    // Once more: another process may have been first between the reading above and the lock.
    .where('status', '=', 'sent')
    .returning('id')
    .execute()
  const invoices = await readInvoices(
    tenant,
    changed.map(({ id }) => id),
  )
  await emit(
    tenant,
    invoices.map((data) => ({ type: 'invoice.overdue', data }) as const),
  )
  return changed.length
}
