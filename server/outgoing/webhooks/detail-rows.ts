import { type Selectable, sql } from 'kysely'

import type { WebhookDetails } from '#contract/webhooks/details.ts'
import { asRecentAttempts } from '#server/outgoing/delivery/recent-attempts.ts'
import type { Tenant } from '#server/platform/access/tenant.ts'
import type { WebhookTable } from '#server/platform/db/tables/webhooks.ts'
import { now } from '#server/platform/lib/clock.ts'

import { isFailing } from '../failing.ts'
import { retriesOf } from './retries.ts'
import { asWebhook } from './rows.ts'

const mostCounted = 1_000

interface Waiting {
  readonly waiting: number
  readonly next_attempt_at: string | null
}

/** Returns the query of webhooks with what is queued for them, counted on the queue's own index up to a limit. */
export function selectDetails(tenant: Tenant) {
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
export function asDetails(
  row: Selectable<WebhookTable> & Waiting,
  scheduleMs: readonly number[],
): WebhookDetails {
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
