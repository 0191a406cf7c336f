import type { Tenant } from '#server/platform/access/tenant.ts'
import { type Actor, type RecordedEvent, recordForCustomer } from '#server/platform/audit/activity.ts'

import type { DocumentRow } from './rows.ts'

/** `Proposal`, as a sentence begins. */
export const nameOf = ({ kind }: Pick<DocumentRow, 'kind'>): 'Proposal' | 'Contract' =>
  kind === 'proposal' ? 'Proposal' : 'Contract'

export const recordDocument = (
  tenant: Tenant,
  actor: Actor,
  { id, kind, customer_id, number }: Pick<DocumentRow, 'id' | 'kind' | 'customer_id' | 'number'>,
  what: RecordedEvent,
): Promise<void> =>
  recordForCustomer(tenant, actor, { customer_id, title: number, subject: { type: kind, id }, ...what })
