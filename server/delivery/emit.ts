import { randomBytes } from 'node:crypto'

import { now } from '../clock.ts'
import type { Tenant } from '../tenant.ts'

export interface NewEvent {
  readonly type: 'customer.created' | 'customer.deleted' | 'contact.created' | 'contact.deleted'
  readonly data: unknown
}

/** Writes events beside the change they tell of: call it with the tenant of that change's transaction. CHOICE 0014. */
export async function emit(tenant: Tenant, events: readonly NewEvent[]): Promise<void> {
  const created_at = now()
  await tenant.insert(
    'outbox',
    events.map(({ type, data }) => ({
      event_id: `evt_${randomBytes(16).toString('hex')}`,
      type,
      data: JSON.stringify(data),
      created_at,
      dispatched_at: null,
    })),
  )
}
