import type { Tenant } from '#server/platform/access/tenant.ts'
import { type Actor, type CustomerActivity, recordActivity } from '#server/platform/audit/activity.ts'

import type { DocumentRow } from './rows.ts'

/** `Proposal`, as a sentence begins. */
export const nameOf = ({ kind }: Pick<DocumentRow, 'kind'>): 'Proposal' | 'Contract' =>
  kind === 'proposal' ? 'Proposal' : 'Contract'

/** Records what happened to the document in its customer's activity; the entry outlives both. */
export async function recordDocument(
  tenant: Tenant,
  actor: Actor,
  { id, kind, customer_id, number }: Pick<DocumentRow, 'id' | 'kind' | 'customer_id' | 'number'>,
  what: Pick<CustomerActivity, 'event' | 'description' | 'changes'>,
): Promise<void> {
  const customer = await tenant
    .select('customers')
    .select('id')
    .where('id', '=', customer_id)
    .executeTakeFirst()
  await recordActivity(tenant, actor, {
    customerId: customer?.id ?? null,
    title: number,
    ...what,
    subject: { type: kind, id },
  })
}
