import { createHash, randomBytes } from 'node:crypto'

import type { Selectable } from 'kysely'

import type { ListedDelivery } from '#contract/webhooks/deliveries.ts'
import type { Delivery, Webhook } from '#contract/webhooks/webhooks.ts'
import { configIn, eventsIn } from '#server/outgoing/delivery/webhook-config.ts'
import type { Tenant } from '#server/platform/access/tenant.ts'
import type { DeliveryTable, WebhookTable } from '#server/platform/db/tables/webhooks.ts'
import { HttpError } from '#server/platform/lib/http-error.ts'
import { type SealKey, sealSecret } from '#server/platform/lib/seal.ts'

/** Returns the webhook's row. Throws a 404 if the account has no webhook with that id. */
export async function findWebhook(tenant: Tenant, id: number): Promise<Selectable<WebhookTable>> {
  const row = await tenant.select('webhooks').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) throw new HttpError('NOT_FOUND')
  return row
}

/** Returns a webhook for the wire. */
export function asWebhook(row: Selectable<WebhookTable>): Webhook {
  return {
    id: row.id,
    url: row.url,
    // What can't be read is shown as empty, so that it can be replaced: a list never fails because of one row.
    events: eventsIn(row.events) ?? [],
    config: row.config === null ? null : (configIn(row.config) ?? null),
    status: row.status,
    failure_count: row.failure_count,
    last_delivery_at: row.last_delivery_at,
    disabled_at: row.disabled_at,
    created_at: row.created_at,
    updated_at: row.updated_at,
  }
}

/** The columns of a delivery that lists show. The payload isn't one of them: it would make lists heavy. */
export const deliveryColumns = [
  'id',
  'webhook_id',
  'event',
  'event_id',
  'is_test',
  'status',
  'attempts',
  'response_status',
  'response_body',
  'error',
  'duration_ms',
  'due_at',
  'created_at',
  'delivered_at',
] as const satisfies (keyof DeliveryTable)[]

/** Returns the delivery's row. Throws a 404 if the account has no delivery with that id. */
export async function findDelivery(tenant: Tenant, id: number): Promise<DeliveryRow> {
  const row = await tenant
    .select('deliveries')
    .select(deliveryColumns)
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) throw new HttpError('NOT_FOUND')
  return row
}

type DeliveryRow = Pick<Selectable<DeliveryTable>, (typeof deliveryColumns)[number]>

/** Returns a delivery for Surface V1. */
export function asDelivery(row: DeliveryRow): Delivery {
  return {
    id: row.id,
    event: row.event,
    event_id: row.event_id,
    status: row.status,
    attempts: row.attempts,
    response_status: row.response_status,
    response_body: row.response_body,
    error: row.error,
    duration_ms: row.duration_ms,
    next_attempt_at: row.due_at,
    created_at: row.created_at,
    delivered_at: row.delivered_at,
  }
}

/** Returns a delivery for Surface X. */
export function asListedDelivery(row: DeliveryRow): ListedDelivery {
  return {
    ...asDelivery(row),
    webhook_id: row.webhook_id,
    status: row.status,
    is_test: row.is_test === 1,
  }
}

/** Returns a new signing secret in the form of Standard Webhooks, and the columns that store it. */
export function newSecret(key: SealKey): {
  secret: string
  columns: Pick<WebhookTable, 'secret_sealed' | 'secret_fingerprint'>
} {
  const secret = `whsec_${randomBytes(32).toString('base64')}`
  const secret_fingerprint = createHash('sha256').update(secret).digest('hex').slice(0, 8)
  return { secret, columns: { secret_sealed: sealSecret(key, secret), secret_fingerprint } }
}
