import type { FastifyInstance } from 'fastify'

import {
  createWebhook,
  deleteWebhook,
  listWebhooks,
  showWebhook,
  updateWebhook,
} from '#contract/webhooks/webhooks.ts'
import type { Context } from '#server/context.ts'
import type { Tenant } from '#server/platform/access/tenant.ts'
import { mount } from '#server/platform/http/mount.ts'
import { v1Page, toPageRequest } from '#server/platform/http/v1-page.ts'

import { asDelivery, asWebhook, deliveryColumns, findWebhook } from './rows.ts'
import { addWebhook, changeWebhook, removeWebhook } from './writes.ts'

const mostRecent = 10

/** Mounts the webhook endpoints of the specification. */
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
      .select((eb) => eb.fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow()
    return v1Page({ rows: rows.map(asWebhook), total, pageRequest }, request, publicUrl() + listWebhooks.path)
  })

  mount(app, context, createWebhook, async ({ tenant, body }) => {
    const { id, secret } = await addWebhook(tenant, sealKey, body)
    changed(tenant, id)
    return { data: asWebhook(await findWebhook(tenant, id)), secret }
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
    const webhook = await tenant.transaction(async (trx) => {
      await changeWebhook(trx, sealKey, params.id, body)
      return findWebhook(trx, params.id)
    })
    changed(tenant, params.id)
    return { data: asWebhook(webhook) }
  })

  mount(app, context, deleteWebhook, async ({ tenant, params }) => {
    await tenant.transaction((trx) => removeWebhook(trx, params.id))
    changed(tenant, params.id)
    return undefined
  })
}
