import type { Kysely } from 'kysely'

import { dayMs, minuteMs } from '#contract/values/durations.ts'
import { Tenant } from '#server/platform/access/tenant.ts'
import type { Database } from '#server/platform/db/database.ts'
import type { DbDialect } from '#server/platform/db/dialects.ts'
import { timestamp } from '#server/platform/lib/clock.ts'

import { notify } from './insert.ts'
import { recipientsOf } from './recipients.ts'

/** An endpoint that was fine and now fails, or that its failures have disabled. */
export interface WebhookChange {
  readonly account: number
  readonly webhook: number
  readonly kind: 'webhook.failing' | 'webhook.disabled'
}

/** An endpoint that comes and goes is reported once in this time. */
const quietMs = dayMs
/** Most failures are over after two retries, and then nobody needs the email. */
const emailAfterMs = 10 * minuteMs

/** Notifies those who may see webhooks, in the transaction that records the attempts. */
export async function notifyOfWebhooks(
  trx: Kysely<Database>,
  dialect: DbDialect,
  changes: readonly WebhookChange[],
  nowMs: number,
): Promise<void> {
  for (const { account, webhook, kind } of changes) {
    const tenant = new Tenant(trx, dialect, account, 'Bureau')
    const isFailing = kind === 'webhook.failing'
    if (isFailing && (await wasReported(tenant, webhook, nowMs))) continue
    const occasion = { kind, webhook, name: `${webhook} ${timestamp(nowMs)}` }
    const recipients = await recipientsOf(tenant, kind)
    await notify(tenant, recipients, isFailing ? { ...occasion, emailAfterMs } : occasion, nowMs)
  }
}

async function wasReported(tenant: Tenant, webhook: number, nowMs: number): Promise<boolean> {
  const reported = await tenant
    .select('notifications')
    .select('id')
    .where('webhook_id', '=', webhook)
    .where('kind', '=', 'webhook.failing')
    .where('created_at', '>', timestamp(nowMs - quietMs))
    // One from the future was written before the clock was set back.
    .where('created_at', '<=', timestamp(nowMs))
    .limit(1)
    .executeTakeFirst()
  return reported !== undefined
}
