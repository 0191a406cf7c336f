import type { EmailRow, Queue } from '#server/outgoing/mail/queue.ts'
import type { Tenant } from '#server/platform/access/tenant.ts'
import type { MailAttachment } from '#server/platform/smtp/transport.ts'

import { recordInvoice } from './activity.ts'
import { isSendable } from './emails.ts'
import { type DocumentPdf, readCreditNotePdf, readPdf } from './pdf.ts'

/** A PDF as it is attached to an email. */
export const attachmentOf = ({ name, bytes }: DocumentPdf): MailAttachment => ({
  name,
  bytes,
  mediaType: 'application/pdf',
})

const names = { invoice: 'Invoice', reminder: 'Reminder', credit_note: 'Credit note' } as const

const readInvoice = (tenant: Tenant, { about_id }: EmailRow) =>
  tenant
    .select('invoices')
    .select(['id', 'status', 'invoice_number', 'customer_id'])
    .where('id', '=', about_id)
    .executeTakeFirstOrThrow()

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
    links: '',
  }),
  async record(tenant, actor, row, isSent) {
    const what = names[row.kind]
    const [event, description] = isSent
      ? (['emailed', `${what} emailed`] as const)
      : (['email_failed', `${what} email failed`] as const)
    await recordInvoice(tenant, actor, await readInvoice(tenant, row), { event, description })
  },
}
