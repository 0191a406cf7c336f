import type { Selectable } from 'kysely'

import type { BilledTo } from '#contract/invoices/document-sender.ts'
import type { InvoiceDetails, InvoiceSaid } from '#contract/invoices/invoices.ts'
import type { DocumentLook } from '#contract/invoices/looks.ts'
import { type Balance, amountDue, amountToRefund } from '#contract/invoices/states.ts'
import type { Tenant } from '#server/platform/access/tenant.ts'
import type { InvoiceTable, LineItemTable, PaymentTable } from '#server/platform/db/tables/invoices.ts'
import { HttpError } from '#server/platform/lib/http-error.ts'
import { sumOf, toDecimal, toPercent, toQuantity } from '#server/platform/lib/money.ts'
import { type CompanyVersion, readSender, toSender } from '#server/records/company/versions.ts'
import { payableBy } from '#server/records/invoices/payment-codes/payment-codes.ts'

import { readBilledTo } from './billed-to.ts'
import { type CreditsOfInvoice, noCredits, readCredits } from './credits.ts'
import { rowColumns } from './rows.ts'
import { readLook } from './templates/rows.ts'

const detailColumns = [
  ...rowColumns,
  'version',
  'payment_days',
  'notes',
  'settled_amount',
  'credited_amount',
  'paid_event',
  'company_id',
  'issued_on',
  'look',
  'billed_to',
  'reference',
  'delivered_from',
  'delivered_to',
  'exemption',
  'exemption_reason',
  'viewed_at',
] as const
const lineColumns = [
  'id',
  'description',
  'quantity',
  'unit_price',
  'total',
  'kind',
  'discount',
  'tax_rate',
] as const

const paymentColumns = [
  'id',
  'kind',
  'amount',
  'paid_on',
  'method',
  'reference',
  'recorded_by',
  'created_at',
] as const

/** An invoice as it is stored, with its lines in their order, its payments in that of their days, and its credit notes. */
export interface StoredInvoice {
  readonly row: Omit<Selectable<InvoiceTable>, 'account_id' | `${string}_key` | 'search_text'>
  readonly lines: readonly Pick<Selectable<LineItemTable>, (typeof lineColumns)[number]>[]
  readonly payments: readonly Pick<Selectable<PaymentTable>, (typeof paymentColumns)[number]>[]
  readonly credits: CreditsOfInvoice
  readonly billedTo: BilledTo
}

/** Reads the invoice; with `forChange`, it is locked until the end of the transaction. Throws 404. */
export async function readStored(
  tenant: Tenant,
  id: number,
  { forChange = false }: { readonly forChange?: boolean } = {},
): Promise<StoredInvoice> {
  const query = tenant.select('invoices').select(detailColumns).where('id', '=', id)
  const row = await (forChange ? tenant.dialect.forNoKeyUpdate(query) : query).executeTakeFirst()
  if (!row) throw new HttpError('NOT_FOUND')
  const lines = await tenant
    .select('invoice_line_items')
    .select(lineColumns)
    .where('invoice_id', '=', id)
    .orderBy('id')
    .execute()
  // Payments of an open invoice have one sign, so they add up to something: it has no refunds.
  const hasPayments = row.status === 'paid' || row.settled_amount !== 0
  return {
    row,
    lines,
    payments: hasPayments ? await readPayments(tenant, id) : [],
    credits: row.credited_amount === 0 ? noCredits : await readCredits(tenant, id),
    billedTo: await readBilledTo(tenant, row),
  }
}

const readPayments = (tenant: Tenant, invoice: number) =>
  tenant
    .select('invoice_payments')
    .select(paymentColumns)
    .where('invoice_id', '=', invoice)
    .orderBy('paid_on')
    .orderBy('id')
    .execute()

/** What an invoice says beside its content. */
export const saidOf = ({
  reference,
  delivered_from,
  delivered_to,
  exemption,
  exemption_reason,
}: InvoiceSaid): InvoiceSaid => ({ reference, delivered_from, delivered_to, exemption, exemption_reason })

/** The amount due, in minor units. */
export const dueOf = ({
  status,
  total_amount,
  settled_amount,
}: Pick<StoredInvoice['row'], 'status' | 'total_amount' | 'settled_amount'>): number =>
  amountDue(status, { total: total_amount, settled: settled_amount })

/** The total of the invoice and how much of it is settled, in minor units. */
export const balanceOf = ({
  total_amount,
  settled_amount,
  credited_amount,
}: Pick<StoredInvoice['row'], 'total_amount' | 'settled_amount' | 'credited_amount'>): Balance => ({
  total: total_amount,
  settled: settled_amount,
  credited: credited_amount,
})

/** Reads who sends the invoice, or sent it. */
export const readSenderOf = (
  tenant: Tenant,
  { company_id, status }: Pick<StoredInvoice['row'], 'company_id' | 'status'>,
): Promise<CompanyVersion> => readSender(tenant, { company_id, isSent: status !== 'draft' })

/** The invoice as its page shows it. */
function toDetails(
  { row: stored, lines, payments, credits, billedTo }: StoredInvoice,
  sender: CompanyVersion,
  look: DocumentLook,
): InvoiceDetails {
  const { settled_amount, credited_amount, paid_event: _sent, company_id: _company, ...row } = stored
  const { currency } = row
  const due = dueOf({ ...row, settled_amount })
  return {
    ...row,
    sender: toSender(sender),
    billed_to: billedTo,
    look,
    amount_paid: toDecimal(sumOf(payments.map(({ amount }) => amount)), currency),
    amount_credited: toDecimal(credited_amount, currency),
    amount_to_refund: toDecimal(
      amountToRefund(balanceOf({ ...row, settled_amount, credited_amount })),
      currency,
    ),
    amount_due: toDecimal(due, currency),
    payment_code: payableBy({ row, billedTo, sender, look }, due)?.text ?? null,
    payments: payments.map((payment) => ({ ...payment, amount: toDecimal(payment.amount, currency) })),
    credit_notes: credits.notes.map((note) => ({
      ...note,
      total_amount: toDecimal(note.total_amount, currency),
    })),
    total_amount: toDecimal(row.total_amount, currency),
    line_items: lines.map((line) => ({
      ...line,
      quantity: toQuantity(line.quantity),
      unit_price: toDecimal(line.unit_price, currency),
      total: toDecimal(line.total, currency),
      discount: toPercent(line.discount),
      tax_rate: line.tax_rate === null ? null : toPercent(line.tax_rate),
      quantity_credited: toQuantity(credits.lines.get(line.id)?.quantity ?? 0),
      amount_credited: toDecimal(credits.lines.get(line.id)?.total ?? 0, currency),
    })),
  }
}

/** Reads the invoice as its page shows it. Throws 404. */
export async function readDetails(tenant: Tenant, id: number): Promise<InvoiceDetails> {
  const stored = await readStored(tenant, id)
  const sender = await readSenderOf(tenant, stored.row)
  return toDetails(stored, sender, await readLook(tenant, stored.row, sender))
}
