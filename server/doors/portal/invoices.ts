import type { Selectable } from 'kysely'

import { invoiceStatuses } from '#contract/invoices/filter.ts'
import { allows, amountDue } from '#contract/invoices/states.ts'
import type {
  PortalCreditNote,
  PortalCreditNoteRow,
  PortalInvoice,
  PortalInvoiceRow,
  PortalSubscription,
  PortalSubscriptionRow,
} from '#contract/portal/portal.ts'
import type { PortalCaller } from '#server/platform/access/caller-types.ts'
import type { Tenant } from '#server/platform/access/tenant.ts'
import { isIn } from '#server/platform/db/prepared.ts'
import type { InvoiceTable } from '#server/platform/db/tables/invoices.ts'
import { toDecimal } from '#server/platform/lib/money.ts'
import { lineOf } from '#server/records/documents/rows.ts'
import { listCreditNotes } from '#server/records/invoices/credit-note-list.ts'
import { readCreditNoteDetails } from '#server/records/invoices/credit-notes.ts'
import { readDetails, saidOf } from '#server/records/invoices/details.ts'
import { addedUp, itemOf } from '#server/records/invoices/drafts.ts'
import { listSubscriptions, readSubscription } from '#server/records/invoices/subscriptions/rows.ts'

import type { Page } from './records.ts'
import { ownInvoices } from './sessions.ts'

const payable = invoiceStatuses.filter((status) => allows(status, 'pay'))

/** Returns one page of the invoices that the customer was sent, those to pay first, how many there are, and what is due. */
export async function listInvoices(
  tenant: Tenant,
  caller: PortalCaller,
  { page, limit }: Page,
): Promise<{ rows: PortalInvoiceRow[]; total: number; due: { currency: string; amount: number }[] }> {
  const own = ownInvoices(tenant, caller)
  const sums = await own
    .select((eb) => [
      'currency',
      eb.fn.countAll<number>().as('count'),
      eb.fn
        .sum<number>(
          eb
            .case()
            .when('status', 'in', payable)
            .then(eb('total_amount', '-', eb.ref('settled_amount')))
            .else(0)
            .end(),
        )
        .as('due'),
    ])
    .groupBy('currency')
    .orderBy('currency')
    .execute()
  const rows = await own
    .select(rowColumns)
    .orderBy(
      (eb) => eb.case().when('status', 'in', payable).then(eb.ref('due_date')).end(),
      (order) => order.asc().nullsLast(),
    )
    .orderBy('id', 'desc')
    .limit(limit)
    .offset((page - 1) * limit)
    .execute()
  return {
    rows: rows.map(toInvoiceRow),
    total: sums.reduce((sum, { count }) => sum + Number(count), 0),
    due: sums.flatMap(({ currency, due }) =>
      Number(due) > 0 ? [{ currency, amount: toDecimal(Number(due), currency) }] : [],
    ),
  }
}

const rowColumns = [
  'id',
  'invoice_number',
  'status',
  'currency',
  'total_amount',
  'settled_amount',
  'due_date',
  'created_at',
] as const

const toInvoiceRow = ({
  settled_amount,
  ...row
}: Pick<Selectable<InvoiceTable>, (typeof rowColumns)[number]>): PortalInvoiceRow => ({
  ...row,
  total_amount: toDecimal(row.total_amount, row.currency),
  amount_due: toDecimal(
    amountDue(row.status, { total: row.total_amount, settled: settled_amount }),
    row.currency,
  ),
})

/** Returns what its customer sees of an invoice. Throws 404. */
export async function readInvoice(tenant: Tenant, id: number): Promise<PortalInvoice> {
  const invoice = await readDetails(tenant, id)
  const { invoice_number, status, currency, total_amount, amount_due, due_date, created_at } = invoice
  const { customer_name, notes, amount_paid, amount_credited, amount_to_refund } = invoice
  const { payment_code, sender, billed_to } = invoice
  return {
    id,
    invoice_number,
    status,
    currency,
    total_amount,
    amount_due,
    due_date,
    created_at,
    customer_name,
    notes,
    amount_paid,
    amount_credited,
    amount_to_refund,
    credit_notes: invoice.credit_notes.map((note) =>
      toCreditNoteRow({ ...note, invoice_id: id, invoice_number, currency }),
    ),
    payment_code,
    sender,
    billed_to,
    ...saidOf(invoice),
    line_items: invoice.line_items.map(toLine),
  }
}

/** Returns one page of the credit notes for the customer’s invoices, the newest first, and how many there are. */
export async function listOwnCreditNotes(
  tenant: Tenant,
  caller: PortalCaller,
  page: Page,
): Promise<{ rows: PortalCreditNoteRow[]; total: number }> {
  const { rows, total } = await listCreditNotes(tenant, { ...page, customer_id: caller.id })
  return { rows: rows.map(toCreditNoteRow), total }
}

/** Returns what its customer sees of a credit note. Throws 404. */
export async function readOwnCreditNote(tenant: Tenant, id: number): Promise<PortalCreditNote> {
  const note = await readCreditNoteDetails(tenant, id)
  const { customer_name, reason, sender, billed_to } = note
  return {
    ...toCreditNoteRow(note),
    customer_name,
    reason,
    sender,
    billed_to,
    line_items: note.line_items.map(toLine),
  }
}

const toCreditNoteRow = ({
  id,
  credit_number,
  invoice_id,
  invoice_number,
  currency,
  total_amount,
  issued_on,
}: PortalCreditNoteRow): PortalCreditNoteRow => ({
  id,
  credit_number,
  invoice_id,
  invoice_number,
  currency,
  total_amount,
  issued_on,
})

type PortalLine = PortalInvoice['line_items'][number]

const toLine = ({
  description,
  quantity,
  unit_price,
  total,
  kind,
  discount,
  tax_rate,
}: PortalLine): PortalLine => ({ description, quantity, unit_price, total, kind, discount, tax_rate })

/** Returns one page of the customer’s subscriptions, the newest first, and how many there are. */
export async function listOwnSubscriptions(
  tenant: Tenant,
  caller: PortalCaller,
  page: Page,
): Promise<{ rows: PortalSubscriptionRow[]; total: number }> {
  const { rows, total } = await listSubscriptions(tenant, { ...page, customer_id: caller.id })
  return { rows: rows.map(toSubscriptionRow), total }
}

/** Returns what its customer sees of a subscription. Throws 404. */
export async function readOwnSubscription(
  tenant: Tenant,
  caller: PortalCaller,
  id: number,
): Promise<PortalSubscription> {
  const subscription = await readSubscription(tenant, id)
  const { currency, line_items, invoices } = subscription
  const { lines, taxes } = addedUp(line_items.map((line, index) => itemOf(line, index, currency)))
  const sent = await ownInvoices(tenant, caller)
    .select(rowColumns)
    .where(isIn(tenant.dialect, 'invoices.id', JSON.stringify(invoices.map((one) => one.id))))
    .orderBy('id', 'desc')
    .execute()
  return {
    ...toSubscriptionRow(subscription),
    line_items: [...lines, ...taxes].map((line) => lineOf(line, currency)),
    invoices: sent.map(toInvoiceRow),
  }
}

const toSubscriptionRow = (row: PortalSubscriptionRow): PortalSubscriptionRow => ({
  id: row.id,
  plan_name: row.plan_name,
  status: row.status,
  frequency: row.frequency,
  currency: row.currency,
  quantity: row.quantity,
  total_amount: row.total_amount,
  starts_on: row.starts_on,
  billed_from: row.billed_from,
  ends_on: row.ends_on,
  next_on: row.next_on,
})
