import { randomBytes } from 'node:crypto'

import type { Insertable } from 'kysely'

import type { Tenant } from '#server/platform/access/tenant.ts'
import type { DeliveryTable } from '#server/platform/db/tables/webhooks.ts'
import { now } from '#server/platform/lib/clock.ts'

/** Inserts an event and a delivery of it, as a dispatcher would leave them; returns the delivery's id. */
export async function addDelivery(
  tenant: Tenant,
  webhook_id: number,
  { body = '{"type":"contact.created"}', ...more }: Partial<Insertable<DeliveryTable>> & { body?: string },
): Promise<number> {
  const { event = 'contact.created', created_at = now() } = more
  const event_id = `evt_${randomBytes(16).toString('hex')}`
  const event_log_id = await tenant.insertOne('event_log', { event_id, type: event, body, created_at })
  return tenant.insertOne('deliveries', {
    webhook_id,
    event,
    event_id,
    event_log_id,
    is_test: 0,
    status: 'pending',
    due_at: null,
    response_status: null,
    response_body: null,
    error: null,
    duration_ms: null,
    created_at,
    delivered_at: null,
    ...more,
  })
}
