import { bankAccountIn } from '#server/records/invoices/payment-codes/bank-account.ts'

import type { StoredCreditNote } from '../credit-notes.ts'
import type { StoredInvoice } from '../details.ts'
import { splitStored, totalOf } from '../stored-lines.ts'
import type { CategoryTax, DocumentLine, ElectronicDocument, TaxCategory } from './model.ts'

/** What was frozen on a document beside its figures when it was sent. */
export interface Billing extends Pick<
  ElectronicDocument,
  'seller' | 'buyer' | 'buyer_reference' | 'delivered_on' | 'period' | 'terms'
> {
  /** The seller’s, as they are printed. */
  readonly bank_details: string
  /** Why lines with this rate are taxed so; the reason is empty for S and Z. */
  readonly taxed: (taxRate: number) => { readonly category: TaxCategory; readonly reason: string }
}

type Line = Pick<
  StoredInvoice['lines'][number],
  'description' | 'quantity' | 'unit_price' | 'discount' | 'total' | 'tax_rate' | 'kind'
>

/**
 * Returns a sent invoice in the terms of EN 16931; undefined where it doesn’t say the rate of a tax, as some that were imported.
 * What was paid since isn’t on it.
 */
export const invoiceDocument = (
  { row, lines }: StoredInvoice,
  billing: Billing,
): ElectronicDocument | undefined =>
  documentOf(billing, splitStored(lines, row.total_amount), {
    kind: 'invoice',
    number: row.invoice_number,
    issued_on: issuedOn(row),
    due_on: row.due_date,
    currency: row.currency,
    note: row.notes,
    credited: null,
    account: bankAccountIn(billing.bank_details) ?? null,
    total: row.total_amount,
  })

/** Returns a credit note in the same way; it asks for no payment. */
export const creditNoteDocument = (
  { note, lines, invoice: { row } }: StoredCreditNote,
  billing: Billing,
): ElectronicDocument | undefined =>
  documentOf(
    billing,
    {
      lines: lines.filter(({ kind }) => kind === 'item'),
      taxes: lines.filter(({ kind }) => kind === 'tax'),
    },
    {
      kind: 'credit_note',
      number: note.credit_number,
      issued_on: note.issued_on,
      due_on: null,
      currency: row.currency,
      note: note.reason,
      credited: { number: row.invoice_number, issued_on: issuedOn(row) },
      account: null,
      total: note.total_amount,
    },
  )

const issuedOn = ({ issued_on, created_at }: StoredInvoice['row']) => issued_on ?? created_at.slice(0, 10)

/** Nothing was paid before it was sent. */
function documentOf(
  { taxed, bank_details: _bank, ...parties }: Billing,
  { lines, taxes }: { readonly lines: readonly Line[]; readonly taxes: readonly Line[] },
  own: Omit<ElectronicDocument, keyof typeof parties | 'lines' | 'taxes' | 'prepaid'>,
): ElectronicDocument | undefined {
  const figures = figuresOf(lines, taxes, taxed)
  return figures && { ...parties, ...figures, ...own, prepaid: 0 }
}

function figuresOf(lines: readonly Line[], taxes: readonly Line[], taxed: Billing['taxed']) {
  const rated = lines.flatMap((line): DocumentLine[] => {
    const { description, quantity, unit_price, discount, total, tax_rate } = line
    if (tax_rate === null) return []
    const { category } = taxed(tax_rate)
    return [{ description, quantity, unit_price, discount, total, tax_rate, category }]
  })
  if (rated.length < lines.length || taxes.some(({ tax_rate }) => tax_rate === null)) return undefined
  const charged = new Map(taxes.map(({ tax_rate, total }) => [tax_rate, total]))
  const groups = Map.groupBy(rated, ({ tax_rate }) => tax_rate)
  return {
    lines: rated,
    taxes: [...groups].map(([tax_rate, group]): CategoryTax => ({
      ...taxed(tax_rate),
      tax_rate,
      net: totalOf(group),
      tax: charged.get(tax_rate) ?? 0,
    })),
  }
}
