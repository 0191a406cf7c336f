import type { Selectable } from 'kysely'

import type { Queue } from '#server/outgoing/mail/queue.ts'
import type { DocumentEmailTable } from '#server/platform/db/tables/documents.ts'
import { attachmentOf } from '#server/records/invoices/email-queue.ts'

import { documentEmailObstacle, documentOfEmail, readEmailFiles, recordDocumentEmail } from './emails.ts'
import { readDocumentPdf } from './pdf.ts'

/** Emails with a proposal or contract. */
export const documentQueue: Queue<Selectable<DocumentEmailTable>> = {
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
