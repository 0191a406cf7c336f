import type { EmailTexts } from '#contract/account/templates.ts'
import { emailedAttachmentsBytes } from '#contract/documents/attachments.ts'
import {
  type DocumentEmailInput,
  type DocumentEmailKind,
  type DocumentKind,
} from '#contract/documents/documents.ts'
import { type AnswerFacts, agreedEmail, signingEmail } from '#contract/email-texts/document-email-texts.ts'
import { longestEmail } from '#contract/invoices/emails.ts'
import { type InvoiceLanguage, localeOf } from '#contract/invoices/looks.ts'
import { translated } from '#contract/translations/translations.ts'
import { placeholdersOf } from '#contract/values/placeholders.ts'
import { emit } from '#server/outgoing/delivery/emit.ts'
import { queueEmail } from '#server/outgoing/mail/emails.ts'
import type { EmailRow } from '#server/outgoing/mail/queue.ts'
import type { Caller, PortalCaller } from '#server/platform/access/caller-types.ts'
import type { Tenant } from '#server/platform/access/tenant.ts'
import type { Actor } from '#server/platform/audit/activity.ts'
import { fileUrl } from '#server/platform/files/file-url.ts'
import type { FileStore } from '#server/platform/files/store.ts'
import { now } from '#server/platform/lib/clock.ts'
import { bytesText, dayText } from '#server/platform/lib/formats.ts'
import { HttpError } from '#server/platform/lib/http-error.ts'
import { dateAt } from '#server/platform/lib/time-zone.ts'
import { nextSigner, signersOf } from '#server/records/document-links/signers.ts'
import { lookOr } from '#server/records/invoices/templates/rows.ts'
import { filledEmail } from '#server/records/templates/values.ts'

import { nameOf, recordDocument } from './activity.ts'
import { answerOf, signaturesOf } from './evidence.ts'
import { filesOf, readAllFiles } from './files.ts'
import { type DocumentRow, type VersionRow, contentOf, readRow, readVersion } from './rows.ts'
import { isPossible, requireAction } from './states.ts'

/** The action that the status of a document must permit for each kind of email. */
const actions = { document: 'email', reminder: 'remind', confirmation: 'email' } as const

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
  const email = await queueEmail(tenant, caller, {
    about: kind,
    about_id: id,
    kind: emailKind,
    edition: row.editions,
    to,
    ...filled,
  })
  if (emailKind === 'reminder') await recordReminder(tenant, caller, row)
  return email
}

/** A document that was answered, and its latest version. */
interface Answered {
  readonly row: DocumentRow
  readonly version: VersionRow | undefined
}

const readAnswered = async (tenant: Tenant, kind: DocumentKind, id: number): Promise<Answered> => ({
  row: await readRow(tenant, kind, id),
  version: await readVersion(tenant, id),
})

/** Who gets an email about an answer, and where. */
interface Recipient {
  readonly name: string
  readonly to: readonly string[]
}

/** An email about an answer, to each of them alone. */
interface Letter {
  readonly kind: 'document' | 'confirmation'
  readonly recipients: readonly Recipient[]
  readonly write: (facts: AnswerFacts) => EmailTexts
}

/**
 * Queues a letter in the language of the document. One that a customer's own answer causes isn't counted, because an answer must not
 * fail for it.
 */
async function queueLetter(
  tenant: Tenant,
  actor: Caller | PortalCaller,
  { row: { id, kind: about, editions: edition, number, title }, version }: Answered,
  { kind, recipients, write }: Letter,
): Promise<void> {
  const { name: company, timeZone } = await tenant.business()
  const look = lookOr(version?.look ?? null)
  const day = dayText(dateAt(Date.now(), timeZone), localeOf(look))
  for (const { name: customer, to } of recipients) {
    const facts = { language: look.language, kind: about, customer, company, number, title, day }
    const { subject, message } = write(facts)
    await queueEmail(tenant, actor, {
      about,
      about_id: id,
      kind,
      edition,
      to,
      subject: subject.slice(0, longestEmail.subject),
      message,
      isCounted: actor.kind !== 'customer',
    })
  }
}

/** Those who have agreed: each signer, or the customer, where the link was emailed. */
function thoseWhoAgreed(
  { row, version }: Answered,
  customer: Pick<PortalCaller, 'name' | 'email'> = { name: row.customer_name, email: row.customer_email },
): readonly Recipient[] {
  const signers = signersOf(row)
  if (signers.length > 0) return signers.map(({ name, email }) => ({ name, to: [email] }))
  const link = (version && answerOf(version)?.link) ?? null
  const to = link?.delivery === 'emailed' ? link.to.split(', ') : [customer.email]
  return [{ name: customer.name, to }]
}

/**
 * Queues what follows an answer of yes, in the transaction of that: an email that asks the next signer, or a confirmation for those who
 * have agreed. Without signers, nothing follows what staff recorded.
 */
