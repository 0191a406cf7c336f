import type { FastifyInstance } from 'fastify'

import { type WebhookHealth, listWebhookHealth } from '#contract/deliveries.ts'
import type { Tenant } from '#server/access/tenant.ts'
import type { Context } from '#server/context.ts'
import { mount } from '#server/http/mount.ts'
import { now } from '#server/lib/clock.ts'

const outcomesShown = 10

/** How webhooks have been doing, for lists. Surface X. */
export function webhookHealth(app: FastifyInstance, context: Context): void {
  mount(app, context, listWebhookHealth, async ({ tenant, query }) => ({
    data: await readHealth(tenant, [...new Set(query.ids.split(',').map(Number))]),
  }))
}

async function readHealth(tenant: Tenant, ids: readonly number[]): Promise<WebhookHealth[]> {
  const webhooks = await tenant
    .select('webhooks')
    .select(['id', 'secret_fingerprint', 'previous_secret_until'])
    .where('id', 'in', ids)
    .orderBy('id', 'desc')
    .execute()
  if (webhooks.length === 0) return []
  const waiting = await tenant
    .select('deliveries')
    .select((of) => ['webhook_id', of.fn.countAll<number>().as('count')])
    .where(
      'webhook_id',
      'in',
      webhooks.map(({ id }) => id),
    )
    .where('due_at', 'is not', null)
    .groupBy('webhook_id')
    .execute()
  const waitingOf = new Map(waiting.map(({ webhook_id, count }) => [webhook_id, count]))
  const outcomes = await readOutcomes(
    tenant,
    webhooks.map(({ id }) => id),
  )
  const time = now()
  return webhooks.map(({ id, secret_fingerprint, previous_secret_until: until }) => ({
    webhook_id: id,
    secret_fingerprint,
    previous_secret_until: until !== null && until > time ? until : null,
    waiting: waitingOf.get(id) ?? 0,
    outcomes: (outcomes.get(id) ?? []).map((row) => ({
      id: row.id,
      event: row.event,
      status: row.status,
      created_at: row.created_at,
    })),
  }))
}

/** The last ten outcomes of each, in one statement: the id of the tenth is where the index is entered. */
async function readOutcomes(tenant: Tenant, ids: readonly number[]) {
  const rows = await tenant
    .select('webhooks')
    .innerJoin('deliveries', (join) =>
      join.onRef('deliveries.webhook_id', '=', 'webhooks.id').on((of) =>
        of(
          'deliveries.id',
          '>=',
          of.fn.coalesce(
            of
              .selectFrom('deliveries as last')
              .select('last.id')
              .whereRef('last.webhook_id', '=', 'webhooks.id')
              .orderBy('last.id', 'desc')
              .limit(1)
              .offset(outcomesShown - 1),
            of.lit(0),
          ),
        ),
      ),
    )
    .select(['deliveries.webhook_id', 'deliveries.id', 'deliveries.event'])
    .select(['deliveries.status', 'deliveries.created_at'])
    .where('webhooks.id', 'in', ids)
    .orderBy('deliveries.id', 'desc')
    .execute()
  return Map.groupBy(rows, ({ webhook_id }) => webhook_id)
}
