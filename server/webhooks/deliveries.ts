import type { FastifyInstance } from 'fastify'
import { type ExpressionBuilder, type Selectable, sql } from 'kysely'

import {
  type Attempt,
  type DeliveryInFull,
  listDeliveries,
  redeliver,
  redeliverFailed,
  rotateSecret,
  showDelivery,
  testWebhook,
} from '#contract/deliveries.ts'
import type { deliveryStatuses } from '#contract/delivery-filter.ts'
import { defaultPageSize } from '#contract/surface.ts'
import type { Tenant } from '#server/access/tenant.ts'
import type { Context } from '#server/context.ts'
import type { Database } from '#server/db/database.ts'
import type { AttemptTable } from '#server/db/tables/webhooks.ts'
import { emitTest } from '#server/delivery/emit.ts'
import { sampleOf } from '#server/delivery/samples.ts'
import { HttpError } from '#server/http/errors.ts'
import { mount } from '#server/http/mount.ts'
import { now, timestamp } from '#server/lib/clock.ts'
import { wireBody } from '#server/lib/wire-body.ts'

import { configIn, headersIn } from './config.ts'
import { asListedDelivery, deliveryColumns, findWebhook, newSecret } from './rows.ts'

const previousSecretMs = 24 * 60 * 60_000
const mostAttempts = 20

/** What stands around deliveries: their history, tests, redelivery and new secrets. Surface X. CHOICE 0018. */
export function deliveries(app: FastifyInstance, context: Context): void {
  const { live, sealKey, dispatcher } = context
  const queued = (tenant: Tenant, webhook: number) => {
    dispatcher.wake()
    live.publish(tenant.account, { topic: 'deliveries', id: webhook })
  }

  mount(app, context, listDeliveries, async ({ tenant, params, query }) => {
    const { page = 1, limit = defaultPageSize, ...filter } = query
    await findWebhook(tenant, params.id)
    const wanted = tenant
      .select('deliveries')
      .where('webhook_id', '=', params.id)
      .where((of) => fits(of, filter))
    const rows = await wanted
      .select(deliveryColumns)
      .orderBy('id', 'desc')
      .limit(limit)
      .offset((page - 1) * limit)
      .execute()
    const { total } = await wanted
      .select((of) => of.fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow()
    return { data: rows.map(asListedDelivery), meta: { total, page, limit } }
  })

  mount(app, context, showDelivery, async ({ tenant, params }) => ({
    data: await inFull(tenant, params.id),
  }))

  mount(app, context, testWebhook, async ({ tenant, params, body }) => {
    const delivery = await tenant.transaction(async (on) => {
      const wanted = on.select('webhooks').select('id').where('id', '=', params.id)
      if (!(await on.dialect.forKeyShare(wanted).executeTakeFirst())) throw new HttpError('NOT_FOUND')
      const id = await emitTest(on, params.id, { type: body.event, data: sampleOf(body.event) })
      return findDelivery(on, id)
    })
    queued(tenant, params.id)
    return { data: asListedDelivery(delivery) }
  })

  mount(app, context, rotateSecret, async ({ tenant, params }) => {
    const { secret, columns } = newSecret(sealKey)
    const previous_secret_until = timestamp(Date.now() + previousSecretMs)
    const { numUpdatedRows } = await tenant
      .update('webhooks')
      .set((of) => ({
        ...columns,
        previous_secret_sealed: of.ref('secret_sealed'),
        previous_secret_until,
        updated_at: now(),
      }))
      .where('id', '=', params.id)
      .executeTakeFirstOrThrow()
    if (numUpdatedRows === 0n) throw new HttpError('NOT_FOUND')
    live.publish(tenant.account, { topic: 'webhooks', id: params.id })
    return { secret, data: { secret_fingerprint: columns.secret_fingerprint, previous_secret_until } }
  })

  mount(app, context, redeliver, async ({ tenant, params }) => {
    const { numUpdatedRows } = await tenant
      .update('deliveries')
      .set(again())
      .where('id', '=', params.id)
      .where('status', '!=', 'pending')
      .executeTakeFirstOrThrow()
    const delivery = await findDelivery(tenant, params.id)
    if (numUpdatedRows === 0n) throw new HttpError('CONFLICT', 'This delivery is still in progress')
    queued(tenant, delivery.webhook_id)
    return { data: asListedDelivery(delivery) }
  })

  mount(app, context, redeliverFailed, async ({ tenant, params, body }) => {
    const { dry_run, ...filter } = body
    await findWebhook(tenant, params.id)
    const failed = { ...filter, status: 'failed' } as const
    if (dry_run) {
      const { count } = await tenant
        .select('deliveries')
        .select((of) => of.fn.countAll<number>().as('count'))
        .where('webhook_id', '=', params.id)
        .where((of) => fits(of, failed))
        .executeTakeFirstOrThrow()
      return { data: { count } }
    }
    const { numUpdatedRows } = await tenant
      .update('deliveries')
      .set(again())
      .where('webhook_id', '=', params.id)
      .where((of) => fits(of, failed))
      .executeTakeFirstOrThrow()
    if (numUpdatedRows > 0n) queued(tenant, params.id)
    return { data: { count: Number(numUpdatedRows) } }
  })
}

/** Back into the queue, due at once. Id and body stay, so that a receiver knows it again; attempts count on. */
const again = () => {
  const time = now()
  const due = { due_at: time, scheduled_at: time, leased_by: null, leased_until: null }
  return { status: 'pending', ...due, delivered_at: null } as const
}

interface Filter {
  readonly status?: (typeof deliveryStatuses)[number] | undefined
  readonly event?: string | undefined
  readonly code?: string | undefined
  readonly from?: string | undefined
  readonly to?: string | undefined
}

const dayMs = 24 * 60 * 60_000

/** Days are days in UTC, as the wire's times are. */
function fits(of: ExpressionBuilder<Database, 'deliveries'>, { status, event, code, from, to }: Filter) {
  const [low, high] = codeRange(code ?? '000')
  return of.and([
    ...(status === undefined ? [] : [hasStatus(of, status)]),
    ...(event === undefined ? [] : [of('event', '=', event)]),
    ...(code === undefined ? [] : [of('response_status', '>=', low), of('response_status', '<=', high)]),
    ...(from === undefined ? [] : [of('created_at', '>=', timestamp(Date.parse(from)))]),
    ...(to === undefined ? [] : [of('created_at', '<', timestamp(Date.parse(to) + dayMs))]),
  ])
}

/** In words that the partial indexes know: a bound value would not tell the planner that they serve. */
function hasStatus(of: ExpressionBuilder<Database, 'deliveries'>, status: NonNullable<Filter['status']>) {
  return status === 'pending' ? of('due_at', 'is not', null) : of('status', '=', sql.lit(status))
}

const codeRange = (code: string): [low: number, high: number] => [
  Number(code.replace('xx', '00')),
  Number(code.replace('xx', '99')),
]

async function findDelivery(tenant: Tenant, id: number) {
  const row = await tenant
    .select('deliveries')
    .select(deliveryColumns)
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) throw new HttpError('NOT_FOUND')
  return row
}

async function inFull(tenant: Tenant, id: number): Promise<DeliveryInFull> {
  const row = await tenant
    .select('deliveries')
    .innerJoin('webhooks', 'webhooks.id', 'deliveries.webhook_id')
    .leftJoin('outbox', 'outbox.id', 'deliveries.outbox_id')
    .select(deliveryColumns.map((column) => `deliveries.${column}` as const))
    .select(['outbox.body', 'webhooks.url', 'webhooks.config'])
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
