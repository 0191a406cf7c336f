import type { FastifyInstance } from 'fastify'

import { hourMs } from '#contract/values/durations.ts'
import { type WebhookActivity, showWebhookActivity } from '#contract/webhooks/details.ts'
import type { Context } from '#server/context.ts'
import { hourOf } from '#server/outgoing/delivery/hours.ts'
import type { Tenant } from '#server/platform/access/tenant.ts'
import { mount } from '#server/platform/http/mount.ts'
import { timestamp } from '#server/platform/lib/clock.ts'

import { findWebhook } from './rows.ts'

const hoursShown = 24
const mostTimed = 200

/** Mounts the last 24 hours of a webhook. Surface X. */
export function webhookActivity(app: FastifyInstance, context: Context): void {
  mount(app, context, showWebhookActivity, async ({ tenant, params }) => {
    const { last_delivery_at } = await findWebhook(tenant, params.id)
    return { data: { ...(await readActivity(tenant, params.id, Date.now())), last_delivery_at } }
  })
}

async function readActivity(
  tenant: Tenant,
  webhook: number,
  nowMs: number,
): Promise<Omit<WebhookActivity, 'last_delivery_at'>> {
  const lastMs = Math.floor(nowMs / hourMs) * hourMs
  const starts = Array.from({ length: hoursShown }, (_, index) => lastMs + (index + 1 - hoursShown) * hourMs)
  const firstMs = starts[0] ?? lastMs
  const counts = await tenant
    .select('webhook_hours')
    .select(['hour', 'delivered', 'failed'])
    .where('webhook_id', '=', webhook)
    .where('hour', '>=', hourOf(firstMs))
    .where('hour', '<=', hourOf(lastMs))
    .execute()
  const countsOf = new Map(counts.map((row) => [row.hour, row]))
  const hours = starts.map((startMs) => {
    const { delivered = 0, failed = 0 } = countsOf.get(hourOf(startMs)) ?? {}
    return { start: timestamp(startMs), delivered, failed }
  })
  const delivered = hours.reduce((total, hour) => total + hour.delivered, 0)
  const attempts = hours.reduce((total, hour) => total + hour.failed, delivered)
  return {
    hours,
    success_rate: attempts === 0 ? null : delivered / attempts,
    median_ms: attempts === 0 ? null : await readMedian(tenant, webhook, timestamp(firstMs)),
  }
}

/** Only from the newest deliveries: a busy receiver has a million a day, and how long it takes now is what matters. */
async function readMedian(tenant: Tenant, webhook: number, since: string): Promise<number | null> {
  const rows = await tenant
    .select('deliveries')
    .select(['duration_ms', 'response_status', 'is_test', 'created_at'])
    .where('webhook_id', '=', webhook)
    .orderBy('id', 'desc')
    .limit(mostTimed)
    .execute()
  const times = rows
    .filter((row) => row.is_test === 0 && row.response_status !== null && row.created_at >= since)
    .flatMap(({ duration_ms }) => duration_ms ?? [])
    .toSorted((a, b) => a - b)
  const middle = times.length / 2
  const [low, high] = [times[Math.ceil(middle) - 1], times[Math.floor(middle)]]
  return low === undefined || high === undefined ? null : (low + high) / 2
}
