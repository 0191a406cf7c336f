import type { EmailInput, EmailKind } from '#contract/invoices/emails.ts'
import { placeholdersOf } from '#contract/values/placeholders.ts'
import { emit } from '#server/outgoing/delivery/emit.ts'
import { listEmails, queueEmail } from '#server/outgoing/mail/emails.ts'
import type { Caller } from '#server/platform/access/caller-types.ts'
import type { Tenant } from '#server/platform/access/tenant.ts'
import { now } from '#server/platform/lib/clock.ts'
import { HttpError } from '#server/platform/lib/http-error.ts'
import { filledEmail } from '#server/records/templates/values.ts'

import { recordInvoice } from './activity.ts'
import { readStored } from './details.ts'

/** In which statuses of the invoice each kind may be sent. */
const sendable: Readonly<Record<EmailKind, readonly string[]>> = {
  invoice: ['sent', 'overdue', 'paid', 'credited'],
  reminder: ['overdue'],
  credit_note: ['sent', 'overdue', 'paid', 'credited'],
  receipt: ['sent', 'overdue', 'paid', 'credited'],
}

/** Whether an email of that kind still makes sense for an invoice of that status. */
export const isSendable = (kind: EmailKind, status: string): boolean => sendable[kind].includes(status)

/**
 * Queues an email about the invoice in the transaction that decides it; the outbox sends it. Its placeholders are filled with
 * what is true now. Returns its id. Throws 404, 409 in a status that the kind isn’t for, and 422 at the fields of placeholders
 * that don’t exist, whose names begin with `within`. 429 beyond what can be emailed.
 */
export async function queueInvoiceEmail(
  tenant: Tenant,
  caller: Caller | { readonly kind: 'key' },
  invoiceId: number,
  {
    kind,
    to,
    subject,
    message,
    credit_note_id = null,
  }: EmailInput & { readonly kind: EmailKind; readonly credit_note_id?: number | null },
  within: readonly string[] = [],
): Promise<number> {
  const { row } = await readStored(tenant, invoiceId, { forChange: true })
  if (!isSendable(kind, row.status))
    throw new HttpError('CONFLICT', `This isn’t possible for an invoice with the status ${row.status}`)
  const about = { kind: 'invoice', id: invoiceId } as const
  const filled = await filledEmail(
    tenant,
    about,
    { subject, message },
    {
      allowed: placeholdersOf.invoice_email,
      within,
      number: row.invoice_number,
    },
  )
  const id = await queueEmail(tenant, caller, {
    about: 'invoice',
    about_id: invoiceId,
    kind,
    credit_note_id,
    to,
    ...filled,
  })
  if (kind === 'reminder') {
    await recordInvoice(tenant, caller, row, { event: 'reminded', description: 'Reminder sent' })
    const { customer_id, customer_email } = row
    const title = `Reminder for invoice ${row.invoice_number}`
    const data = { id: invoiceId, type: 'reminder', title, customer_id, customer_email, sent_at: now() }
    await emit(tenant, [{ type: 'document.sent', data }])
  }
  return id
}

/** Returns the emails about the invoice, the newest first. Throws 404. */
export async function emailsOfInvoice(tenant: Tenant, invoiceId: number) {
  const invoice = await tenant.select('invoices').select('id').where('id', '=', invoiceId).executeTakeFirst()
  if (!invoice) throw new HttpError('NOT_FOUND')
  return listEmails(tenant, 'invoice', invoiceId)
}
