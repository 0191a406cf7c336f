import type { FastifyInstance } from 'fastify'

import { dayMs } from '#contract/values/durations.ts'
import { rotateSecret } from '#contract/webhooks/deliveries.ts'
import type { Context } from '#server/context.ts'
import { auditWebhook } from '#server/outgoing/delivery/webhook-audit.ts'
import { auditChanges } from '#server/platform/audit/record.ts'
import { mount } from '#server/platform/http/mount.ts'
import { now, timestamp } from '#server/platform/lib/clock.ts'
import { HttpError } from '#server/platform/lib/http-error.ts'

import { newSecret } from './rows.ts'

const previousSecretMs = dayMs

/** Mounts the rotation of an endpoint's signing secret; the previous one also signs for a day. Surface X. */
export function webhookSecret(app: FastifyInstance, context: Context): void {
  const { live, sealKey } = context
  mount(app, context, rotateSecret, async ({ tenant, params }) => {
    const { secret, columns } = newSecret(sealKey)
    const previous_secret_until = timestamp(Date.now() + previousSecretMs)
    await tenant.transaction(async (trx) => {
      const stored = trx.select('webhooks').selectAll().where('id', '=', params.id)
      const before = await trx.dialect.forNoKeyUpdate(stored).executeTakeFirst()
      if (!before) throw new HttpError('NOT_FOUND')
      await trx
        .update('webhooks')
        .set({
          ...columns,
          previous_secret_sealed: before.secret_sealed,
          previous_secret_until,
          updated_at: now(),
        })
        .where('id', '=', params.id)
        .execute()
      await auditWebhook(trx, 'webhook.secret_rotated', before, auditChanges(before, columns))
    })
    live.publish(tenant.account, { topic: 'webhooks', id: params.id })
    return { secret, data: { secret_fingerprint: columns.secret_fingerprint, previous_secret_until } }
  })
}
