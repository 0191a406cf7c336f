import type { Selectable } from 'kysely'

import type { LiveChange } from '#contract/live.ts'
import type { Tenant } from '#server/platform/access/tenant.ts'
import type { DocumentEmailTable } from '#server/platform/db/tables/documents.ts'
import type { InvoiceEmailTable } from '#server/platform/db/tables/invoices.ts'
import type { MeetingEmailTable } from '#server/platform/db/tables/meetings.ts'
import type { Actor } from '#server/records/customers/activity.ts'
import {
  recordDocumentEmail,
  documentEmailObstacle,
  documentOfEmail,
  readEmailFiles,
} from '#server/records/documents/emails.ts'
import { readDocumentPdf } from '#server/records/documents/pdf.ts'
import { recordInvoice } from '#server/records/invoices/activity.ts'
import { isSendable } from '#server/records/invoices/emails.ts'
import { type DocumentPdf, type PdfNeeds, readCreditNotePdf, readPdf } from '#server/records/invoices/pdf.ts'
import { meetingEmailObstacle, recordMeetingEmail } from '#server/records/meetings/invitations.ts'

import type { Mail, MailAttachment } from './transport.ts'

type InvoiceEmailRow = Selectable<InvoiceEmailTable>
type DocumentEmailRow = Selectable<DocumentEmailTable>
type MeetingEmailRow = Selectable<MeetingEmailTable>

/** Columns of every waiting email. */
export type QueuedEmail = Pick<
  InvoiceEmailRow,
  Exclude<keyof InvoiceEmailRow & keyof DocumentEmailRow, 'kind'>
>

/** Makes and finds the files of an email. */
interface PartNeeds extends PdfNeeds {
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

const attachmentOf = ({ name, bytes }: DocumentPdf): MailAttachment => ({
  name,
  bytes,
  mediaType: 'application/pdf',
})

const names = { invoice: 'Invoice', reminder: 'Reminder', credit_note: 'Credit note' } as const

const readInvoice = (tenant: Tenant, { invoice_id }: InvoiceEmailRow) =>
  tenant
    .select('invoices')
    .select(['id', 'status', 'invoice_number', 'customer_id'])
    .where('id', '=', invoice_id)
    .executeTakeFirstOrThrow()

const invoiceQueue: Queue<InvoiceEmailRow> = {
  table: 'invoice_emails',
  hasPdf: true,
  async obstacle(tenant, row) {
    const { status } = await readInvoice(tenant, row)
    return isSendable(row.kind, status) ? undefined : `The invoice is ${status}.`
  },
  readParts: async (needs, tenant, row) => ({
    attachments: [
      attachmentOf(
        row.credit_note_id === null
          ? await readPdf(needs, tenant, row.invoice_id)
          : await readCreditNotePdf(needs, tenant, row.credit_note_id),
      ),
    ],
    links: '',
  }),
  async record(tenant, actor, row, isSent) {
    const what = names[row.kind]
    const [event, description] = isSent
      ? (['emailed', `${what} emailed`] as const)
      : (['email_failed', `${what} email failed`] as const)
    await recordInvoice(tenant, actor, await readInvoice(tenant, row), { event, description })
  },
  changeOf: ({ invoice_id }) => ({ topic: 'invoices', id: invoice_id }),
}

const documentQueue: Queue<DocumentEmailRow> = {
  table: 'document_emails',
  hasPdf: true,
  obstacle: documentEmailObstacle,
  async readParts(needs, tenant, row) {
    const { kind } = await documentOfEmail(tenant, row)
    const pdf = await readDocumentPdf(needs, tenant, kind, { id: row.document_id, edition: row.edition })
    const { attachments, links } = await readEmailFiles(needs, tenant, row)
    return { attachments: [attachmentOf(pdf), ...attachments], links }
  },
  record: recordDocumentEmail,
  changeOf: ({ document_id }) => ({ topic: 'documents', id: document_id }),
}

const meetingQueue: Queue<MeetingEmailRow> = {
  table: 'meeting_emails',
  hasPdf: false,
  obstacle: meetingEmailObstacle,
  readParts: async (_needs, _tenant, { method, calendar: text }) => ({
    attachments: [],
    links: '',
    calendar: { method, text },
  }),
  record: recordMeetingEmail,
  changeOf: ({ meeting_id }) => ({ topic: 'meetings', id: meeting_id }),
}

/** Each queue gets rows of its own table. */
export const queues: readonly Queue[] = [invoiceQueue as Queue, documentQueue as Queue, meetingQueue as Queue]
