import type { EmailTexts } from '#contract/account/templates.ts'
import { emailedAttachmentsBytes } from '#contract/documents/attachments.ts'
import {
  type DocumentEmailInput,
  type DocumentEmailKind,
  type DocumentKind,
} from '#contract/documents/documents.ts'
import {
  agreedEmail,
  countersignedEmail,
  signedByAllEmail,
  turnEmail,
} from '#contract/email-texts/document-email-texts.ts'
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

/** Who gets an email about signing, and where. */
interface Signatory {
  readonly name: string
  readonly to: readonly string[]
}

/** What an email about signing says to one of them. */
type Letter = (facts: {
  readonly language: InvoiceLanguage
  readonly customer: string
  readonly company: string
  readonly number: string
  readonly title: string
}) => EmailTexts

interface Lettering {
  readonly kind: 'document' | 'confirmation'
  readonly isCounted?: boolean
}

/** A document and its latest version, with what was signed. */
interface Signed {
  readonly row: DocumentRow
  readonly version: VersionRow | undefined
}

/** Queues an email for each of them, in the language of the document. */
async function queueLetters(
  tenant: Tenant,
  actor: Caller | PortalCaller,
  { row: { id, kind: about, editions: edition, number, title }, version }: Signed,
  people: readonly Signatory[],
  letter: Letter,
  sending: Lettering,
): Promise<void> {
  const { name: company } = await tenant.business()
  const { language } = lookOr(version?.look ?? null)
  for (const { name: customer, to } of people) {
    const { subject, message } = letter({ language, customer, company, number, title })
    await queueEmail(tenant, actor, {
      about,
      about_id: id,
      edition,
      to,
      subject: subject.slice(0, longestEmail.subject),
      message,
      ...sending,
    })
  }
}

/** Those who have signed for the customer: each signer, or the customer where the link was emailed. */
function signatoriesOf(
  { row, version }: Signed,
  customer: Pick<PortalCaller, 'name' | 'email'> = { name: row.customer_name, email: row.customer_email },
): readonly Signatory[] {
  const signers = signersOf(row)
  if (signers.length > 0) return signers.map(({ name, email }) => ({ name, to: [email] }))
  const link = (version && answerOf(version)?.link) ?? null
  const to = link?.delivery === 'emailed' ? link.to.split(', ') : [customer.email]
  return [{ name: customer.name, to }]
}

/**
 * Queues what follows an answer of yes, in the transaction of that: an email that asks the next signer, or a confirmation for those who
 * have agreed. Those of a customer's own answer aren't counted, because it must not fail for them.
 */
export async function queueAgreed(
  tenant: Tenant,
  actor: Caller | PortalCaller,
  kind: DocumentKind,
  id: number,
): Promise<void> {
  const row = await readRow(tenant, kind, id)
  const version = await readVersion(tenant, id)
  const signed = { row, version }
  const counting = { isCounted: actor.kind !== 'customer' } as const
  const next = nextSigner(row)
  if (next) {
    const signer = (version && signaturesOf(version).at(-1)?.name) ?? ''
    const turn = [{ name: next.name, to: [next.email] }]
    const letter: Letter = (facts) => turnEmail({ ...facts, signer })
    return queueLetters(tenant, actor, signed, turn, letter, { kind: 'document', ...counting })
  }
  const { timeZone } = await tenant.business()
  const day = dayText(dateAt(Date.now(), timeZone), localeOf(lookOr(version?.look ?? null)))
  const names = signersOf(row).map(({ name }) => name)
  const letter: Letter = (facts) =>
    names.length > 1
      ? signedByAllEmail({ ...facts, signers: names.join(', ') })
      : agreedEmail({ ...facts, kind, day })
  const people = signatoriesOf(signed, actor.kind === 'customer' ? actor : undefined)
  return queueLetters(tenant, actor, signed, people, letter, { kind: 'confirmation', ...counting })
}

/** Queues an email with what both have signed for the customer, in the transaction of that. */
export async function queueCountersigned(tenant: Tenant, caller: Caller, id: number): Promise<void> {
  const row = await readRow(tenant, 'contract', id)
  const signed = { row, version: await readVersion(tenant, id) }
  const people = signatoriesOf(signed)
  await queueLetters(tenant, caller, signed, people, countersignedEmail, { kind: 'confirmation' })
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
