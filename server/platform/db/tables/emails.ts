import type { Generated } from 'kysely'

import type { DocumentEmailKind } from '#contract/documents/documents.ts'
import type { EmailKind } from '#contract/invoices/emails.ts'
import type { InvitationMethod } from '#contract/meetings/meetings.ts'
import type { EmailStatus } from '#contract/wire/emails.ts'

/** The kinds of records that emails are about, and what the emails about each have of their own. */
export interface EmailsAbout {
  readonly invoice: { readonly kind: EmailKind; readonly credit_note_id: number | null }
  readonly proposal: { readonly kind: DocumentEmailKind; readonly edition: number }
  readonly contract: { readonly kind: DocumentEmailKind; readonly edition: number }
  readonly customer: { readonly kind: 'statement'; readonly statement: string }
  readonly meeting: { readonly kind: InvitationMethod; readonly calendar: string }
}
export type EmailAbout = keyof EmailsAbout

/** An email about a record that is to be sent, or was. */
export interface EmailTable {
  id: Generated<number>
  account_id: number
  about: EmailAbout
  /** The record. */
  about_id: number
  kind: EmailsAbout[EmailAbout]['kind']
  /** The credit note that a `credit_note` email attaches. */
  credit_note_id: Generated<number | null>
  /** The version of a proposal or contract that is attached. */
  edition: Generated<number | null>
  /** JSON: the currency and period of a statement of account, as `StatementScope`. */
  statement: Generated<string | null>
  /** The iCalendar object of a meeting that comes with it, the same in every attempt. */
  calendar: Generated<string | null>
  status: EmailStatus
  /** JSON: addresses. */
  recipients: string
  /** Where replies go: the person who sent it; null for integrations. */
  reply_to: string | null
  subject: string
  message: string
  /** The part of the Message-ID before the @, the same in every attempt. */
  message_id: string
  caused_by: string
  actor_id: number | null
  created_at: string
  attempts: Generated<number>
  /** When it is due; while an attempt runs, when another process may take it over. Null once it is settled. */
  next_attempt_at: string | null
  sent_at: Generated<string | null>
  problem: Generated<string | null>
}

/** Where versions before 0083 queue emails. They may run beside this one for a while, so what is in there is moved. */
export interface EarlierEmailTable extends Omit<
  EmailTable,
  'about' | 'about_id' | 'kind' | 'credit_note_id' | 'edition' | 'statement' | 'calendar'
> {}
export interface EarlierInvoiceEmailTable extends EarlierEmailTable {
  invoice_id: number
  kind: EmailKind
  credit_note_id: Generated<number | null>
}
export interface EarlierDocumentEmailTable extends EarlierEmailTable {
  document_id: number
  kind: Generated<DocumentEmailKind>
  edition: number
}
export interface EarlierMeetingEmailTable extends EarlierEmailTable {
  meeting_id: number
  method: InvitationMethod
  calendar: string
}

/** One email to one recipient, kept for a day to limit how many are sent. */
export interface EmailCountTable {
  id: Generated<number>
  account_id: number
  /** The key of its limit besides the account: its recipient, invitation or meeting. */
  subject: string
  at: string
}
