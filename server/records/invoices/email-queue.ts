import { linkText } from '#contract/email-texts/invoice-email-texts.ts'
import type { EmailRow, PartNeeds, Queue } from '#server/outgoing/mail/queue.ts'
import type { Tenant } from '#server/platform/access/tenant.ts'
import type { MailAttachment } from '#server/platform/smtp/transport.ts'
import { readCompany } from '#server/records/company/versions.ts'
import { linkInEmail } from '#server/records/document-links/document-links.ts'

import { recordInvoice } from './activity.ts'
import { isSendable } from './emails.ts'
import { type DocumentPdf, readCreditNotePdf, readLogo, readPdf } from './pdf.ts'
import { lookOr } from './templates/rows.ts'

/** A PDF as it is attached to an email. */
export const attachmentOf = ({ name, bytes }: DocumentPdf): MailAttachment => ({
  name,
  bytes,
  mediaType: 'application/pdf',
})

const names = {
  invoice: 'Invoice',
  reminder: 'Reminder',
  credit_note: 'Credit note',
  receipt: 'Receipt',
} as const

const readInvoice = (tenant: Tenant, { about_id }: EmailRow) =>
  tenant
    .select('invoices')
    .select(['id', 'status', 'invoice_number', 'customer_id', 'look'])
    .where('id', '=', about_id)
    .executeTakeFirstOrThrow()

/** The link to the invoice as the email shows it, in its language. */
async function actionOf(needs: PartNeeds, tenant: Tenant, row: EmailRow<'invoice'>) {
  const url =
    row.kind === 'credit_note' ? undefined : await linkInEmail(needs, tenant, { ...row, about: 'invoice' })
  const { status, look } = await readInvoice(tenant, row)
  const { language } = lookOr(look)
  return { language, action: url === undefined ? undefined : { label: linkText(language, status), url } }
}

/** Emails with an invoice, a reminder or a credit note. */
export const invoiceQueue: Queue<'invoice'> = {
  about: 'invoice',
  topic: 'invoices',
  hasPdf: true,
  async obstacle(tenant, row) {
    const { status } = await readInvoice(tenant, row)
    return isSendable(row.kind, status) ? undefined : `The invoice is ${status}.`
  },
  readParts: async (needs, tenant, row) => ({
    attachments: [
      attachmentOf(
        row.credit_note_id === null
          ? await readPdf(needs, tenant, row.about_id)
          : await readCreditNotePdf(needs, tenant, row.credit_note_id),
      ),
    ],
    logo: await readLogo(needs, await readCompany(tenant)),
    ...(await actionOf(needs, tenant, row)),
  }),
  async record(tenant, actor, row, isSent) {
    const what = names[row.kind]
    const [event, description] = isSent
      ? (['emailed', `${what} emailed`] as const)
      : (['email_failed', `${what} email failed`] as const)
    await recordInvoice(tenant, actor, await readInvoice(tenant, row), { event, description })
  },
}
