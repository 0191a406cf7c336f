import type { Tenant } from '#server/platform/access/tenant.ts'
import { type Actor, type CustomerActivity, recordActivity } from '#server/platform/audit/activity.ts'

import type { MeetingRow } from './rows.ts'

/** Records what happened to the meeting in its customer's activity; the entry outlives both. */
export async function recordMeeting(
  tenant: Tenant,
  actor: Actor,
  { id, title, customer_id }: Pick<MeetingRow, 'id' | 'title' | 'customer_id'>,
  what: Pick<CustomerActivity, 'event' | 'description' | 'changes'>,
): Promise<void> {
  const customer =
    customer_id === null
      ? undefined
      : await tenant.select('customers').select('id').where('id', '=', customer_id).executeTakeFirst()
  await recordActivity(tenant, actor, {
    customerId: customer?.id ?? null,
    title,
    ...what,
    subject: { type: 'meeting', id },
  })
}
