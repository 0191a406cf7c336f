import { notifyOfCustomer } from '#server/outgoing/notifications/customer-acts.ts'
import type { Tenant } from '#server/platform/access/tenant.ts'
import type { Actor } from '#server/platform/audit/activity.ts'
import { now } from '#server/platform/lib/clock.ts'

import { recordInvoice } from './activity.ts'

/** Notes that the customer has opened the invoice, the first time, and tells the people of the account. Returns whether it was that. */
export async function viewInvoice(tenant: Tenant, actor: Actor, id: number): Promise<boolean> {
  const row = await tenant
    .update('invoices')
    .set({ viewed_at: now() })
    .where('id', '=', id)
    .where('viewed_at', 'is', null)
    .returning(['id', 'customer_id', 'customer_name', 'invoice_number'])
    .executeTakeFirst()
  if (!row) return false
  const { invoice_number: title, customer_name } = row
  await recordInvoice(tenant, actor, row, { event: 'viewed', description: 'Invoice viewed' })
  await notifyOfCustomer(tenant, actor, row.customer_id, {
    record: 'invoice',
    id,
    title,
    what: 'viewed',
    customer_name,
  })
  return true
}
