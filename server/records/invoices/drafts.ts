import type { ProposalInput } from '#contract/documents/documents.ts'
import { type DocumentAmounts, amountsOf } from '#contract/invoices/amounts.ts'
import type { DraftInput, InvoiceInput } from '#contract/invoices/drafts.ts'
import type { InvoiceSaid } from '#contract/invoices/invoices.ts'
import { longestInvoice } from '#contract/invoices/limits.ts'
import { type Option, isCounted } from '#contract/invoices/options.ts'
import { isEditable } from '#contract/invoices/states.ts'
import type { Caller } from '#server/platform/access/caller-types.ts'
import type { Tenant } from '#server/platform/access/tenant.ts'
import type { Actor } from '#server/platform/audit/activity.ts'
import { now } from '#server/platform/lib/clock.ts'
import { HttpError, invalidField } from '#server/platform/lib/http-error.ts'
import {
  amountProblem,
  sumOf,
  toMillionths,
  toMinor,
  toPercent,
  toTaxRate,
} from '#server/platform/lib/money.ts'
import { addDays, daysBetween } from '#server/platform/lib/time-zone.ts'
import { fullName } from '#server/records/customers/columns.ts'

import { recordInvoice } from './activity.ts'
import { type StoredInvoice, readStored } from './details.ts'
import { keysOf, nameDraft } from './insert.ts'
import { returnAdjustments } from './subscriptions/adjustments.ts'

type Customer = Pick<StoredInvoice['row'], 'customer_id' | 'customer_name' | 'customer_email'>

/** The stored form of an input: its columns without the keys, and its lines with one of tax for each rate. */
interface Draft {
  readonly columns: Customer &
    Pick<StoredInvoice['row'], 'currency' | 'total_amount' | 'due_date' | 'payment_days' | 'notes'>
  readonly lines: readonly Omit<StoredInvoice['lines'][number], 'id'>[]
}

/** Adds a draft. Returns its id. */
export async function addDraft(
  tenant: Tenant,
  actor: Actor,
  input: DraftInput,
  description = 'Invoice draft created',
): Promise<number> {
  return insertDraft(tenant, actor, await billedDraftOf(tenant, input), description)
}

/** Makes the draft what the input says; without a change it writes nothing. Throws 404, 409 and 412. */
export async function updateDraft(
  tenant: Tenant,
  id: number,
  version: number,
  input: DraftInput,
): Promise<void> {
  const stored = await readStored(tenant, id, { forChange: true })
  requireDraft(stored)
  if (stored.row.version !== version) throw new HttpError('PRECONDITION_FAILED')
  const { columns, lines } = await billedDraftOf(tenant, input, stored.row)
  if (isSame({ columns, lines }, stored)) return
  const { invoice_number } = stored.row
  await tenant
    .update('invoices')
    .set({
      ...columns,
      ...keysOf({ ...columns, invoice_number }),
      updated_at: now(),
      version: version + 1,
    })
    .where('id', '=', id)
    .execute()
  await tenant.delete('invoice_line_items').where('invoice_id', '=', id).execute()
  await tenant.insert(
    'invoice_line_items',
    lines.map((line) => ({ ...line, invoice_id: id })),
  )
}

/** Deletes the draft; what a subscription has charged and credited with it is put back. Throws 404 and 409. */
export async function deleteDraft(tenant: Tenant, caller: Caller, id: number): Promise<void> {
  const stored = await readStored(tenant, id, { forChange: true })
  requireDraft(stored)
  await returnAdjustments(tenant, id)
  await tenant.delete('invoice_line_items').where('invoice_id', '=', id).execute()
  await tenant.delete('invoices').where('id', '=', id).execute()
  await recordInvoice(tenant, caller, stored.row, { event: 'deleted', description: 'Invoice draft deleted' })
}

/** Adds a draft with the customer, lines, terms and notes of that invoice. Returns its id. Throws 404. */
export async function duplicateInvoice(tenant: Tenant, caller: Caller, id: number): Promise<number> {
  const { row, lines } = await readStored(tenant, id)
  const today = await tenant.today()
  const { customer_id, currency, notes, payment_days, reference, exemption, exemption_reason } = row
  const draft: BilledDraft = {
    columns: {
      ...(await customerOf(tenant, customer_id, row)),
      currency,
      notes,
      payment_days,
      due_date: addDays(today, payment_days ?? termOf(row)),
      total_amount: sumOf(lines.map(({ total }) => total)),
      // What is delivered now is not what was delivered then.
      ...nothingSaid,
      reference,
      exemption,
      exemption_reason,
    },
    lines: lines.map(({ id: _id, ...line }) => line),
  }
  return insertDraft(tenant, caller, draft, `Duplicated from invoice ${row.invoice_number}`)
}

async function insertDraft(
  tenant: Tenant,
  actor: Actor,
  { columns, lines }: BilledDraft,
  description: string,
): Promise<number> {
  const created_at = now()
  const unnamed = { ...columns, invoice_number: 'DRAFT' }
  const id = await tenant.insertOne('invoices', {
    ...unnamed,
    ...keysOf(unnamed),
    status: 'draft',
    created_at,
    updated_at: created_at,
  })
  const invoice_number = await nameDraft(tenant, columns, id)
  await tenant.insert(
    'invoice_line_items',
    lines.map((line) => ({ ...line, invoice_id: id })),
  )
  await recordInvoice(tenant, actor, { ...columns, invoice_number, id }, { event: 'created', description })
  return id
}

function requireDraft({ row: { status } }: StoredInvoice): void {
  if (!isEditable(status)) throw new HttpError('CONFLICT', 'Only a draft can be changed')
}

