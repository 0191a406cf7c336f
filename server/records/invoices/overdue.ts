import { sql } from 'kysely'

import { emit } from '#server/outgoing/delivery/emit.ts'
import type { Tenant } from '#server/platform/access/tenant.ts'
import { timestamp } from '#server/platform/lib/clock.ts'
import { type DueWork, changeDue } from '#server/records/resources/due-records.ts'

import { readInvoices } from './rows.ts'

/**
 * Makes every sent invoice overdue whose due date has passed where its account is, and tells of each once, in the same
 * transaction. Nobody is late with an invoice that comes to nothing. Returns how many changed here.
 */
export const markOverdue = (context: DueWork, nowMs: number): Promise<number> =>
  changeDue(context, nowMs, {
    table: 'invoices',
    isDue: (before) => sql`status = 'sent' and due_date < ${before} and total_amount <> settled_amount`,
    change: (trx, ids) => markSome(trx, ids, nowMs),
  })

async function markSome(tenant: Tenant, ids: readonly number[], nowMs: number): Promise<number> {
  if (ids.length === 0) return 0
  const changed = await tenant
    .update('invoices')
    .set({ status: 'overdue', updated_at: timestamp(nowMs) })
    .where('id', 'in', ids)
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
