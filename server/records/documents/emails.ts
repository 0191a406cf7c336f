import { randomUUID } from 'node:crypto'

import type { Selectable } from 'kysely'

import {
  type DocumentEmail,
  type DocumentEmailInput,
  type DocumentKind,
  emailedAttachmentsBytes,
} from '#contract/documents.ts'
import { placeholdersOf } from '#contract/placeholders.ts'
import { emit } from '#server/outgoing/delivery/emit.ts'
import { countEmails } from '#server/outgoing/mail/limits.ts'
import type { Caller } from '#server/platform/access/caller-types.ts'
import type { Tenant } from '#server/platform/access/tenant.ts'
import type { Actor } from '#server/platform/audit/activity-log.ts'
import type { DocumentEmailTable } from '#server/platform/db/tables/documents.ts'
import { fileUrl } from '#server/platform/files/file-url.ts'
import type { FileStore } from '#server/platform/files/store.ts'
import { now } from '#server/platform/lib/clock.ts'
import { bytesText } from '#server/platform/lib/formats.ts'
import { HttpError } from '#server/platform/lib/http-error.ts'
import { dateAt } from '#server/platform/lib/time-zone.ts'
import { filledEmail } from '#server/records/templates/values.ts'

import { nameOf, recordDocument } from './activity.ts'
import { filesOf, readAllFiles } from './files.ts'
import { type DocumentRow, contentOf, readRow, readVersion } from './rows.ts'
import { isPossible, requireAction } from './states.ts'

const columns = [
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
] as const

/** The action that the status of a document must permit for each kind of email. */
const actions = { document: 'email', reminder: 'remind' } as const

/**
 * Queues an email with the latest version in the transaction that decides it, a reminder with activity and event; the outbox sends
 * it. Its placeholders are filled with what is true now. Returns its id. Throws 404, 409 in a status that the kind of email isn’t
 * for, and 422 at the fields of placeholders that don’t exist, whose names begin with `within`.
 */
export async function queueDocumentEmail(
  tenant: Tenant,
  caller: Caller,
  kind: DocumentKind,
  id: number,
  { to, subject, message, kind: emailKind = 'document' }: DocumentEmailInput,
  within: readonly string[] = [],
): Promise<number> {
  const row = await readRow(tenant, kind, id, { forChange: true })
  requireAction(row, actions[emailKind])
  if (emailKind === 'reminder') await requireOpen(tenant, row)
  const filled = await filledEmail(
    tenant,
    { kind, id },
    { subject, message },
    {
      allowed: placeholdersOf[`${kind}_${emailKind === 'reminder' ? 'reminder' : 'email'}`],
      within,
      number: row.number,
    },
  )
  const recipients = [...new Set(to)]
  await countEmails(tenant, 'recipient', recipients)
  const created_at = now()
  const email = await tenant.insertOne('document_emails', {
    document_id: id,
    kind: emailKind,
    edition: row.editions,
    status: 'queued',
    recipients: JSON.stringify(recipients),
    reply_to: caller.kind === 'staff' ? caller.user.email : null,
    ...filled,
    message_id: randomUUID(),
    caused_by: tenant.actor,
    actor_id: caller.kind === 'staff' ? caller.user.id : null,
    created_at,
    next_attempt_at: created_at,
  })
  if (emailKind === 'reminder') await recordReminder(tenant, caller, row, created_at)
  return email
}

/** Throws 409 where the last day has passed, before the sweep has come as well. */
async function requireOpen(tenant: Tenant, { kind, ends_on }: DocumentRow): Promise<void> {
  if (kind !== 'proposal' || ends_on === null) return
  if (ends_on < dateAt(Date.now(), await tenant.timeZone()))
    throw new HttpError('CONFLICT', 'This proposal has expired')
}

async function recordReminder(
  tenant: Tenant,
  caller: Caller,
  row: DocumentRow,
  sent_at: string,
): Promise<void> {
  await recordDocument(tenant, caller, row, { event: 'reminded', description: 'Reminder sent' })
  const { id, kind, number, customer_id, customer_email } = row
  // The id alone wouldn’t say whether it’s that of an invoice.
  const type = `${kind}_reminder`
  const data = { id, type, title: `Reminder for ${kind} ${number}`, customer_id, customer_email, sent_at }
  await emit(tenant, [{ type: 'document.sent', data }])
}

