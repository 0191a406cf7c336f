import type { Selectable } from 'kysely'
import type { Logger } from 'pino'

import type { LiveChange } from '#contract/live.ts'
import type { Tenant } from '#server/platform/access/tenant.ts'
import type { Actor } from '#server/platform/audit/activity-log.ts'
import type { DocumentEmailTable } from '#server/platform/db/tables/documents.ts'
import type { InvoiceEmailTable } from '#server/platform/db/tables/invoices.ts'
import type { FileStore } from '#server/platform/files/store.ts'
import type { PdfRenderer } from '#server/platform/pdf/renderer.ts'
import type { Mail, MailAttachment } from '#server/platform/smtp/transport.ts'

/** Columns of every waiting email. */
export type QueuedEmail = Pick<
  Selectable<InvoiceEmailTable>,
  Exclude<keyof InvoiceEmailTable & keyof DocumentEmailTable, 'kind'>
>

/** Makes and finds the files of an email. */
export interface PartNeeds {
  readonly files: FileStore
  readonly pdfs: PdfRenderer
  readonly log: Logger
  /** Origin of links. */
  readonly publicUrl: () => string
}

export interface MailParts extends Pick<Mail, 'calendar'> {
  readonly attachments: readonly MailAttachment[]
  /** Comes after the message; empty for nothing. */
  readonly links: string
}

/** A table of emails that wait, and what they are about. */
export interface Queue<Row extends QueuedEmail = QueuedEmail> {
  readonly table: 'invoice_emails' | 'document_emails' | 'meeting_emails'
  /** Whether a PDF has to be made first. */
  readonly hasPdf: boolean
  /** Why it isn't sent any more, in a sentence; undefined if nothing keeps it. */
  obstacle(tenant: Tenant, row: Row): Promise<string | undefined>
  /** Attachments, the PDF first, and the text about files that are too large for them. */
  readParts(needs: PartNeeds, tenant: Tenant, row: Row): Promise<MailParts>
  /** Records in the activity that it was sent, or failed. */
  record(tenant: Tenant, actor: Actor, row: Row, isSent: boolean): Promise<void>
  /** Topics that open screens read again. */
  changeOf(row: Row): LiveChange
}