/** An invoice, or a proposal with lines that may be optional. */
type LinedInput = Omit<InvoiceInput, 'line_items'> & Pick<ProposalInput, 'line_items'>

/** Returns what is stored of an input. `kept` is the customer as they were, who may be gone. Throws 422. */
export async function draftOf(tenant: Tenant, input: LinedInput, kept?: Customer): Promise<Draft> {
  const { customer_id, currency, notes, payment_days, due_date } = input
  const today = await tenant.today()
  const due = payment_days === null ? due_date : addDays(today, payment_days)
  if (due === null) throw invalidField('due_date', 'Choose payment terms or a due date')
  const items = input.line_items.map((line, index) => itemOf(line, index, currency))
  const sums = addedUp(items)
  return {
    columns: {
      ...(await customerOf(tenant, customer_id, kept)),
      currency,
      notes,
      payment_days,
      due_date: due,
      total_amount: sums.total,
    },
    lines: [...sums.lines, ...sums.taxes],
  }
}

interface Item extends Option {
  readonly quantity: number
  readonly unit_price: number
  readonly discount: number
  readonly tax_rate: number
}

/** Returns the lines with their totals, the net, the taxes as lines of their own, and what all of it adds up to. Throws 422. */
export function addedUp<Line extends Item>(items: readonly Line[]) {
  const amounts = amountsOf(
    items.map(({ quantity, unit_price, discount, tax_rate, ...option }) => ({
      quantity,
      unitPrice: unit_price,
      discount,
      taxRate: tax_rate,
      isCounted: isCounted(option),
    })),
  )
  if (!amounts) throw invalidField('line_items', 'The amounts are too large')
  const { net, total } = amounts
  const lines = items.map((item, index) => ({
    ...item,
    kind: 'item' as const,
    total: amounts.lines[index] ?? 0,
  }))
  return { lines, net, taxes: taxLines(amounts), total }
}

interface BilledDraft extends Draft {
  readonly columns: Draft['columns'] & InvoiceSaid
}

const nothingSaid: InvoiceSaid = {
  reference: '',
  delivered_from: null,
  delivered_to: null,
  exemption: null,
  exemption_reason: '',
}

/** Returns what is stored of an input, with what the invoice says beside its content: what isn’t given stays. Throws 422. */
async function billedDraftOf(
  tenant: Tenant,
  input: DraftInput,
  kept?: Customer & InvoiceSaid,
): Promise<BilledDraft> {
  const { columns, lines } = await draftOf(tenant, input, kept)
  const before = kept ?? nothingSaid
  const {
    reference = before.reference,
    delivered_from = before.delivered_from,
    delivered_to = before.delivered_to,
    exemption = before.exemption,
    exemption_reason = before.exemption_reason,
  } = input
  if (delivered_to !== null && (delivered_from === null || delivered_to < delivered_from))
    throw invalidField('delivered_to', 'Choose a day after the first one')
  return {
    columns: { ...columns, reference, delivered_from, delivered_to, exemption, exemption_reason },
    lines,
  }
}

/** The line in whole numbers. Throws 422. */
export function itemOf(line: LinedInput['line_items'][number], index: number, currency: string) {
  const read = (name: keyof typeof line, message: string, convert: () => number) => {
    try {
      return convert()
    } catch (error) {
      if (error instanceof RangeError) throw invalidField(`line_items.${index}.${name}`, message)
      throw error
    }
  }
  const problem = amountProblem(line.unit_price, currency)
  if (problem !== undefined) throw invalidField(`line_items.${index}.unit_price`, problem)
  return {
    description: line.description,
    quantity: read('quantity', 'Use at most 6 decimals', () => toMillionths(line.quantity)),
    unit_price: toMinor(line.unit_price, currency),
    discount: read('discount', 'Use at most 3 decimals', () => toTaxRate(line.discount)),
    tax_rate: read('tax_rate', 'Use at most 3 decimals', () => toTaxRate(line.tax_rate)),
    ...(line.is_optional && { is_optional: true as const }),
  }
}

const taxLines = ({ taxes }: DocumentAmounts) =>
  taxes.map(({ taxRate, tax }) => ({
    description: `Tax ${toPercent(taxRate)}%`,
    quantity: toMillionths(1),
    unit_price: tax,
    total: tax,
    kind: 'tax' as const,
    discount: 0,
    tax_rate: taxRate,
  }))

/** The customer as they are now; an invoice keeps the name of one who was deleted. */
async function customerOf(tenant: Tenant, id: number, kept?: Customer): Promise<Customer> {
  const row = await tenant
    .select('customers')
    .select(['name', 'last_name', 'email'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (row) {
    const customer_name = fullName(row)
    return { customer_id: id, customer_name, customer_email: row.email }
  }
  if (kept?.customer_id !== id) throw invalidField('customer_id', 'This customer no longer exists')
  const { customer_id, customer_name, customer_email } = kept
  return { customer_id, customer_name, customer_email }
}

function isSame({ columns, lines }: BilledDraft, stored: StoredInvoice): boolean {
  const names = Object.keys(columns) as (keyof BilledDraft['columns'])[]
  return (
    names.every((name) => columns[name] === stored.row[name]) &&
    lines.length === stored.lines.length &&
    lines.every((line, index) =>
      (Object.keys(line) as (keyof typeof line)[]).every(
        (name) => line[name] === stored.lines[index]?.[name],
      ),
    )
  )
}

/** How many days an invoice that came without terms gave. */
const termOf = ({ created_at, due_date }: StoredInvoice['row']): number =>
  Math.min(Math.max(daysBetween(created_at.slice(0, 10), due_date), 0), longestInvoice.paymentDays)
