import {
  type CreditAmounts,
  type CreditableInvoice,
  creditAmounts,
  overcredited,
  quantityLeft,
} from '#contract/invoices/credit-amounts.ts'
import { type CreditNote, type CreditNoteInput, longestCredit } from '#contract/invoices/credit-notes.ts'
import type { BilledTo, DocumentSender } from '#contract/invoices/document-sender.ts'
import { fiscalYearOf } from '#contract/invoices/number-pattern.ts'
import { amountCreditable, statusAfterSettling } from '#contract/invoices/states.ts'
import { emit } from '#server/outgoing/delivery/emit.ts'
import type { Tenant } from '#server/platform/access/tenant.ts'
import type { Actor } from '#server/platform/audit/activity.ts'
import { now } from '#server/platform/lib/clock.ts'
import { HttpError, invalidField } from '#server/platform/lib/http-error.ts'
import { decimalText, toDecimal, toMillionths, toPercent, toQuantity } from '#server/platform/lib/money.ts'
import { dateAt } from '#server/platform/lib/time-zone.ts'
import { lockCompany, readSender, toSender } from '#server/records/company/versions.ts'
import { takeCreditNoteNumber } from '#server/records/numbers/numbers.ts'

import { recordInvoice } from './activity.ts'
import { type StoredInvoice, balanceOf, readStored, saidOf } from './details.ts'
import { changesBetween } from './payments.ts'
import { readInvoices } from './rows.ts'
import { become, readFor } from './sending.ts'
import { splitStored } from './stored-lines.ts'
import { lookOr } from './templates/rows.ts'

/**
 * Issues a credit note of the invoice: number, lines and status, with activity and events. What settles an invoice that was
 * paid in part makes it paid. Returns its id. Throws 404, 409, 412 and 422.
 */
export async function issueCreditNote(
  tenant: Tenant,
  caller: Actor,
  { id, version }: { readonly id: number; readonly version: number },
  { reason, line_items }: CreditNoteInput,
): Promise<number> {
  const stored = await readFor(tenant, id, 'credit')
  const { row, credits } = stored
  if (row.version !== version) throw new HttpError('PRECONDITION_FAILED')
  if (credits.notes.length >= longestCredit.notes)
    throw new HttpError('CONFLICT', `An invoice has at most ${longestCredit.notes} credit notes`)
  const invoice = creditableOf(stored)
  const quantities = quantitiesOf(line_items, invoice)
  const amounts = creditAmounts(invoice, quantities)
  checkAmounts(stored, invoice, amounts)
  const company = await lockCompany(tenant)
  const today = dateAt(Date.now(), company.time_zone)
  const credit_number = await takeCreditNoteNumber(tenant, fiscalYearOf(today, company.fiscal_year_start))
  const noteId = await tenant.insertOne('credit_notes', {
    invoice_id: id,
    credit_number,
    reason,
    total_amount: amounts.total,
    created_at: now(),
    issued_on: today,
    issued_by: tenant.actor,
    company_id: company.id,
    look: row.look,
  })
  await tenant.insert('credit_note_lines', linesOf(stored, quantities, amounts, noteId))

  const settled_amount = row.settled_amount + amounts.total
  const credited_amount = row.credited_amount + amounts.total
  const balance = balanceOf({ ...row, settled_amount, credited_amount })
  const status = statusAfterSettling(row.status, balance)
  const isFirst = status === 'paid' && row.paid_event === 0
  await become(tenant, row, status, { settled_amount, credited_amount, ...(isFirst && { paid_event: 1 }) })
  await recordInvoice(tenant, caller, row, {
    event: 'credited',
    description: `Credit note ${credit_number} for ${row.currency} ${decimalText(amounts.total, row.currency)} issued`,
    changes: changesBetween(row, { ...row, status, settled_amount }),
  })
  await emit(tenant, [{ type: 'credit_note.created', data: await readCreditNote(tenant, noteId) }])
  if (isFirst) {
    const [data] = await readInvoices(tenant, [id])
    await emit(tenant, [{ type: 'invoice.paid', data }])
  }
  return noteId
}

/** Reads the credit note as its page shows it: with who issued it. Throws 404. */
export async function readCreditNoteDetails(
  tenant: Tenant,
  id: number,
): Promise<CreditNote & { sender: DocumentSender; billed_to: BilledTo }> {
  const stored = await readStoredNote(tenant, id)
  const { company_id, look } = stored.note
  const company = await readSender(tenant, { company_id, isSent: true })
  return {
    ...toCreditNote(stored),
    sender: toSender(company),
    invoice_issued_on: dateAt(Date.parse(stored.invoice.row.created_at), company.time_zone),
    billed_to: stored.invoice.billedTo,
    look: lookOr(look),
    ...saidOf(stored.invoice.row),
  }
}

/** Reads the credit note as events tell it. Throws 404. */
export const readCreditNote = async (tenant: Tenant, id: number): Promise<CreditNote> =>
  toCreditNote(await readStoredNote(tenant, id))

