import type { Selectable } from 'kysely'
import type { Logger } from 'pino'

import { dayMs } from '#contract/values/durations.ts'
import { Tenant } from '#server/platform/access/tenant.ts'
import type { Store } from '#server/platform/db/store.ts'
import type { NotificationTable } from '#server/platform/db/tables/notifications.ts'
import { timestamp } from '#server/platform/lib/clock.ts'
import { isOutage } from '#server/platform/lib/each.ts'
import type { Failures } from '#server/platform/lib/failures.ts'
import { bodiesOf } from '#server/platform/smtp/bodies.ts'
import { type MailDecision, decide } from '#server/platform/smtp/decide.ts'
import { type MailServer, messageIdOf, sendMail } from '#server/platform/smtp/transport.ts'

import { isFailing } from '../failing.ts'
import { letterOf } from './letters.ts'
import { recipientsOf } from './recipients.ts'
import { actIn, digestIn } from './rows.ts'

interface Needs {
  readonly server: MailServer
  readonly store: Store
  readonly publicUrl: () => string
  readonly log: Logger
  readonly failures: Failures
}

type Row = Selectable<NotificationTable>

/** One that couldn't be sent for so long, such as before there was a mail server, is out of date. */
const newsForMs = 3 * dayMs

/** Attempts the email of the next notification that `claim` takes. Returns whose it was; undefined for none. */
export async function emailNextNotification(
  needs: Needs,
  clock: () => number,
  claim: () => Promise<Row | undefined>,
): Promise<number | undefined> {
  const row = await claim()
  if (!row) return undefined
  const { db, dialect } = needs.store
  const tenant = new Tenant(db, dialect, row.account_id, 'Bureau')
  const next = await attempt(needs, tenant, row, clock).catch((error: unknown) => {
    if (isOutage(error)) throw error
    needs.failures.report('emails', error, { notification: row.id })
    const outcome = { kind: 'failed', error: { message: 'not prepared' } } as const
    return nextAttempt(decide(outcome, row.attempts, clock()))
  })
  await tenant
    .update('notifications')
    .set({ next_attempt_at: next })
    .where('id', '=', row.id)
    // Another process may have taken it over.
    .where('attempts', '=', row.attempts)
    .execute()
  return row.account_id
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
  const subject = { webhook, overdue: digestIn(row.digest), act: actIn(row.customer_act) }
  const letter = letterOf(row.kind, subject, about, publicUrl())
  if (!letter) return null
  const outcome = await sendMail(server, {
    ...(await bodiesOf(letter)),
    subject: letter.subject,
    messageId: messageIdOf(row.message_id, server),
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
  return nextAttempt(decision)
}

const nextAttempt = (decision: MailDecision): string | null =>
  decision.kind === 'retry' ? timestamp(decision.atMs) : null

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
