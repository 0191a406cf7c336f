import type { DocumentKind } from '#contract/documents.ts'
import type { Queue } from '#server/outgoing/mail/queue.ts'
import { linkInEmail } from '#server/records/document-links/document-links.ts'
import { attachmentOf } from '#server/records/invoices/email-queue.ts'

import { documentEmailObstacle, readEmailFiles, recordDocumentEmail } from './emails.ts'
import { readDocumentPdf } from './pdf.ts'

const asks = { proposal: 'View and accept:', contract: 'Review and sign:' } as const

/** Emails with a proposal or contract. */
const documentQueue = (kind: DocumentKind): Queue<DocumentKind> => ({
  about: kind,
  topic: 'documents',
  hasPdf: true,
  obstacle: documentEmailObstacle,
  async readParts(needs, tenant, row) {
    const pdf = await readDocumentPdf(needs, tenant, kind, { id: row.about_id, edition: row.edition })
    const { attachments, links } = await readEmailFiles(needs, tenant, row)
    const isAnswered = row.kind === 'confirmation'
    const link = await linkInEmail(needs, tenant, { ...row, about: kind })
    return {
      attachments: [attachmentOf(pdf), ...attachments],
      links: `${link === undefined ? '' : `\n\n${isAnswered ? 'View online:' : asks[kind]}\n${link}`}${links}`,
    }
  },
  record: recordDocumentEmail,
})

export const documentQueues = {
  proposal: documentQueue('proposal'),
  contract: documentQueue('contract'),
} as const
