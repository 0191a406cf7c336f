import type { FastifyInstance } from 'fastify'

import {
  type WebhookUpdate,
  createWebhook,
  deleteWebhook,
  listWebhooks,
  mostWebhooks,
  showWebhook,
  updateWebhook,
} from '#contract/webhooks.ts'
import type { Tenant } from '#server/access/tenant.ts'
import type { Context } from '#server/context.ts'
import type { SealKey } from '#server/delivery/seal.ts'
import { HttpError, invalidInput } from '#server/http/errors.ts'
import { mount } from '#server/http/mount.ts'
import { v1Page, toPageRequest } from '#server/http/v1-page.ts'
import { now } from '#server/lib/clock.ts'

import { configColumns } from './headers.ts'
import { asDelivery, asWebhook, deliveryColumns, findWebhook, newSecret } from './rows.ts'

const mostRecent = 10

/** Webhook endpoints, as the specification has them. */
export function webhooks(app: FastifyInstance, context: Context): void {
  const { live, sealKey, publicUrl } = context
  const changed = (tenant: Tenant, id: number) => live.publish(tenant.account, { topic: 'webhooks', id })

  mount(app, context, listWebhooks, async ({ tenant, query, request }) => {
    const pageRequest = toPageRequest(query)
    const rows = await tenant
      .select('webhooks')
      .selectAll()
      .orderBy('id', 'desc')
      .limit(pageRequest.limit)
      .offset(pageRequest.offset)
      .execute()
    const { total } = await tenant
      .select('webhooks')
      .select((of) => of.fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow()
    return v1Page({ rows: rows.map(asWebhook), total, pageRequest }, request, publicUrl() + listWebhooks.path)
  })

  mount(app, context, createWebhook, async ({ tenant, body }) => {
    const { secret, columns } = newSecret(sealKey)
    const created_at = now()
    const row = {
      url: body.url,
      events: eventsText(body.events),
      ...configColumns(sealKey, body.config),
      status: 'active',
      failing_since: null,
      recent_failures: null,
      last_delivery_at: null,
      disabled_at: null,
      ...columns,
      previous_secret_sealed: null,
      previous_secret_until: null,
      created_at,
      updated_at: created_at,
    } as const
    const id = await tenant.transaction(async (on) => {
      await on.lock('webhooks')
      const { total } = await on
        .select('webhooks')
        .select((of) => of.fn.countAll<number>().as('total'))
        .executeTakeFirstOrThrow()
      if (total >= mostWebhooks) throw tooMany()
      return on.insertOne('webhooks', row)
    })
    changed(tenant, id)
    return { data: asWebhook({ ...row, id, account_id: tenant.account, failure_count: 0 }), secret }
  })

  mount(app, context, showWebhook, async ({ tenant, params }) => {
    const webhook = await findWebhook(tenant, params.id)
    const deliveries = await tenant
      .select('deliveries')
      .select(deliveryColumns)
      .where('webhook_id', '=', params.id)
      .orderBy('id', 'desc')
      .limit(mostRecent)
      .execute()
    return { data: asWebhook(webhook), deliveries: deliveries.map(asDelivery) }
  })

  mount(app, context, updateWebhook, async ({ tenant, params, body }) => {
    const webhook = await tenant.transaction(async (on) => {
      await update(on, sealKey, params.id, body)
      return findWebhook(on, params.id)
    })
    changed(tenant, params.id)
    return { data: asWebhook(webhook) }
  })

  // What is queued for it goes with it, by the foreign keys: nothing is sent to an endpoint that was deleted.
  mount(app, context, deleteWebhook, async ({ tenant, params }) => {
    const { numDeletedRows } = await tenant
      .delete('webhooks')
      .where('id', '=', params.id)
      .executeTakeFirstOrThrow()
    if (numDeletedRows === 0n) throw new HttpError('NOT_FOUND')
    changed(tenant, params.id)
    return undefined
  })
}

/** Statements that say for themselves on which state they act, so that an attempt that ends meanwhile loses nothing. */
async function update(
  on: Tenant,
  sealKey: SealKey,
  id: number,
  { url, events, status, config }: WebhookUpdate,
) {
  if (status !== undefined) {
    await on
      .update('webhooks')
      .set({ failure_count: 0, failing_since: null, recent_failures: null, disabled_at: null })
      .where('id', '=', id)
      .where('status', '=', 'disabled')
      .execute()
  }
  if (status === 'active') {
    // Time in which nothing was tried is no time of failure.
    await on
      .update('webhooks')
      .set({ failing_since: null, recent_failures: null })
      .where('id', '=', id)
      .where('status', '=', 'paused')
      .execute()
  }
  if ([url, events, status, config].every((one) => one === undefined)) return
  const stored = on.select('webhooks').select('headers_sealed').where('id', '=', id)
  const before = config && (await on.dialect.forNoKeyUpdate(stored).executeTakeFirst())
  await on
    .update('webhooks')
    .set({
      ...(url === undefined ? {} : { url }),
      ...(events === undefined ? {} : { events: eventsText(events) }),
      ...(status === undefined ? {} : { status }),
      ...(config === undefined ? {} : configColumns(sealKey, config, before ?? undefined)),
      updated_at: now(),
    })
    .where('id', '=', id)
    .execute()
}

const eventsText = (events: readonly string[]) => JSON.stringify([...new Set(events)])

const tooMany = () =>
  invalidInput(
    'VALIDATION_FAILED',
    new Map([['url', [`An account has at most ${mostWebhooks} webhooks. Delete one to add another`]]]),
  )
