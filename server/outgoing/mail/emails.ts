import { randomUUID } from 'node:crypto'

import type { QueuedEmail } from '#contract/wire/emails.ts'
import type { Caller } from '#server/platform/access/caller-types.ts'
import type { Tenant } from '#server/platform/access/tenant.ts'
import type { EmailAbout, EmailsAbout } from '#server/platform/db/tables/emails.ts'
import { now } from '#server/platform/lib/clock.ts'
import { HttpError } from '#server/platform/lib/http-error.ts'

import { countEmails } from './limits.ts'
import type { EmailRow, Queue } from './queue.ts'

/** An email as the API shows it. */
type Email<About extends EmailAbout> = QueuedEmail & Pick<EmailsAbout[About], 'kind'>

type NewEmail<About extends EmailAbout> = EmailsAbout[About] &
  Pick<EmailRow, 'about_id' | 'subject' | 'message'> & {
    readonly about: About
    readonly to: readonly string[]
    readonly reply_to?: string
    /** A wire datetime before which it isn't sent; by default, now. */
    readonly due_at?: string
    /** Whether it counts towards what can be emailed; it does unless this is false. */
    readonly isCounted?: boolean
  }

/**
 * Queues an email in the transaction that decides it; the outbox sends it. Replies go to the person who sends it unless it says
 * otherwise. Returns its id. 429 beyond what can be emailed.
 */
export async function queueEmail<About extends EmailAbout>(
  tenant: Tenant,
  caller: Caller | { readonly kind: 'key' | 'customer' },
  { to, due_at, isCounted = true, ...email }: NewEmail<About>,
): Promise<number> {
  const recipients = [...new Set(to)]
  if (isCounted) await countEmails(tenant, 'recipient', recipients)
  const user = 'user' in caller ? caller.user : undefined
  const created_at = now()
  return tenant.insertOne('emails', {
    reply_to: user?.email ?? null,
    ...email,
    status: 'queued',
    recipients: JSON.stringify(recipients),
    message_id: randomUUID(),
    caused_by: tenant.actor,
    actor_id: user?.id ?? null,
    created_at,
    next_attempt_at: due_at ?? created_at,
  })
}

/** Returns the emails about a record, the newest first. */
export async function listEmails<About extends EmailAbout>(
  tenant: Tenant,
  about: About,
  id: number,
): Promise<Email<About>[]> {
  const rows = await shown(tenant, about).where('about_id', '=', id).orderBy('id', 'desc').limit(50).execute()
  return rows.map((row) => toEmail<About>(row))
}

/** Throws 404. */
export async function readEmail<About extends EmailAbout>(
  tenant: Tenant,
  about: About,
  id: number,
): Promise<Email<About>> {
  const row = await shown(tenant, about).where('id', '=', id).executeTakeFirst()
  if (!row) throw new HttpError('NOT_FOUND')
  return toEmail<About>(row)
}

/** Queues a failed email again, with all its attempts. Returns its id. Throws 404 and 409. */
export async function retryEmail<About extends EmailAbout>(
  tenant: Tenant,
  queue: Queue<About>,
  id: number,
): Promise<number> {
  const row = await tenant
    .select('emails')
    .selectAll()
    .where('about', '=', queue.about)
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) throw new HttpError('NOT_FOUND')
  const obstacle = await queue.obstacle(tenant, row as EmailRow<About>)
  if (obstacle !== undefined) throw new HttpError('CONFLICT', obstacle)
  const changed = await tenant
    .update('emails')
    .set({ status: 'queued', attempts: 0, next_attempt_at: now(), problem: null })
    .where('id', '=', id)
    .where('status', '=', 'failed')
    .returning('id')
    .executeTakeFirst()
  if (!changed) throw new HttpError('CONFLICT', 'Only a failed email can be sent again')
  return changed.id
}

const shown = (tenant: Tenant, about: EmailAbout) =>
  tenant
    .select('emails')
    .select([
      'id',
      'kind',
      'status',
      'recipients',
      'subject',
      'caused_by',
      'created_at',
      'attempts',
      'next_attempt_at',
      'sent_at',
      'problem',
    ])
    .where('about', '=', about)

type ShownRow = Awaited<ReturnType<ReturnType<typeof shown>['executeTakeFirstOrThrow']>>

const toEmail = <About extends EmailAbout>({ recipients, kind, ...row }: ShownRow): Email<About> => ({
  ...row,
  kind: kind as EmailsAbout[About]['kind'],
  to: JSON.parse(recipients) as string[],
})
