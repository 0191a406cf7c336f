import { randomBytes } from 'node:crypto'
import { setImmediate as yieldToOthers } from 'node:timers/promises'

import type { EventPayload, EventType } from '#contract/webhooks/events.ts'
import type { Tenant } from '#server/platform/access/tenant.ts'
import { now } from '#server/platform/lib/clock.ts'

import { matches } from './conditions.ts'
import { configIn, eventsIn } from './webhook-config.ts'

/** An event to write. `data` is the payload’s `data`, as JSON. */
export interface NewEvent {
  readonly type: EventType
  readonly data: unknown
}

/**
 * Writes events, and one delivery for each subscribed active endpoint, in the same transaction as the change: call it
 * with that transaction's tenant. Paused and disabled endpoints get none, nor does one whose settings can't be read.
 * The payload is written once, however many endpoints there are.
 */
export async function emit(tenant: Tenant, events: readonly NewEvent[]): Promise<void> {
  const created_at = now()
  const written = await record(
    tenant,
    events.map(({ type, data }) => ({ type, timestamp: created_at, data })),
  )
  const active = tenant.select('webhooks').select(['id', 'events', 'config']).where('status', '=', 'active')
  const webhooks = await tenant.dialect.forKeyShare(active).execute()
  const deliveries = webhooks.flatMap(({ id, events: names, config }) => {
    const subscribed = new Set(eventsIn(names))
    const conditions = configIn(config)
    if (!conditions) return []
    return written
      .filter(({ payload }) => subscribed.has(payload.type) && matches(conditions.conditions ?? [], payload))
      .map((event) => queued(id, event))
  })
  for (let start = 0; start < deliveries.length; start += rowsAtOnce) {
    if (start > 0) await yieldToOthers()
    await tenant.insert('deliveries', deliveries.slice(start, start + rowsAtOnce))
  }
}

/**
 * Queues a sample event for one endpoint of this account, whatever its status and subscriptions. Returns the delivery's
 * id. The payload says `test: true`, the request `webhook-test: true`, and there is only one attempt.
 */
export async function emitTest(
  tenant: Tenant,
  webhook: number,
  { type, data }: { readonly type: string; readonly data: unknown },
): Promise<number> {
  const payload: EventPayload = { type, timestamp: now(), data: { ...(data as object), test: true } }
  const [event] = await record(tenant, [payload])
  return tenant.insertOne('deliveries', { ...queued(webhook, event as Written), is_test: 1 }) // one in, one out
}

/** Far below what one statement may bind. */
const rowsAtOnce = 500

interface Written {
  readonly event_log_id: number
  readonly event_id: string
  readonly payload: EventPayload
}

/** Writes events to the log. Returns them with their ids, in the same order. */
async function record(tenant: Tenant, payloads: readonly EventPayload[]): Promise<Written[]> {
  const rows = payloads.map((payload) => ({
    event_id: `evt_${randomBytes(16).toString('hex')}`,
    type: payload.type,
    body: JSON.stringify(payload),
    created_at: payload.timestamp,
  }))
  const ids: number[] = []
  for (let start = 0; start < rows.length; start += rowsAtOnce) {
    ids.push(...(await tenant.insert('event_log', rows.slice(start, start + rowsAtOnce))))
  }
  // An id a row, in their order.
  return payloads.map((payload, index) => ({
    payload,
    event_log_id: ids[index] as number,
    event_id: rows[index]?.event_id as string,
  }))
}

const queued = (webhook_id: number, { event_log_id, event_id, payload: { type, timestamp } }: Written) => ({
  webhook_id,
  event: type,
  event_id,
  event_log_id,
  is_test: 0,
  status: 'pending' as const,
  attempts: 0,
  due_at: timestamp,
  scheduled_at: timestamp,
  leased_until: null,
  response_status: null,
  response_body: null,
  error: null,
  duration_ms: null,
  created_at: timestamp,
  delivered_at: null,
})
