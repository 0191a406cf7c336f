import type { PaymentKind } from '#contract/invoices/invoices.ts'
import { type PaymentInput, longestPayments } from '#contract/invoices/payments.ts'
import {
  allows,
  amountToRefund,
  isPayable,
  statusAfterDeletion,
  statusAfterSettling,
} from '#contract/invoices/states.ts'
import { emit } from '#server/outgoing/delivery/emit.ts'
import { notifyOfCustomer } from '#server/outgoing/notifications/customer-acts.ts'
import type { Caller } from '#server/platform/access/caller-types.ts'
import type { Tenant } from '#server/platform/access/tenant.ts'
import { now } from '#server/platform/lib/clock.ts'
import { HttpError, invalidField } from '#server/platform/lib/http-error.ts'
import { amountProblem, decimalText, largestAmount, toDecimal, toMinor } from '#server/platform/lib/money.ts'
import { dateAt } from '#server/platform/lib/time-zone.ts'

import { recordInvoice } from './activity.ts'
import { changeBankPayment, lockBankPayment } from './bank/rows.ts'
import { type StoredInvoice, balanceOf, dueOf, readStored } from './details.ts'
import { readInvoices } from './rows.ts'
import { become, requireAllowed } from './sending.ts'

type Row = StoredInvoice['row']

/** The invoice, and what its payment is known by: the version that was read, or the payment that arrived at the bank. */
interface Recorded {
  readonly id: number
  readonly version?: number
  readonly bankPayment?: number
}

/**
 * Records what was paid of the invoice or refunded, with activity. What settles it makes it paid and sends `invoice.paid`,
 * once for each invoice. Throws 404, 409, 412 and 422.
 */
export async function recordPayment(
  tenant: Tenant,
  caller: Caller,
  { id, version, bankPayment }: Recorded,
  input: PaymentInput,
): Promise<void> {
  const { row, payments } = await readStored(tenant, id, { forChange: true })
  const { kind, paid_on, method, reference } = input
  requireRecordable(row, input)
  if (version !== undefined) requireVersion(row, version)
  if (payments.filter((one) => one.kind === kind).length >= longestPayments.payments)
    throw new HttpError('CONFLICT', `An invoice has at most ${longestPayments.payments} ${kind}s`)
  const { currency } = row
  const amount = kind === 'refund' ? -refundOf(input, row) : amountOf(input, row)
  requireDay(paid_on, await tenant.today())
  await tenant.insertOne('invoice_payments', {
    invoice_id: id,
    kind,
    amount,
    currency,
    paid_on,
    method,
    reference,
    bank_payment_id: bankPayment ?? null,
    recorded_by: tenant.actor,
    created_at: now(),
  })
  const settled_amount = row.settled_amount + amount
  const status = statusAfterSettling(row.status, balanceOf({ ...row, settled_amount }))
  const isFirst = status === 'paid' && row.paid_event === 0
  await become(tenant, row, status, { settled_amount, ...(isFirst && { paid_event: 1 }) })
  const event = kind === 'refund' ? 'refund_recorded' : 'payment_recorded'
  await recordInvoice(tenant, caller, row, {
    event: status === 'paid' && row.status !== 'paid' ? 'paid' : event,
    description: `${titled(kind)} of ${currency} ${decimalText(Math.abs(amount), currency)} recorded`,
    changes: changesBetween(row, { ...row, status, settled_amount }),
  })
  if (!isFirst) return
  const [data] = await readInvoices(tenant, [id])
  await emit(tenant, [{ type: 'invoice.paid', data }])
  await notifyOfCustomer(tenant, caller, row.customer_id, {
    record: 'invoice',
    id,
    title: row.invoice_number,
    what: 'paid',
    customer_name: row.customer_name,
  })
}

/**
 * Deletes a payment or refund that was recorded by mistake, with activity. An invoice that it settled is sent or overdue
 * again, unless it has a refund: then nothing is deleted before that is. What arrived at the bank is open again. Returns the id of
 * the invoice. Throws 404, 409 and 412.
 */
