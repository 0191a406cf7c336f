import type { Caller } from '#server/access/caller-types.ts'
import type { Tenant } from '#server/access/tenant.ts'
import { type CustomerActivity, recordActivity } from '#server/customers/activity.ts'

import type { StoredInvoice } from './details.ts'

/** Records what happened to the invoice in its customer's activity; the entry outlives both. */
export async function recordInvoice(
  tenant: Tenant,
  caller: Caller,
  { id, customer_id, invoice_number }: Pick<StoredInvoice['row'], 'id' | 'customer_id' | 'invoice_number'>,
  what: Pick<CustomerActivity, 'event' | 'description' | 'changes'>,
): Promise<void> {
  const customer = await tenant
    .select('customers')
    .select('id')
    .where('id', '=', customer_id)
    .executeTakeFirst()
  await recordActivity(tenant, caller, {
    customerId: customer?.id ?? null,
    title: invoice_number,
    ...what,
    subject: { type: 'invoice', id },
  })
}
