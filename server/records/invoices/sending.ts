import type { InvoiceStatus } from '#contract/invoices/filter.ts'
import { fiscalYearOf, readNumberPattern } from '#contract/invoices/number-pattern.ts'
import { sendBlockersOf } from '#contract/invoices/send-blockers.ts'
import { type InvoiceAction, allows, statusAfterSettling } from '#contract/invoices/states.ts'
import { emit } from '#server/outgoing/delivery/emit.ts'
import type { Caller } from '#server/platform/access/caller-types.ts'
import type { Tenant } from '#server/platform/access/tenant.ts'
import type { Actor } from '#server/platform/audit/activity.ts'
import { now } from '#server/platform/lib/clock.ts'
import { HttpError, type Problems, invalidInput } from '#server/platform/lib/http-error.ts'
import { addDays, dateAt } from '#server/platform/lib/time-zone.ts'
import { lockCompany } from '#server/records/company/versions.ts'
import { draftNumber, takeInvoiceNumber } from '#server/records/numbers/numbers.ts'

import { recordInvoice } from './activity.ts'
import { type StoredInvoice, balanceOf, readStored } from './details.ts'
import { keysOf } from './insert.ts'
import { readInvoices } from './rows.ts'
import { currentLook } from './templates/rows.ts'

/** Sends the draft: number, dates and status, with activity and event. Throws 404, 409, 412 and 422. */
export async function sendInvoice(tenant: Tenant, caller: Actor, id: number, version: number): Promise<void> {
  const stored = await readFor(tenant, id, 'send')
  const { row } = stored
  if (row.version !== version) throw new HttpError('PRECONDITION_FAILED')
  const company = await lockCompany(tenant)
  const today = dateAt(Date.now(), company.time_zone)
  const problems = problemsOf(stored, today)
  if (problems.size > 0) throw invalidInput('VALIDATION_FAILED', problems)
  const invoice_number =
    row.invoice_number === draftNumber(id)
      ? await takeInvoiceNumber(
          tenant,
          readNumberPattern(company.number_pattern),
          fiscalYearOf(today, company.fiscal_year_start),
        )
      : row.invoice_number
  const sent_at = now()
  const due_date = row.payment_days === null ? row.due_date : addDays(today, row.payment_days)
  const sent = {
    invoice_number,
    due_date,
    created_at: sent_at,
    issued_on: today,
    company_id: company.id,
    look: JSON.stringify(await currentLook(tenant, row.customer_id, company)),
    billed_to: JSON.stringify(stored.billedTo),
    ...keysOf({ ...row, invoice_number }),
  }
  // Nothing has to be paid of an invoice that comes to nothing, such as one that credits use up.
  const status = statusAfterSettling('sent', balanceOf(row))
  const isPaid = status === 'paid'
  await become(tenant, row, status, { ...sent, ...(isPaid && { paid_event: 1 }) })
  await recordInvoice(
    tenant,
    caller,
    { ...row, invoice_number },
    { event: 'sent', description: 'Invoice sent' },
  )
  const { customer_id, customer_email } = row
  const title = `Invoice ${invoice_number}`
  const data = { id, type: 'invoice', title, customer_id, customer_email, sent_at, issued_on: today }
  await emit(tenant, [{ type: 'document.sent', data }])
  if (isPaid) await emit(tenant, [{ type: 'invoice.paid', data: (await readInvoices(tenant, [id]))[0] }])
}

/** Withdraws the invoice, with activity. Throws 404 and 409. */
export async function voidInvoice(tenant: Tenant, caller: Caller, id: number): Promise<void> {
  const { row, payments, credits } = await readFor(tenant, id, 'void')
  if (payments.length > 0)
    throw new HttpError('CONFLICT', 'This invoice has payments. Delete them before you void it')
  if (credits.notes.length > 0)
    throw new HttpError('CONFLICT', 'This invoice has a credit note. Credit the rest instead of voiding it')
  await become(tenant, row, 'void')
  await recordInvoice(tenant, caller, row, { event: 'voided', description: 'Invoice voided' })
}

/** Returns the invoice, locked until the end of the transaction. Throws 404, and 409 where its status doesn’t allow that. */
export async function readFor(tenant: Tenant, id: number, action: InvoiceAction): Promise<StoredInvoice> {
  const stored = await readStored(tenant, id, { forChange: true })
  requireAllowed(stored.row, action)
  return stored
}

/** Throws 409 where the status of the invoice doesn’t allow that. */
export function requireAllowed({ status }: StoredInvoice['row'], action: InvoiceAction): void {
  if (!allows(status, action))
    throw new HttpError('CONFLICT', `This isn’t possible for an invoice with the status ${status}`)
}

/** Sets the status of the invoice, and counts its version up. */
export async function become(
  tenant: Tenant,
  { id, version }: StoredInvoice['row'],
  status: InvoiceStatus,
  more: Partial<StoredInvoice['row']> = {},
): Promise<void> {
  await tenant
    .update('invoices')
    .set({ ...more, status, updated_at: now(), version: version + 1 })
    .where('id', '=', id)
    .execute()
}

/** Problems that keep the invoice from being sent, by the field to change. */
function problemsOf({ row, lines }: StoredInvoice, today: string): Problems {
  return new Map(
    sendBlockersOf({ ...row, line_items: lines }, today).map((blocker): [string, string[]] => {
      switch (blocker.kind) {
        case 'no items':
          return ['line_items', ['Add at least one line']]
        case 'blank item':
          return [`line_items.${blocker.item}.description`, [`Line ${blocker.item + 1} needs a description`]]
        case 'negative total':
          return ['total_amount', ['The total can’t be negative']]
        case 'due date passed':
          return ['due_date', ['The due date has passed. Choose a later one']]
      }
    }),
  )
}