function toCreditNote({ note: stored, lines, invoice }: StoredCreditNote): CreditNote {
  const { company_id: _company, look: _look, ...note } = stored
  const { currency, invoice_number, customer_id, customer_name, customer_email } = invoice.row
  return {
    ...note,
    total_amount: toDecimal(note.total_amount, currency),
    invoice_number,
    customer_id,
    customer_name,
    customer_email,
    currency,
    line_items: lines.map((line) => ({
      ...line,
      quantity: toQuantity(line.quantity),
      unit_price: toDecimal(line.unit_price, currency),
      total: toDecimal(line.total, currency),
      discount: toPercent(line.discount),
      tax_rate: line.tax_rate === null ? null : toPercent(line.tax_rate),
    })),
  }
}

/** A credit note as it is stored, with its lines and its invoice. */
export type StoredCreditNote = Awaited<ReturnType<typeof readStoredNote>>

/** Throws 404. */
export async function readStoredNote(tenant: Tenant, id: number) {
  const note = await tenant
    .select('credit_notes')
    .select([
      'id',
      'invoice_id',
      'credit_number',
      'reason',
      'total_amount',
      'created_at',
      'issued_on',
      'issued_by',
      'company_id',
      'look',
    ])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!note) throw new HttpError('NOT_FOUND')
  const lines = await tenant
    .select('credit_note_lines')
    .select([
      'id',
      'invoice_line_id',
      'description',
      'quantity',
      'unit_price',
      'total',
      'kind',
      'discount',
      'tax_rate',
    ])
    .where('credit_note_id', '=', id)
    .orderBy('id')
    .execute()
  return { note, lines, invoice: await readStored(tenant, note.invoice_id) }
}

const nothing = { quantity: 0, total: 0 }

function creditableOf({ row, lines: all, credits }: StoredInvoice): CreditableInvoice {
  const { lines, taxes } = splitStored(all, row.total_amount)
  return {
    lines: lines.map(({ id, quantity, unit_price, discount, tax_rate, total }) => ({
      id,
      quantity,
      unitPrice: unit_price,
      discount,
      taxRate: tax_rate,
      total,
      credited: credits.lines.get(id) ?? nothing,
    })),
    taxes: taxes.map(({ id, tax_rate, total }) => ({
      id,
      taxRate: tax_rate,
      total,
      credited: credits.lines.get(id) ?? nothing,
    })),
  }
}

function quantitiesOf(
  items: CreditNoteInput['line_items'],
  { lines }: CreditableInvoice,
): ReadonlyMap<number, number> {
  const quantities = new Map<number, number>()
  for (const [index, { id, quantity }] of items.entries()) {
    const line = lines.find((one) => one.id === id)
    if (!line || quantities.has(id))
      throw invalidField(
        `line_items.${index}.id`,
        line ? 'Credit each line once' : 'The invoice has no such line',
      )
    const left = quantityLeft(line)
    const millionths = millionthsOf(quantity, `line_items.${index}.quantity`)
    if (millionths > left)
      throw invalidField(
        `line_items.${index}.quantity`,
        left === 0
          ? 'This line is already credited in full'
          : `Only ${toQuantity(left)} of this line can still be credited`,
      )
    quantities.set(id, millionths)
  }
  return quantities
}

function millionthsOf(quantity: number, name: string): number {
  try {
    return toMillionths(quantity)
  } catch (error) {
    if (error instanceof RangeError) throw invalidField(name, 'Use at most 6 decimals')
    throw error
  }
}

function checkAmounts({ row }: StoredInvoice, invoice: CreditableInvoice, amounts: CreditAmounts): void {
  const { currency } = row
  const text = (minor: number) => `${currency} ${decimalText(minor, currency)}`
  const over = overcredited(invoice, amounts)
  if (over)
    throw invalidField(
      'line_items',
      over.taxRate === null
        ? `These lines can be credited by at most ${text(over.left)}. Credit discounts with the lines they belong to`
        : `Lines with ${toPercent(over.taxRate)}% tax can be credited by at most ${text(over.left)} before tax. Credit discounts with the lines they belong to`,
    )
  if (amounts.total <= 0) throw invalidField('line_items', 'A credit note must be for more than 0')
  const left = amountCreditable(row.status, { total: row.total_amount, credited: row.credited_amount })
  if (amounts.total > left) throw invalidField('line_items', `Only ${text(left)} can still be credited`)
}

function linesOf(
  { lines }: StoredInvoice,
  quantities: ReadonlyMap<number, number>,
  amounts: CreditAmounts,
  credit_note_id: number,
) {
  const taxes = new Map(amounts.taxes.map(({ id, tax }) => [id, tax]))
  return lines.flatMap(({ id, total: _total, ...line }) => {
    const tax = taxes.get(id)
    const total = tax ?? amounts.lines.get(id)
    if (total === undefined) return []
    const note = { ...line, credit_note_id, invoice_line_id: id, total }
    return tax === undefined
      ? [{ ...note, quantity: quantities.get(id) ?? 0 }]
      : // A tax has its amount as its price, like that of an invoice.
        [{ ...note, kind: 'tax' as const, quantity: toMillionths(1), unit_price: tax }]
  })
}
