import { type PaymentInput, longestPayments } from '#contract/invoice-payments.ts'
import { isPayable, statusAfterDeletion, statusAfterSettling } from '#contract/invoice-states.ts'
import type { Caller } from '#server/access/caller-types.ts'
import type { Tenant } from '#server/access/tenant.ts'
import { emit } from '#server/delivery/emit.ts'
import { HttpError, invalidField } from '#server/http/errors.ts'
import { now } from '#server/lib/clock.ts'
import { amountProblem, decimalText, toDecimal, toMinor } from '#server/lib/money.ts'
import { dateAt } from '#server/lib/time-zone.ts'

import { recordInvoice } from './activity.ts'
import { type StoredInvoice, balanceOf, dueOf, readStored } from './details.ts'
import { readInvoices } from './rows.ts'
import { become, readFor } from './sending.ts'

type Row = StoredInvoice['row']

/**
 * Records what was paid of the invoice, with activity. What settles it makes it paid and sends `invoice.paid`, once for each
 * invoice. Throws 404, 409, 412 and 422. CHOICE 0111.
 */
export async function recordPayment(
  tenant: Tenant,
  caller: Caller,
  { id, version }: { readonly id: number; readonly version: number },
  { paid_on, method, reference, ...input }: PaymentInput,
): Promise<void> {
  const { row, payments } = await readFor(tenant, id, 'pay')
  requireVersion(row, version)
  if (payments.length >= longestPayments.payments)
    throw new HttpError('CONFLICT', `An invoice has at most ${longestPayments.payments} payments`)
  const { currency } = row
  const amount = amountOf(input.amount, row)
  if (paid_on > dateAt(Date.now(), await tenant.timeZone()))
    throw invalidField('paid_on', 'Choose today or an earlier day')
  await tenant.insertOne('invoice_payments', {
    invoice_id: id,
    amount,
    currency,
    paid_on,
    method,
    reference,
    recorded_by: tenant.actor,
    created_at: now(),
  })
  const settled_amount = row.settled_amount + amount
  const status = statusAfterSettling(row.status, balanceOf({ ...row, settled_amount }))
  const isFirst = status === 'paid' && row.paid_event === 0
  await become(tenant, row, status, { settled_amount, ...(isFirst && { paid_event: 1 }) })
  const paid = { ...row, status, settled_amount }
  await recordInvoice(tenant, caller, row, {
    event: status === 'paid' ? 'paid' : 'payment_recorded',
    description: `Payment of ${currency} ${decimalText(amount, currency)} recorded`,
    changes: changesBetween(row, paid),
  })
  if (!isFirst) return
  const [data] = await readInvoices(tenant, [id])
  await emit(tenant, [{ type: 'invoice.paid', data }])
}

/**
 * Deletes a payment that was recorded by mistake, with activity. An invoice that it settled is sent or overdue again. Returns
 * the id of the invoice. Throws 404 and 412.
 */
export async function deletePayment(
  tenant: Tenant,
  caller: Caller,
  { id, version }: { readonly id: number; readonly version: number },
): Promise<number> {
  const { row, payments } = await readStored(tenant, await invoiceOf(tenant, id), { forChange: true })
  const payment = payments.find((one) => one.id === id)
  // Someone else was first between the two readings.
  if (!payment) throw new HttpError('NOT_FOUND')
  requireVersion(row, version)
  await tenant.delete('invoice_payments').where('id', '=', id).execute()
  const { currency, due_date } = row
  const today = dateAt(Date.now(), await tenant.timeZone())
  const settled_amount = row.settled_amount - payment.amount
  const status = statusAfterDeletion(row.status, balanceOf({ ...row, settled_amount }), { due_date, today })
  await become(tenant, row, status, { settled_amount })
  await recordInvoice(tenant, caller, row, {
    event: 'payment_deleted',
    description: `Payment of ${currency} ${decimalText(payment.amount, currency)} deleted`,
    changes: changesBetween(row, { ...row, status, settled_amount }),
  })
  // One that was settled in time becomes overdue for the first time now.
  const settledOn = dateAt(Date.parse(payment.created_at), await tenant.timeZone())
  if (row.status === 'paid' && status === 'overdue' && settledOn <= due_date) {
    const [data] = await readInvoices(tenant, [row.id])
    await emit(tenant, [{ type: 'invoice.overdue', data }])
  }
  return row.id
}

function amountOf(decimal: number, row: Row): number {
  const { currency } = row
  const due = dueOf(row)
  const dueText = `${currency} ${decimalText(due, currency)}`
  const problem = amountProblem(decimal, currency)
  if (problem !== undefined) throw invalidField('amount', problem)
  const amount = toMinor(decimal, currency)
  if (!isPayable(amount, due))
    throw invalidField(
      'amount',
      due > 0 && amount <= 0 ? 'Enter an amount above 0' : `The amount due is ${dueText}`,
    )
  return amount
}

async function invoiceOf(tenant: Tenant, payment: number): Promise<number> {
  const row = await tenant
    .select('invoice_payments')
    .select('invoice_id')
    .where('id', '=', payment)
    .executeTakeFirst()
  if (!row) throw new HttpError('NOT_FOUND')
  return row.invoice_id
}

function requireVersion(row: Row, version: number): void {
  if (row.version !== version) throw new HttpError('PRECONDITION_FAILED')
}

/** What the amount due and the status were and have become. */
export function changesBetween(from: Row, to: Row) {
  const amount_due = { from: toDecimal(dueOf(from), from.currency), to: toDecimal(dueOf(to), to.currency) }
  return { amount_due, ...(from.status !== to.status && { status: { from: from.status, to: to.status } }) }
}
