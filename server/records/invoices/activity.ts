import type { Tenant } from '#server/platform/access/tenant.ts'
import { type Actor, type CustomerActivity, recordActivity } from '#server/platform/audit/activity.ts'

import type { StoredInvoice } from './details.ts'

/** Records what happened to the invoice in its customer's activity; the entry outlives both. */
export async function recordInvoice(
  tenant: Tenant,
  actor: Actor,
  { id, customer_id, invoice_number }: Pick<StoredInvoice['row'], 'id' | 'customer_id' | 'invoice_number'>,
  what: Pick<CustomerActivity, 'event' | 'description' | 'changes'>,
): Promise<void> {
  const customer = await tenant
    .select('customers')
    .select('id')
    .where('id', '=', customer_id)
    .executeTakeFirst()
  await recordActivity(tenant, actor, {
    customerId: customer?.id ?? null,
    title: invoice_number,
    ...what,
    subject: { type: 'invoice', id },
  })
}
