import { randomUUID } from 'node:crypto'

import type { Selectable } from 'kysely'

import type { EmailInput, EmailKind, InvoiceEmail } from '#contract/invoice-emails.ts'
import { placeholdersOf } from '#contract/placeholders.ts'
import { emit } from '#server/outgoing/delivery/emit.ts'
import { countEmails } from '#server/outgoing/mail/limits.ts'
import type { Caller } from '#server/platform/access/caller-types.ts'
import type { Tenant } from '#server/platform/access/tenant.ts'
import type { InvoiceEmailTable } from '#server/platform/db/tables/invoices.ts'
import { now } from '#server/platform/lib/clock.ts'
import { HttpError } from '#server/platform/lib/http-error.ts'
import { filledEmail } from '#server/records/templates/values.ts'

import { recordInvoice } from './activity.ts'
import { readStored } from './details.ts'

const columns = [
  'id',
  'kind',
  'status',
  'recipients',
  'subject',
  'caused_by',
  'created_at',
  'attempts',
  'next_attempt_at',
  'sent_at',
  'problem',
] as const

/** In which statuses of the invoice each kind may be sent. */
const sendable: Readonly<Record<EmailKind, readonly string[]>> = {
  invoice: ['sent', 'overdue', 'paid', 'credited'],
  reminder: ['overdue'],
  credit_note: ['sent', 'overdue', 'paid', 'credited'],
}

/** Whether an email of that kind still makes sense for an invoice of that status. */
export const isSendable = (kind: EmailKind, status: string): boolean => sendable[kind].includes(status)

/**
 * Queues an email about the invoice in the transaction that decides it; the outbox sends it. Its placeholders are filled with
 * what is true now. Returns its id. Throws 404, 409 in a status that the kind isn’t for, and 422 at the fields of placeholders
 * that don’t exist, whose names begin with `within`. 429 beyond what can be emailed.
 */
export async function queueEmail(
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
  const recipients = [...new Set(to)]
  await countEmails(tenant, 'recipient', recipients)
  const created_at = now()
  const id = await tenant.insertOne('invoice_emails', {
    invoice_id: invoiceId,
    kind,
    credit_note_id,
    status: 'queued',
    recipients: JSON.stringify(recipients),
    reply_to: caller.kind === 'staff' ? caller.user.email : null,
    ...filled,
    message_id: randomUUID(),
    caused_by: tenant.actor,
    actor_id: caller.kind === 'staff' ? caller.user.id : null,
    created_at,
    next_attempt_at: created_at,
  })
  if (kind === 'reminder') {
    await recordInvoice(tenant, caller, row, { event: 'reminded', description: 'Reminder sent' })
    const { customer_id, customer_email } = row
    const title = `Reminder for invoice ${row.invoice_number}`
    const data = { id: invoiceId, type: 'reminder', title, customer_id, customer_email, sent_at: created_at }
    await emit(tenant, [{ type: 'document.sent', data }])
  }
  return id
}

/** Returns the emails of the invoice, the newest first. Throws 404. */
export async function listEmails(tenant: Tenant, invoiceId: number): Promise<InvoiceEmail[]> {
  const invoice = await tenant.select('invoices').select('id').where('id', '=', invoiceId).executeTakeFirst()
  if (!invoice) throw new HttpError('NOT_FOUND')
  const rows = await tenant
    .select('invoice_emails')
    .select(columns)
    .where('invoice_id', '=', invoiceId)
    .orderBy('id', 'desc')
    .limit(50)
    .execute()
  return rows.map(toEmail)
}

/** Throws 404. */
export async function readEmail(tenant: Tenant, id: number): Promise<InvoiceEmail> {
  const row = await tenant.select('invoice_emails').select(columns).where('id', '=', id).executeTakeFirst()
  if (!row) throw new HttpError('NOT_FOUND')
  return toEmail(row)
}

/** Queues a failed email again, with all its attempts. Throws 404 and 409. */
export async function retryEmail(tenant: Tenant, id: number): Promise<void> {
  await readEmail(tenant, id)
  const changed = await tenant
    .update('invoice_emails')
    .set({ status: 'queued', attempts: 0, next_attempt_at: now(), problem: null })
    .where('id', '=', id)
    .where('status', '=', 'failed')
    .returning('id')
    .executeTakeFirst()
  if (!changed) throw new HttpError('CONFLICT', 'Only a failed email can be sent again')
}

const toEmail = ({
  recipients,
  ...row
}: Pick<Selectable<InvoiceEmailTable>, (typeof columns)[number]>): InvoiceEmail => ({
  ...row,
  to: JSON.parse(recipients) as string[],
})
