import type { Generated } from 'kysely'

import type { ExemptionCategory } from '#contract/invoices/exemptions.ts'
import type { InvoiceStatus } from '#contract/invoices/filter.ts'
import type { PaymentKind, PaymentMethod } from '#contract/invoices/invoices.ts'

/** Amounts are whole minor units of `currency`. */
export interface InvoiceTable {
  id: Generated<number>
  account_id: number
  invoice_number: string
  customer_id: number
  customer_name: string
  customer_email: string
  status: InvoiceStatus
  currency: string
  total_amount: number
  /** YYYY-MM-DD */
  due_date: string
  /** The total as the wire has it, so that currencies of different decimals sort by the number one sees. */
  total_key: number
  invoice_number_key: string
  customer_name_key: string
  /** Number, customer name and email, folded. */
  search_text: string
  created_at: string
  updated_at: string
  /** Counts the changes; the ETag that an update must name. */
  version: Generated<number>
  /** Days after the invoice date that it is due; null if the due date was chosen. */
  payment_days: Generated<number | null>
  notes: Generated<string>
  /** The amount that payments and credit notes settle. */
  settled_amount: Generated<number>
  /** The part of `settled_amount` that credit notes take off. */
  credited_amount: Generated<number>
  /** Whether `invoice.paid` was sent: once, however often its payments are corrected. */
  paid_event: Generated<number>
  /** Who sent it; null for a draft, and for what was sent before the company was ever changed. */
  company_id: Generated<number | null>
  /** YYYY-MM-DD where the company was then; null for a draft. */
  issued_on: Generated<string | null>
  /** JSON: `DocumentLook`, once it is sent; null for a draft, and for what was sent without a template before documents had a region. */
  look: Generated<string | null>
  /** JSON of `BilledTo`; null for a draft, and for what was sent before. */
  billed_to: Generated<string | null>
  /** What the customer calls it, such as a purchase order; empty for what their billing details say. */
  reference: Generated<string>
  /** YYYY-MM-DD; the day or the first day of delivery, … */
  delivered_from: Generated<string | null>
  /** … and the last one; null for a day, as the first one where nothing is said. */
  delivered_to: Generated<string | null>
  /** Why lines at 0% aren’t taxed; null where nobody has said it. */
  exemption: Generated<ExemptionCategory | null>
  exemption_reason: Generated<string>
  /** When its customer has opened it in the portal for the first time. */
  viewed_at: Generated<string | null>
}

/** Payments and refunds of invoices, in minor units of their currency. */
export interface PaymentTable {
  id: Generated<number>
  account_id: number
  invoice_id: number
  kind: Generated<PaymentKind>
  /** Below 0 for a refund. */
  amount: number
  currency: string
  /** YYYY-MM-DD */
  paid_on: string
  /** Null for what was paid before payments were kept. */
  method: PaymentMethod | null
  reference: string
  /** What it was recorded from; null for what somebody entered. */
  bank_payment_id: Generated<number | null>
  /** Who recorded it; null where that isn't known. */
  recorded_by: string | null
  created_at: string
}

/** Lines of invoices. Quantities are millionths, rates thousandths of a percent. */
export interface LineItemTable {
  id: Generated<number>
  account_id: number
  invoice_id: number
  description: string
  /** Millionths. */
  quantity: number
  /** Minor units of the invoice's currency, as `total`. */
  unit_price: number
  total: number
  /** Tax is a line for each rate. */
  kind: Generated<'item' | 'tax'>
  /** Thousandths of a percent, as `tax_rate`. */
  discount: Generated<number>
  /** Null for lines that were not written here. */
  tax_rate: Generated<number | null>
}

/** The PDF that was stored when the invoice was sent. */
export interface InvoicePdfTable {
  id: Generated<number>
  account_id: number
  invoice_id: number
  /** The name on disk. */
  token: string
  /** Hex. */
  sha256: string
  created_at: string
}

/** The last invoice number of each year. */
export interface InvoiceNumberTable {
  id: Generated<number>
  account_id: number
  year: number
  last_number: number
}
