import type { Generated } from 'kysely'

import type { InvoiceNumberTable, InvoicePdfTable, LineItemTable } from './invoices.ts'

/** A credit note: what takes off a part of an invoice, or all of it. It never changes. */
export interface CreditNoteTable {
  id: Generated<number>
  account_id: number
  invoice_id: number
  credit_number: string
  reason: string
  /** Minor units of the invoice's currency. */
  total_amount: number
  created_at: string
  /** YYYY-MM-DD where the company was then. */
  issued_on: string
  issued_by: string
  /** Who issued it; null if the company had never been changed. */
  company_id: number | null
  /** JSON of `DocumentLook`, that of the invoice; null for the standard one. */
  look: Generated<string | null>
}

/** Its lines, in the units of those of an invoice. */
export interface CreditNoteLineTable extends Pick<
  LineItemTable,
  'id' | 'account_id' | 'description' | 'quantity' | 'unit_price' | 'total'
> {
  credit_note_id: number
  invoice_line_id: number
  kind: 'item' | 'tax'
  discount: number
  tax_rate: number | null
}

/** The last number of credit notes of each year. */
export type CreditNoteNumberTable = InvoiceNumberTable

/** The PDF that was stored when the credit note was issued. */
export interface CreditNotePdfTable extends Omit<InvoicePdfTable, 'invoice_id'> {
  credit_note_id: number
}
