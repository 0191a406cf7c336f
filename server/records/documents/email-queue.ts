import type { DocumentKind } from '#contract/documents/documents.ts'
import { answerLinkText } from '#contract/email-texts/document-email-texts.ts'
import { viewText } from '#contract/email-texts/invoice-email-texts.ts'
import type { Queue } from '#server/outgoing/mail/queue.ts'
import { readCompany } from '#server/records/company/versions.ts'
import { linkInEmail } from '#server/records/document-links/document-links.ts'
import { attachmentOf } from '#server/records/invoices/email-queue.ts'
import { readLogo } from '#server/records/invoices/pdf.ts'

import { documentEmailObstacle, readEmailContent, recordDocumentEmail } from './emails.ts'
import { readDocumentPdf } from './pdf.ts'

/** Emails with a proposal or contract. */
const documentQueue = (kind: DocumentKind): Queue<DocumentKind> => ({
  about: kind,
  topic: 'documents',
  hasPdf: true,
  obstacle: documentEmailObstacle,
  async readParts(needs, tenant, row) {
    const pdf = await readDocumentPdf(needs, tenant, kind, { id: row.about_id, edition: row.edition })
    const { language, attachments, more } = await readEmailContent(needs, tenant, row)
    const url = await linkInEmail(needs, tenant, { ...row, about: kind })
    const label = row.kind === 'confirmation' ? viewText(language) : answerLinkText(language, kind)
    return {
      language,
      attachments: [attachmentOf(pdf), ...attachments],
      logo: await readLogo(needs, await readCompany(tenant)),
      action: url === undefined ? undefined : { label, url },
      more,
    }
  },
  record: recordDocumentEmail,
})

export const documentQueues = {
  proposal: documentQueue('proposal'),
  contract: documentQueue('contract'),
} as const
