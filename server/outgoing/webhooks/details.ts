import type { FastifyInstance } from 'fastify'
import { type Selectable, type SqlBool, sql } from 'kysely'

import {
  type WebhookDetails,
  createNamedWebhook,
  listWebhookDetails,
  showRetrySchedule,
  showWebhookDetails,
  updateNamedWebhook,
} from '#contract/webhooks/details.ts'
import type { WebhookState } from '#contract/webhooks/filter.ts'
import { failingFrom } from '#contract/webhooks/summary.ts'
import { defaultPageSize } from '#contract/wire/surface.ts'
import type { Context } from '#server/context.ts'
import { asRecentAttempts } from '#server/outgoing/delivery/recent-attempts.ts'
import type { Tenant } from '#server/platform/access/tenant.ts'
import type { WebhookTable } from '#server/platform/db/tables/webhooks.ts'
import { mount } from '#server/platform/http/mount.ts'
import { now } from '#server/platform/lib/clock.ts'
import { HttpError } from '#server/platform/lib/http-error.ts'

import { isFailing, whereFailing } from '../failing.ts'
import { retriesOf } from './retries.ts'
import { asWebhook } from './rows.ts'
import { addWebhook, changeWebhook } from './writes.ts'

/** Mounts webhooks with their names and how they are doing. Surface X. */
export function webhookDetails(app: FastifyInstance, context: Context): void {
  const { config, live, sealKey } = context
  const scheduleMs = config.webhookRetryScheduleMs
  const changed = (tenant: Tenant, id: number) => live.publish(tenant.account, { topic: 'webhooks', id })
  const show = async (tenant: Tenant, id: number): Promise<WebhookDetails> => {
    const row = await selectDetails(tenant).where('webhooks.id', '=', id).executeTakeFirst()
    if (!row) throw new HttpError('NOT_FOUND')
    return asDetails(row, scheduleMs)
  }

  mount(app, context, listWebhookDetails, async ({ tenant, query }) => {
    const { page = 1, limit = defaultPageSize, state } = query
    const counts = await countStates(tenant)
    const rows = await selectDetails(tenant)
      .$if(state !== undefined, (all) => all.where((eb) => inState[state ?? 'failing'](eb)))
      .orderBy(rank)
      .orderBy('webhooks.failure_count', 'desc')
      .orderBy('webhooks.id', 'desc')
      .limit(limit)
      .offset((page - 1) * limit)
      .execute()
    return {
      data: rows.map((row) => asDetails(row, scheduleMs)),
      meta: { total: counts[state ?? 'all'], page, limit, counts },
    }
  })

  mount(app, context, showWebhookDetails, async ({ tenant, params }) => ({
    data: await show(tenant, params.id),
  }))

  mount(app, context, createNamedWebhook, async ({ tenant, body }) => {
    const { id, secret } = await addWebhook(tenant, sealKey, body)
    changed(tenant, id)
    return { data: await show(tenant, id), secret }
  })

  mount(app, context, updateNamedWebhook, async ({ tenant, params, body }) => {
    const data = await tenant.transaction(async (trx) => {
      await changeWebhook(trx, sealKey, params.id, body)
      return show(trx, params.id)
    })
    changed(tenant, params.id)
    return { data }
  })

  mount(app, context, showRetrySchedule, async () => ({
    data: { waits_seconds: scheduleMs.map((waitMs) => waitMs / 1000) },
  }))
}

const inState = {
  failing: whereFailing,
  paused: () => sql<SqlBool>`webhooks.status = 'paused'`,
} as const satisfies Record<WebhookState, unknown>

/** Order: those that need attention first. */
const rank = sql`case webhooks.status when 'disabled' then 0 when 'paused' then 3
  else case when webhooks.failure_count >= ${sql.lit(failingFrom)} then 1 else 2 end end`

async function countStates(tenant: Tenant): Promise<Record<WebhookState | 'all', number>> {
  const { all, failing, paused } = await tenant
    .select('webhooks')
    .select((eb) => [
      eb.fn.countAll<number>().as('all'),
      eb.fn.countAll<number>().filterWhere(inState.failing).as('failing'),
      eb.fn.countAll<number>().filterWhere(inState.paused).as('paused'),
    ])
    .executeTakeFirstOrThrow()
  return { all, failing, paused }
}

const mostCounted = 1_000

interface Waiting {
  readonly waiting: number
  readonly next_attempt_at: string | null
}

/** Returns the query of webhooks with what is queued for them, counted on the queue's own index up to a limit. */
function selectDetails(tenant: Tenant) {
  const due = sql`from deliveries where webhook_id = webhooks.id and due_at is not null`
  return tenant
    .select('webhooks')
    .selectAll('webhooks')
    .select([
      sql<number>`(select count(*) from (select 1 ${due} limit ${sql.lit(mostCounted)}) as waiting)`.as(
        'waiting',
      ),
      sql<string | null>`(select due_at ${due} order by due_at limit 1)`.as('next_attempt_at'),
    ])
}

/** Returns a webhook for Surface X. */
function asDetails(row: Selectable<WebhookTable> & Waiting, scheduleMs: readonly number[]): WebhookDetails {
  const { previous_secret_until: until } = row
  return {
    ...asWebhook(row),
    name: row.name,
    is_failing: isFailing(row),
    retries: retriesOf(row.config, scheduleMs),
    secret_fingerprint: row.secret_fingerprint,
    previous_secret_until: until !== null && until > now() ? until : null,
    waiting: row.waiting,
    next_attempt_at: row.next_attempt_at,
    recent_attempts: asRecentAttempts(row.recent_attempts),
  }
}
