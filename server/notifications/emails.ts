import type { Selectable } from 'kysely'
import type { Logger } from 'pino'

import { Tenant } from '#server/access/tenant.ts'
import type { Store } from '#server/db/store.ts'
import type { NotificationTable } from '#server/db/tables/notifications.ts'
import { timestamp } from '#server/lib/clock.ts'
import { decide } from '#server/mail/decide.ts'
import { type MailServer, claimForMs, sendMail } from '#server/mail/transport.ts'
import { isFailing } from '#server/webhooks/failing.ts'

import { letterOf } from './letters.ts'
import { recipientsOf } from './recipients.ts'
import { digestIn } from './rows.ts'

interface Needs {
  readonly server: MailServer
  readonly store: Store
  readonly publicUrl: () => string
  readonly log: Logger
}

type Row = Selectable<NotificationTable>

/** One that couldn't be sent for so long, such as before there was a mail server, is out of date. */
const newsForMs = 3 * 24 * 60 * 60_000

/**
 * Attempts the email of the notification that has been due longest, except of accounts that were served. Returns whose it was; undefined for none. The attempt is recorded
 * before it begins, as for emails of invoices.
 */
export async function emailNextNotification(
  needs: Needs,
  clock: () => number,
  served: readonly number[],
): Promise<number | undefined> {
  const row = await claim(needs.store, clock(), served)
  if (!row) return undefined
  const { db, dialect } = needs.store
  const tenant = new Tenant(db, dialect, row.account_id, 'Bureau')
  const next = await attempt(needs, tenant, row, clock)
  await tenant
    .update('notifications')
    .set({ next_attempt_at: next })
    .where('id', '=', row.id)
    // Another process may have taken it over.
    .where('attempts', '=', row.attempts)
    .execute()
  return row.account_id
}

async function claim({ db }: Store, nowMs: number, served: readonly number[]): Promise<Row | undefined> {
  const now = timestamp(nowMs)
  for (;;) {
    const due = await db
      .selectFrom('notifications')
      .select('id')
      .where('next_attempt_at', '<=', now)
      .$if(served.length > 0, (query) => query.where('account_id', 'not in', served))
      .orderBy('next_attempt_at')
      .limit(1)
      .executeTakeFirst()
    if (!due) return undefined
    const row = await db
      .updateTable('notifications')
      .set((eb) => ({
        attempts: eb('attempts', '+', 1),
        next_attempt_at: timestamp(nowMs + claimForMs),
      }))
      .where('id', '=', due.id)
      // Somebody else may have taken it: then there may be another one.
      .where('next_attempt_at', '<=', now)
      .returningAll()
      .executeTakeFirst()
    if (row) return row
  }
}

/** Returns when the next attempt is due; null for none. */
async function attempt(
  { server, publicUrl, log }: Needs,
  tenant: Tenant,
  row: Row,
  clock: () => number,
): Promise<string | null> {
  const to = await addressOf(tenant, row)
  const isNews = clock() - Date.parse(row.created_at) < newsForMs
  const webhook = await webhookOf(tenant, row)
  // Fixed in the meantime, so it needs nobody.
  const isOver = row.kind === 'webhook.failing' && !(webhook && isFailing(webhook))
  if (to === undefined || !isNews || isOver) return null
  const { name } = await tenant.business()
  const about = { id: tenant.account, name }
  const letter = letterOf(row.kind, { webhook, overdue: digestIn(row.digest) }, about, publicUrl())
  if (!letter) return null
  const outcome = await sendMail(server, {
    ...letter,
    messageId: `<${row.message_id}@${server.from.split('@')[1] ?? 'localhost'}>`,
    isAutomatic: true,
    fromName: name,
    replyTo: null,
    to: [to],
    date: new Date(row.created_at),
  })
  const decision = decide(outcome, row.attempts, clock())
  const { code, responseCode } = outcome.kind === 'failed' ? outcome.error : {}
  log.info(
    { notification: row.id, attempt: row.attempts, result: decision.kind, code, responseCode },
    'notification email attempted',
  )
  return decision.kind === 'retry' ? timestamp(decision.atMs) : null
}

/** Returns the member's address; undefined where their role or their settings have changed since. */
async function addressOf(tenant: Tenant, { kind, member_id }: Row): Promise<string | undefined> {
  const recipients = await recipientsOf(tenant, kind)
  if (!recipients.some(({ member, email }) => member === member_id && email)) return undefined
  const person = await tenant
    .select('memberships')
    .innerJoin('staff', 'staff.id', 'memberships.user_id')
    .select('staff.email')
    .where('memberships.id', '=', member_id)
    .executeTakeFirst()
  return person?.email
}

async function webhookOf(tenant: Tenant, { webhook_id }: Row) {
  if (webhook_id === null) return null
  const row = await tenant
    .select('webhooks')
    .select(['id', 'name', 'url', 'status', 'failure_count'])
    .where('id', '=', webhook_id)
    .executeTakeFirst()
  return row ?? null
}
