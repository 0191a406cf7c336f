import { fold } from '#contract/folding.ts'
import type { InvoiceStatus } from '#contract/invoice-filter.ts'
import type { Tenant } from '#server/access/tenant.ts'
import { now } from '#server/lib/clock.ts'
import { lineTotal, sumOf, toDecimal, toMillionths, toMinor } from '#server/lib/money.ts'

import type { InvoiceRow } from './rows.ts'

/** An invoice to be added; amounts are decimals of `currency`, as on the wire. */
export interface NewInvoice {
  readonly invoice_number: string
  readonly customer_id: number
  readonly customer_name: string
  readonly customer_email: string
  readonly status: InvoiceStatus
  readonly currency: string
  /** YYYY-MM-DD */
  readonly due_date: string
  readonly created_at?: string
  readonly updated_at?: string
  /** Given for an invoice that comes from elsewhere and says its own total; else the sum of its lines. */
  readonly total_amount?: number
  readonly lines: readonly { description: string; quantity: number; unit_price: number }[]
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
      }
    }),
  )
  const ids = await tenant.insert(
    'invoices',
    invoices.map((invoice, index) => invoiceColumns(invoice, linesOf[index] ?? [])),
  )
  await tenant.insert(
    'invoice_line_items',
    linesOf.flatMap((lines, index) => lines.map((line) => ({ ...line, invoice_id: ids[index] as number }))), // one id a row
  )
  return ids
}

function invoiceColumns(invoice: NewInvoice, lines: readonly { total: number }[]) {
  const { lines: _lines, total_amount: given, created_at = now(), updated_at = created_at, ...rest } = invoice
  const { invoice_number, customer_name, customer_email, currency } = rest
  const total_amount = given === undefined ? sumOf(lines.map(({ total }) => total)) : toMinor(given, currency)
  return {
    ...rest,
    total_amount,
    ...keysOf({ invoice_number, customer_name, customer_email, currency, total_amount }),
    created_at,
    updated_at,
  }
}

/** What lists sort and search by; renewed whenever one of these changes. */
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
