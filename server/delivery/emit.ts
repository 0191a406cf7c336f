import { randomBytes } from 'node:crypto'

import type { EventPayload, EventType } from '#contract/events.ts'
import type { WebhookConfig } from '#contract/webhooks.ts'

import { now } from '../clock.ts'
import type { Tenant } from '../tenant.ts'
import { matches } from './conditions.ts'

export interface NewEvent {
  readonly type: EventType
  readonly data: unknown
}

/**
 * Writes events, and one delivery for each active endpoint that wants them, beside the change they tell of: call it
 * with the tenant of that change's transaction. Paused and disabled endpoints get none. CHOICE 0014, 0019.
 */
export async function emit(tenant: Tenant, events: readonly NewEvent[]): Promise<void> {
  const created_at = now()
  const written = events.map(({ type, data }) => {
    const payload: EventPayload = { type, timestamp: created_at, data }
    return { event_id: newEventId(), payload, body: JSON.stringify(payload) }
  })
  await tenant.insert(
    'outbox',
    written.map(({ event_id, payload: { type, data } }) => ({
      event_id,
      type,
      data: JSON.stringify(data),
      created_at,
    })),
  )
  const active = tenant.select('webhooks').select(['id', 'events', 'config']).where('status', '=', 'active')
  const webhooks = await tenant.dialect.kept(active).execute()
  const deliveries = webhooks.flatMap(({ id, events: names, config }) => {
    const subscribed = new Set(JSON.parse(names) as string[])
    const { conditions = [] } = JSON.parse(config ?? '{}') as WebhookConfig
    return written
      .filter(({ payload }) => subscribed.has(payload.type) && matches(conditions, payload))
      .map(({ event_id, payload, body }) => queued(id, { event_id, event: payload.type, body, created_at }))
  })
  for (let at = 0; at < deliveries.length; at += rowsAtOnce) {
    await tenant.insert('deliveries', deliveries.slice(at, at + rowsAtOnce))
  }
}

/**
 * Queues a sample event for one endpoint of this account, whatever its status and subscriptions, and gives the
 * delivery's id. Its payload says `test: true`, its request `webhook-test: true`; it is tried once. CHOICE 0020.
 */
export async function emitTest(
  tenant: Tenant,
  webhook: number,
  { type, data }: { readonly type: string; readonly data: unknown },
): Promise<number> {
  const created_at = now()
  const payload: EventPayload = { type, timestamp: created_at, data: { ...(data as object), test: true } }
  const row = { event_id: newEventId(), event: type, body: JSON.stringify(payload), created_at }
  return tenant.insertOne('deliveries', { ...queued(webhook, row), is_test: 1 })
}

/** Far below what one statement may bind. */
const rowsAtOnce = 500

const newEventId = () => `evt_${randomBytes(16).toString('hex')}`

interface Queued {
  readonly event_id: string
  readonly event: string
  readonly body: string
  readonly created_at: string
}

const queued = (webhook_id: number, row: Queued) => ({
  ...row,
  webhook_id,
  is_test: 0,
  status: 'pending' as const,
  attempts: 0,
  due_at: row.created_at,
  leased_until: null,
  response_status: null,
  response_body: null,
  error: null,
  duration_ms: null,
  delivered_at: null,
})
