import type { Tenant } from '#server/platform/access/tenant.ts'
import { type Actor, type RecordedEvent, recordForCustomer } from '#server/platform/audit/activity.ts'

import type { MeetingRow } from './rows.ts'

export const recordMeeting = (
  tenant: Tenant,
  actor: Actor,
  { id, title, customer_id }: Pick<MeetingRow, 'id' | 'title' | 'customer_id'>,
  what: RecordedEvent,
): Promise<void> =>
  recordForCustomer(tenant, actor, { customer_id, title, subject: { type: 'meeting', id }, ...what })
