import type { Tenant } from '#server/platform/access/tenant.ts'
import { type Actor, type RecordedEvent, recordForCustomer } from '#server/platform/audit/activity.ts'

import type { StoredInvoice } from './details.ts'

export const recordInvoice = (
  tenant: Tenant,
  actor: Actor,
  { id, customer_id, invoice_number }: Pick<StoredInvoice['row'], 'id' | 'customer_id' | 'invoice_number'>,
  what: RecordedEvent,
): Promise<void> =>
  recordForCustomer(tenant, actor, {
    customer_id,
    title: invoice_number,
    subject: { type: 'invoice', id },
    ...what,
  })