export async function queueAgreed(
  tenant: Tenant,
  actor: Caller | PortalCaller,
  kind: DocumentKind,
  id: number,
): Promise<void> {
  const answered = await readAnswered(tenant, kind, id)
  const { row, version } = answered
  const customer = actor.kind === 'customer' ? actor : undefined
  const signers = signersOf(row)
  if (!customer && signers.length === 0) return
  const next = nextSigner(row)
  if (next) {
    const signer = (version && signaturesOf(version).at(-1)?.name) ?? ''
    return queueLetter(tenant, actor, answered, {
      kind: 'document',
      recipients: [{ name: next.name, to: [next.email] }],
      write: (facts) => signingEmail(facts, 'turn', { signer }),
    })
  }
  const names = signers.map(({ name }) => name).join(', ')
  return queueLetter(tenant, actor, answered, {
    kind: 'confirmation',
    recipients: thoseWhoAgreed(answered, customer),
    write: (facts) =>
      signers.length > 1 ? signingEmail(facts, 'signedByAll', { signers: names }) : agreedEmail(facts),
  })
}

/** Queues an email with what both have signed for those who signed it, in the transaction of that. */
export async function queueCountersigned(tenant: Tenant, caller: Caller, id: number): Promise<void> {
  const answered = await readAnswered(tenant, 'contract', id)
  await queueLetter(tenant, caller, answered, {
    kind: 'confirmation',
    recipients: thoseWhoAgreed(answered),
    write: (facts) => signingEmail(facts, 'countersigned'),
  })
}

/** Throws 409 where the last day has passed, before the sweep has come as well. */
async function requireOpen(tenant: Tenant, { kind, ends_on }: DocumentRow): Promise<void> {
  if (kind !== 'proposal' || ends_on === null) return
  if (ends_on < (await tenant.today())) throw new HttpError('CONFLICT', 'This proposal has expired')
}

async function recordReminder(tenant: Tenant, caller: Caller, row: DocumentRow): Promise<void> {
  await recordDocument(tenant, caller, row, { event: 'reminded', description: 'Reminder sent' })
  const { id, kind, number, customer_id, customer_email } = row
  // The id alone wouldn’t say whether it’s that of an invoice.
  const type = `${kind}_reminder`
  const data = {
    id,
    type,
    title: `Reminder for ${kind} ${number}`,
    customer_id,
    customer_email,
    sent_at: now(),
  }
  await emit(tenant, [{ type: 'document.sent', data }])
}

type DocumentEmailRow = EmailRow<DocumentKind>

/** The document that an email is about. */
const documentOfEmail = (tenant: Tenant, { about_id }: DocumentEmailRow) =>
  tenant
    .select('documents')
    .select(['id', 'kind', 'status', 'number', 'customer_id', 'editions'])
    .where('id', '=', about_id)
    .executeTakeFirstOrThrow()

/**
 * Reads the language of the emailed version and the files that it was sent with: those that go with the email, or where they are
 * together too large for it, links to all of them. Throws where one can’t be read.
 */
export async function readEmailContent(
  { files, publicUrl }: { readonly files: FileStore; readonly publicUrl: () => string },
  tenant: Tenant,
  { about_id, edition }: DocumentEmailRow,
): Promise<{
  language: InvoiceLanguage
  attachments: { name: string; bytes: Buffer; mediaType: string }[]
  more: string
}> {
  const version = await readVersion(tenant, about_id, edition)
  const { language } = lookOr(version?.look ?? null)
  const sent = version ? filesOf(contentOf(version), await readAllFiles(tenant, about_id)) : []
  if (sent.reduce((sum, { bytes }) => sum + bytes, 0) > emailedAttachmentsBytes) {
    const links = sent.map(
      ({ name, bytes, token }) => `${name} (${bytesText(bytes)}): ${fileUrl(publicUrl(), token, name)}`,
    )
    return { language, attachments: [], more: `${translated(language, 'Attachments')}:\n${links.join('\n')}` }
  }
  const attachments = []
  for (const { name, media_type, token } of sent) {
    const bytes = await files.readBytes(token)
    if (!bytes) throw new Error('An attachment is missing')
    attachments.push({ name, bytes, mediaType: media_type })
  }
  return { language, attachments, more: '' }
}

/** Why an email isn't sent any more, in a sentence: what it says was withdrawn or is over. */
export async function documentEmailObstacle(
  tenant: Tenant,
  row: DocumentEmailRow,
): Promise<string | undefined> {
  const { kind, status, editions } = await documentOfEmail(tenant, row)
  if (!isPossible({ kind, status }, actions[row.kind])) return `The ${kind} is ${status}.`
  return editions === row.edition ? undefined : `The ${kind} has a newer version.`
}

const names: Readonly<Partial<Record<DocumentEmailKind, string>>> = {
  reminder: 'Reminder',
  confirmation: 'Confirmation',
}

/** Records in the activity that an email was sent, or failed. */
export async function recordDocumentEmail(
  tenant: Tenant,
  actor: Actor,
  row: DocumentEmailRow,
  isSent: boolean,
): Promise<void> {
  const document = await documentOfEmail(tenant, row)
  const name = names[row.kind] ?? nameOf(document)
  await recordDocument(
    tenant,
    actor,
    document,
    isSent
      ? { event: 'emailed', description: `${name} emailed` }
      : { event: 'email_failed', description: `${name} email failed` },
  )
}
