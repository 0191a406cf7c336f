import type { FastifyInstance } from 'fastify'

import { listWebhookHealth } from '#contract/deliveries.ts'
import type { Context } from '#server/context.ts'
import { mount } from '#server/http/mount.ts'

import { asDetails, selectDetails } from './detail-rows.ts'

/** Mounts how webhooks are doing, by their ids. Surface X. */
export function webhookHealth(app: FastifyInstance, context: Context): void {
  mount(app, context, listWebhookHealth, async ({ tenant, query }) => {
    const ids = [...new Set(query.ids.split(',').map(Number))]
    const rows = await selectDetails(tenant).where('webhooks.id', 'in', ids).orderBy('id', 'desc').execute()
    return {
      data: rows.map((row) => {
        const { id, ...details } = asDetails(row, context.config.webhookRetryScheduleMs)
        const { secret_fingerprint, previous_secret_until, waiting, recent_attempts } = details
        return { webhook_id: id, secret_fingerprint, previous_secret_until, waiting, recent_attempts }
      }),
    }
  })
}
