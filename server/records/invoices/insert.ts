import type { ExemptionCategory } from '#contract/invoices/exemptions.ts'
import type { InvoiceStatus } from '#contract/invoices/filter.ts'
import type { Payment } from '#contract/invoices/invoices.ts'
import { fold } from '#contract/values/folding.ts'
import type { Tenant } from '#server/platform/access/tenant.ts'
import { now } from '#server/platform/lib/clock.ts'
import { lineTotal, sumOf, toDecimal, toMillionths, toMinor, toTaxRate } from '#server/platform/lib/money.ts'
import { dateAt } from '#server/platform/lib/time-zone.ts'
import { draftNumber } from '#server/records/numbers/numbers.ts'

import type { InvoiceRow } from './rows.ts'

interface NewLine {
  readonly description: string
  readonly quantity: number
  readonly unit_price: number
  /** `item` unless given. */
  readonly kind?: 'item' | 'tax'
  /** Percent; without it, tax is a line like any other. */
  readonly tax_rate?: number
}

/** An invoice to be added; amounts are decimals of `currency`, as on the wire. */
export interface NewInvoice {
  /** A draft has none until it is sent. */
  readonly invoice_number?: string
  readonly customer_id: number
  readonly customer_name: string
  readonly customer_email: string
  readonly status: InvoiceStatus
  readonly currency: string
  /** YYYY-MM-DD */
  readonly due_date: string
  readonly created_at?: string
  readonly updated_at?: string
  /** JSON of `BilledTo`, of what is sent; nothing unless given. */
  readonly billed_to?: string | null
  /** JSON of `DocumentLook`, of what is sent; the standard look unless given. */
  readonly look?: string | null
  /** Why lines at 0% aren’t taxed. */
  readonly exemption?: ExemptionCategory
  /** Given for an invoice that comes from elsewhere and says its own total; else the sum of its lines. */
  readonly total_amount?: number
  readonly lines: readonly NewLine[]
  /** Of what is sent, overdue or paid. A paid invoice without any was paid as a whole on the day of its issue. */
  readonly payments?: readonly Pick<Payment, 'amount' | 'paid_on' | 'method'>[]
}

/** Adds invoices with their lines. Call it with the tenant of a transaction. Returns the ids in the order given. */
export async function addInvoices(tenant: Tenant, invoices: readonly NewInvoice[]): Promise<number[]> {
  const linesOf = invoices.map(({ lines, currency }) =>
    lines.map((line) => {
      const quantity = toMillionths(line.quantity)
      const unit_price = toMinor(line.unit_price, currency)
      return {
        description: line.description,
        quantity,
        unit_price,
        total: lineTotal(quantity, unit_price),
        kind: line.kind ?? 'item',
        tax_rate: line.tax_rate === undefined ? null : toTaxRate(line.tax_rate),
      }
    }),
  )
  const timeZone = await tenant.timeZone()
  const rows = invoices.map((invoice, index) => invoiceColumns(invoice, linesOf[index] ?? [], timeZone))
  const paymentsOf = invoices.map((invoice, index) => paymentColumns(invoice, rows[index], timeZone))
  const ids = await tenant.insert(
    'invoices',
    rows.map((row, index) => ({
      ...row,
      settled_amount: sumOf((paymentsOf[index] ?? []).map(({ amount }) => amount)),
    })),
  )
  for (const [index, id] of ids.entries())
    if (invoices[index]?.invoice_number === undefined) await nameDraft(tenant, rows[index] as Row, id) // one row an id
  await tenant.insert(
    'invoice_line_items',
    linesOf.flatMap((lines, index) => lines.map((line) => ({ ...line, invoice_id: ids[index] as number }))), // one id a row
  )
  await tenant.insert(
    'invoice_payments',
    paymentsOf.flatMap(
      (payments, index) => payments.map((payment) => ({ ...payment, invoice_id: ids[index] as number })), // one id a row
    ),
  )
  return ids
}

type Row = ReturnType<typeof invoiceColumns>

/** Names a draft that was inserted without a number. Returns what it is called. */
export async function nameDraft(
  tenant: Tenant,
  columns: Omit<Parameters<typeof keysOf>[0], 'invoice_number'>,
  id: number,
): Promise<string> {
  const invoice_number = draftNumber(id)
  await tenant
    .update('invoices')
    .set({ invoice_number, ...keysOf({ ...columns, invoice_number }) })
    .where('id', '=', id)
    .execute()
  return invoice_number
}

function paymentColumns({ payments, status }: NewInvoice, row: Row | undefined, timeZone: string) {
  if (!row) return []
  const { currency, total_amount, created_at, updated_at } = row
  const more = { currency, reference: '', recorded_by: null, created_at: updated_at }
  if (payments) return payments.map((one) => ({ ...one, ...more, amount: toMinor(one.amount, currency) }))
  if (status !== 'paid' || total_amount === 0) return []
  const paid_on = dateAt(Date.parse(created_at), timeZone)
  return [{ amount: total_amount, paid_on, method: null, ...more }]
}

function invoiceColumns(invoice: NewInvoice, lines: readonly { total: number }[], timeZone: string) {
  const {
    lines: _lines,
    payments: _payments,
    total_amount: given,
    created_at = now(),
    updated_at = created_at,
    invoice_number = 'DRAFT',
    ...rest
  } = invoice
  const { customer_name, customer_email, currency } = rest
  const total_amount = given === undefined ? sumOf(lines.map(({ total }) => total)) : toMinor(given, currency)
  return {
    ...rest,
    invoice_number,
    total_amount,
    ...keysOf({ invoice_number, customer_name, customer_email, currency, total_amount }),
    billed_to: rest.status === 'draft' ? null : (rest.billed_to ?? null),
    look: rest.status === 'draft' ? null : (rest.look ?? null),
    issued_on: rest.status === 'draft' ? null : dateAt(Date.parse(created_at), timeZone),
    created_at,
    updated_at,
  }
}

/** Columns that lists sort and search by; renewed whenever one of these changes. */
export const keysOf = ({
  invoice_number,
  customer_name,
  customer_email,
  currency,
  total_amount,
}: Pick<
  InvoiceRow,
  'invoice_number' | 'customer_name' | 'customer_email' | 'currency' | 'total_amount'
>) => ({
  total_key: toDecimal(total_amount, currency),
  invoice_number_key: fold(invoice_number),
  customer_name_key: fold(customer_name),
  search_text: fold([invoice_number, customer_name, customer_email].join('\n')),
})