export async function deletePayment(
  tenant: Tenant,
  caller: Caller,
  { id, version }: { readonly id: number; readonly version: number },
): Promise<number> {
  const { invoice_id, bank_payment_id } = await placeOf(tenant, id)
  const arrived = bank_payment_id === null ? undefined : await lockBankPayment(tenant, bank_payment_id)
  const { row, payments } = await readStored(tenant, invoice_id, { forChange: true })
  const payment = payments.find((one) => one.id === id)
  // Someone else was first between the two readings.
  if (!payment) throw new HttpError('NOT_FOUND')
  requireVersion(row, version)
  const { currency, due_date } = row
  const { kind, amount } = payment
  const today = await tenant.today()
  const settled_amount = row.settled_amount - amount
  const status = statusAfterDeletion(row.status, balanceOf({ ...row, settled_amount }), { due_date, today })
  if (allows(status, 'pay') && payments.some((one) => one.kind === 'refund'))
    throw new HttpError('CONFLICT', 'A part of this payment was refunded. Delete the refund first')
  await tenant.delete('invoice_payments').where('id', '=', id).execute()
  if (arrived) await changeBankPayment(tenant, arrived, { recorded: -amount })
  await become(tenant, row, status, { settled_amount })
  await recordInvoice(tenant, caller, row, {
    event: `${kind}_deleted`,
    description: `${titled(kind)} of ${currency} ${decimalText(Math.abs(amount), currency)} deleted`,
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

const titled = (kind: PaymentKind) => (kind === 'refund' ? 'Refund' : 'Payment')

function requireRecordable(row: Row, { kind, overpays }: PaymentInput): void {
  if (kind === 'refund') {
    if (amountToRefund(balanceOf(row)) === 0)
      throw new HttpError('CONFLICT', 'Nothing is to be refunded for this invoice')
  } else if (!(overpays && row.total_amount >= 0 && allows(row.status, 'overpay'))) requireAllowed(row, 'pay')
}

/** An older day is a slip of the pen, and its revenue would be in no month that is shown. */
function requireDay(paid_on: string, today: string): void {
  if (paid_on > today) throw invalidField('paid_on', 'Choose today or an earlier day')
  const earliest = `${Number(today.slice(0, 4)) - longestPayments.years}${today.slice(4)}`
  if (paid_on < earliest)
    throw invalidField('paid_on', `Choose a day in the last ${longestPayments.years} years`)
}

function amountOf({ amount: decimal, overpays }: PaymentInput, row: Row): number {
  const { currency } = row
  const due = dueOf(row)
  const amount = minorOf(decimal, currency)
  if (row.settled_amount + amount > largestAmount) throw invalidField('amount', 'This amount is too large')
  if (overpays && due >= 0 ? amount <= 0 : !isPayable(amount, due))
    throw invalidField(
      'amount',
      (overpays || due > 0) && amount <= 0
        ? 'Enter an amount above 0'
        : `The amount due is ${currency} ${decimalText(due, currency)}`,
    )
  return amount
}

function refundOf({ amount: decimal }: PaymentInput, row: Row): number {
  const { currency } = row
  const amount = minorOf(decimal, currency)
  if (amount <= 0) throw invalidField('amount', 'Enter an amount above 0')
  const most = amountToRefund(balanceOf(row))
  if (amount > most)
    throw invalidField('amount', `The amount to refund is ${currency} ${decimalText(most, currency)}`)
  return amount
}

/** A typed amount in minor units. Throws 422. */
export function minorOf(decimal: number, currency: string): number {
  const problem = amountProblem(decimal, currency)
  if (problem !== undefined) throw invalidField('amount', problem)
  return toMinor(decimal, currency)
}

async function placeOf(tenant: Tenant, payment: number) {
  const row = await tenant
    .select('invoice_payments')
    .select(['invoice_id', 'bank_payment_id'])
    .where('id', '=', payment)
    .executeTakeFirst()
  if (!row) throw new HttpError('NOT_FOUND')
  return row
}

function requireVersion(row: Row, version: number): void {
  if (row.version !== version) throw new HttpError('PRECONDITION_FAILED')
}

/** The amount due and the status, before and after. */
export function changesBetween(from: Row, to: Row) {
  const amount_due = { from: toDecimal(dueOf(from), from.currency), to: toDecimal(dueOf(to), to.currency) }
  return { amount_due, ...(from.status !== to.status && { status: { from: from.status, to: to.status } }) }
}