/** Returns the emails of the document, the newest first. Throws 404. */
export async function listDocumentEmails(
  tenant: Tenant,
  kind: DocumentKind,
  id: number,
): Promise<DocumentEmail[]> {
  await readRow(tenant, kind, id)
  const rows = await tenant
    .select('document_emails')
    .select(columns)
    .where('document_id', '=', id)
    .orderBy('id', 'desc')
    .limit(50)
    .execute()
  return rows.map(toEmail)
}

/** Throws 404. */
export async function readDocumentEmail(tenant: Tenant, id: number): Promise<DocumentEmail> {
  const row = await tenant.select('document_emails').select(columns).where('id', '=', id).executeTakeFirst()
  if (!row) throw new HttpError('NOT_FOUND')
  return toEmail(row)
}

/** Queues a failed email again, with all its attempts. Throws 404 and 409. */
export async function retryDocumentEmail(tenant: Tenant, kind: DocumentKind, id: number): Promise<void> {
  const row = await tenant
    .select('document_emails')
    .select(['kind', 'document_id', 'edition'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) throw new HttpError('NOT_FOUND')
  await readRow(tenant, kind, row.document_id, { forChange: true })
  const obstacle = await documentEmailObstacle(tenant, row)
  if (obstacle !== undefined) throw new HttpError('CONFLICT', obstacle)
  const changed = await tenant
    .update('document_emails')
    .set({ status: 'queued', attempts: 0, next_attempt_at: now(), problem: null })
    .where('id', '=', id)
    .where('status', '=', 'failed')
    .returning('id')
    .executeTakeFirst()
  if (!changed) throw new HttpError('CONFLICT', 'Only a failed email can be sent again')
}

const toEmail = ({
  recipients,
  ...row
}: Pick<Selectable<DocumentEmailTable>, (typeof columns)[number]>): DocumentEmail => ({
  ...row,
  to: JSON.parse(recipients) as string[],
})

type EmailRow = Pick<Selectable<DocumentEmailTable>, 'kind' | 'document_id' | 'edition'>

/** The document that an email is about. */
export const documentOfEmail = (tenant: Tenant, { document_id }: Pick<EmailRow, 'document_id'>) =>
  tenant
    .select('documents')
    .select(['id', 'kind', 'status', 'number', 'customer_id', 'editions'])
    .where('id', '=', document_id)
    .executeTakeFirstOrThrow()

/**
 * Reads the files that the emailed version was sent with: those that go with the email, or where they are together too large for
 * it, links to all of them. Throws where one can’t be read.
 */
export async function readEmailFiles(
  { files, publicUrl }: { readonly files: FileStore; readonly publicUrl: () => string },
  tenant: Tenant,
  { document_id, edition }: Pick<EmailRow, 'document_id' | 'edition'>,
): Promise<{ attachments: { name: string; bytes: Buffer; mediaType: string }[]; links: string }> {
  const version = await readVersion(tenant, document_id, edition)
  const sent = version ? filesOf(contentOf(version), await readAllFiles(tenant, document_id)) : []
  if (sent.reduce((sum, { bytes }) => sum + bytes, 0) > emailedAttachmentsBytes) {
    const links = sent.map(
      ({ name, bytes, token }) => `${name} (${bytesText(bytes)}): ${fileUrl(publicUrl(), token, name)}`,
    )
    return { attachments: [], links: `\n\nAttachments:\n${links.join('\n')}` }
  }
  const attachments = []
  for (const { name, media_type, token } of sent) {
    const bytes = await files.readBytes(token)
    if (!bytes) throw new Error('An attachment is missing')
    attachments.push({ name, bytes, mediaType: media_type })
  }
  return { attachments, links: '' }
}

/** Why an email isn't sent any more, in a sentence: what it says was withdrawn or is over. */
export async function documentEmailObstacle(tenant: Tenant, row: EmailRow): Promise<string | undefined> {
  const { kind, status, editions } = await documentOfEmail(tenant, row)
  if (!isPossible({ kind, status }, actions[row.kind])) return `The ${kind} is ${status}.`
  return editions === row.edition ? undefined : `The ${kind} has a newer version.`
}

/** Records in the activity that an email was sent, or failed. */
export async function recordDocumentEmail(
  tenant: Tenant,
  actor: Actor,
  row: EmailRow,
  isSent: boolean,
): Promise<void> {
  const document = await documentOfEmail(tenant, row)
  const name = row.kind === 'reminder' ? 'Reminder' : nameOf(document)
  await recordDocument(
    tenant,
    actor,
    document,
    isSent
      ? { event: 'emailed', description: `${name} emailed` }
      : { event: 'email_failed', description: `${name} email failed` },
  )
}
