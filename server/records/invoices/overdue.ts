import { sql } from 'kysely'

import { emit } from '#server/outgoing/delivery/emit.ts'
import type { Tenant } from '#server/platform/access/tenant.ts'
import type { Store } from '#server/platform/db/store.ts'
import { timestamp } from '#server/platform/lib/clock.ts'
import { allOrEach, forEach } from '#server/platform/lib/each.ts'
import type { LiveBus } from '#server/platform/live/bus.ts'

import { accountOf, findDueAccounts } from './due-accounts.ts'
import { readInvoices } from './rows.ts'

const batchSize = 200

/** Nobody is late with an invoice that comes to nothing. */
const isUnsettled = sql<boolean>`total_amount <> settled_amount`

/**
 * Makes every sent invoice overdue whose due date has passed where its account is, and tells of each once, in the same
 * transaction. Several processes may run this at a time: a row changes for the one whose update still finds it sent.
 * Returns how many changed here; open screens are told which account's did.
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
        .where('due_date', '<', latest)
        .where(isUnsettled),
    ),
  )
  let changed = 0
  await forEach(accounts, accountOf, async ({ tenant, today }) => {
    for (let after = 0; ;) {
      const due = await findDue(tenant, today, after)
      // In small transactions, so that nobody waits long for the lock.
      await allOrEach(due, async (ids) => {
        const marked = await tenant.transaction(async (trx) => {
          // Two that take the same rows in another order would wait for each other for ever.
          await trx.lock('overdue')
          return markSome(trx, ids, nowMs)
        })
        changed += marked
        if (marked > 0) live.publish(tenant.account, { topic: 'invoices', id: null })
      })
      const last = due.at(-1)
      if (last === undefined || due.length < batchSize) return
      after = last
    }
  })
  return changed
}

async function findDue(tenant: Tenant, today: string, after: number): Promise<number[]> {
  const due = await tenant
    .select('invoices')
    .select('id')
    .where('status', '=', 'sent')
    .where('due_date', '<', today)
    .where(isUnsettled)
    .where('id', '>', after)
    .orderBy('id')
    .limit(batchSize)
    .execute()
  return due.map(({ id }) => id)
}

async function markSome(tenant: Tenant, ids: readonly number[], nowMs: number): Promise<number> {
  if (ids.length === 0) return 0
  const changed = await tenant
    .update('invoices')
    .set({ status: 'overdue', updated_at: timestamp(nowMs) })
    .where('id', 'in', ids)
    // Another process may have been first between the reading above and the lock, or a person may have changed it.
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
