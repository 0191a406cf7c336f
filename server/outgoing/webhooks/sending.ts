import type { FastifyInstance } from 'fastify'

import { redeliver, redeliverFailed, retryDelivery, testWebhook } from '#contract/webhooks/deliveries.ts'
import type { Context } from '#server/context.ts'
import { emitTest } from '#server/outgoing/delivery/emit.ts'
import { sampleOf } from '#server/outgoing/delivery/samples.ts'
import type { Tenant } from '#server/platform/access/tenant.ts'
import { mount } from '#server/platform/http/mount.ts'
import { now } from '#server/platform/lib/clock.ts'
import { HttpError } from '#server/platform/lib/http-error.ts'

import { whereFits } from './delivery-filter.ts'
import { asListedDelivery, findDelivery, findWebhook } from './rows.ts'

/** Mounts what sends at a person's request: tests, early retries and redeliveries. Surface X. */
export function manualSending(app: FastifyInstance, context: Context): void {
  const queued = (tenant: Tenant, webhook: number) => {
    context.dispatcher.wake()
    context.live.publish(tenant.account, { topic: 'deliveries', id: webhook })
  }

  mount(app, context, testWebhook, async ({ tenant, params, body }) => {
    const delivery = await tenant.transaction(async (trx) => {
      const webhook = trx.select('webhooks').select('id').where('id', '=', params.id)
      if (!(await trx.dialect.forKeyShare(webhook).executeTakeFirst())) throw new HttpError('NOT_FOUND')
      const id = await emitTest(trx, params.id, { type: body.event, data: sampleOf(body.event) })
      return findDelivery(trx, id)
    })
    queued(tenant, params.id)
    return { data: asListedDelivery(delivery) }
  })

  mount(app, context, retryDelivery, async ({ tenant, params }) => {
    const isRetried = await retryNow(tenant, params.id)
    const delivery = await findDelivery(tenant, params.id)
    if (!isRetried) throw await retryConflict(tenant, delivery)
    queued(tenant, delivery.webhook_id)
    return { data: asListedDelivery(delivery) }
  })

  mount(app, context, redeliver, async ({ tenant, params }) => {
    const { numUpdatedRows } = await tenant
      .update('deliveries')
      .set(queuedAgain())
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
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .where('webhook_id', '=', params.id)
        .where((eb) => whereFits(eb, failed))
        .executeTakeFirstOrThrow()
      return { data: { count } }
    }
    const { numUpdatedRows } = await tenant
      .update('deliveries')
      .set(queuedAgain())
      .where('webhook_id', '=', params.id)
      .where((eb) => whereFits(eb, failed))
      .executeTakeFirstOrThrow()
    if (numUpdatedRows > 0n) queued(tenant, params.id)
    return { data: { count: Number(numUpdatedRows) } }
  })
}

/** Returns the columns of a delivery that is due at once. Id, body and attempts stay, so that receivers recognize it. */
const queuedAgain = () => {
  const time = now()
  const due = { due_at: time, scheduled_at: time, leased_by: null, leased_until: null }
  return { status: 'pending', ...due, delivered_at: null } as const
}

/**
 * Makes a waiting delivery due now, and returns whether it did. In one statement: a dispatcher that leases the delivery
 * at the same moment either finds it due or has it, and then it is left alone.
 */
async function retryNow(tenant: Tenant, id: number): Promise<boolean> {
  const time = now()
  const { numUpdatedRows } = await tenant
    .update('deliveries')
    .set({ due_at: time, scheduled_at: time })
    .where('id', '=', id)
    .where('due_at', 'is not', null)
    .where('leased_by', 'is', null)
    .where((eb) => eb.or([eb('leased_until', 'is', null), eb('leased_until', '<', time)]))
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('webhooks')
          .select('webhooks.id')
          .whereRef('webhooks.id', '=', 'deliveries.webhook_id')
          .where('webhooks.status', '=', 'active'),
      ),
    )
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

async function retryConflict(
  tenant: Tenant,
  delivery: { readonly status: string; readonly webhook_id: number },
): Promise<HttpError> {
  if (delivery.status !== 'pending')
    return new HttpError('CONFLICT', 'This delivery has already ended. Redeliver it to send it again')
  const { status } = await findWebhook(tenant, delivery.webhook_id)
  return new HttpError(
    'CONFLICT',
    status === 'active'
      ? 'This delivery is being sent right now'
      : 'This webhook is paused. Resume it to send what is waiting',
  )
}
