import type { FastifyInstance } from 'fastify'
import type { Selectable } from 'kysely'

import {
  type Attempt,
  type DeliveryInFull,
  listDeliveries,
  showDelivery,
} from '#contract/webhooks/deliveries.ts'
import { defaultPageSize } from '#contract/wire/surface.ts'
import type { Context } from '#server/context.ts'
import { configIn, headersIn } from '#server/outgoing/delivery/webhook-config.ts'
import type { Tenant } from '#server/platform/access/tenant.ts'
import type { AttemptTable } from '#server/platform/db/tables/webhooks.ts'
import { mount } from '#server/platform/http/mount.ts'
import { HttpError } from '#server/platform/lib/http-error.ts'
import { wireBody } from '#server/platform/lib/wire-body.ts'

import { whereFits } from './delivery-filter.ts'
import { retriesOf } from './retries.ts'
import { asListedDelivery, deliveryColumns, findWebhook } from './rows.ts'

const mostAttempts = 20

/** Mounts the history of a webhook and the details of a delivery. Surface X. */
export function deliveries(app: FastifyInstance, context: Context): void {
  mount(app, context, listDeliveries, async ({ tenant, params, query }) => {
    const { page = 1, limit = defaultPageSize, ...filter } = query
    await findWebhook(tenant, params.id)
    const matching = tenant
      .select('deliveries')
      .where('webhook_id', '=', params.id)
      .where((eb) => whereFits(eb, filter))
    const rows = await matching
      .select(deliveryColumns)
      .orderBy('id', 'desc')
      .limit(limit)
      .offset((page - 1) * limit)
      .execute()
    const { total } = await matching
      .select((eb) => eb.fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow()
    return { data: rows.map(asListedDelivery), meta: { total, page, limit } }
  })

  mount(app, context, showDelivery, async ({ tenant, params }) => ({
    data: await readDelivery(tenant, params.id, context.config.webhookRetryScheduleMs),
  }))
}

async function readDelivery(
  tenant: Tenant,
  id: number,
  scheduleMs: readonly number[],
): Promise<DeliveryInFull> {
  const row = await tenant
    .select('deliveries')
    .innerJoin('webhooks', 'webhooks.id', 'deliveries.webhook_id')
    .leftJoin('event_log', 'event_log.id', 'deliveries.event_log_id')
    .select(deliveryColumns.map((column) => `deliveries.${column}` as const))
    .select(['event_log.body', 'webhooks.url', 'webhooks.config'])
    .where('deliveries.id', '=', id)
    .executeTakeFirst()
  if (!row) throw new HttpError('NOT_FOUND')
  const attempts = await tenant
    .select('delivery_attempts')
    .selectAll()
    .where('delivery_id', '=', id)
    .orderBy('number', 'desc')
    .limit(mostAttempts)
    .execute()
  const config = configIn(row.config) ?? {}
  return {
    ...asListedDelivery(row),
    retries: row.is_test === 1 ? 0 : retriesOf(row.config, scheduleMs),
    request: {
      method: config.method ?? 'POST',
      url: row.url,
      body: wireBody(row.body ?? '', config.payload_format),
    },
    attempt_log: attempts.map(asAttempt),
  }
}

function asAttempt(row: Selectable<AttemptTable>): Attempt {
  const headers = (text: string) => headersIn(text) ?? {}
  return {
    number: row.number,
    started_at: row.started_at,
    duration_ms: row.duration_ms,
    request_headers: headers(row.request_headers),
    response_status: row.response_status,
    response_headers: row.response_headers === null ? null : headers(row.response_headers),
    response_body: row.response_body,
    error: row.error,
  }
}
