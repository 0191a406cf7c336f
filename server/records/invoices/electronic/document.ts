import { bankAccountIn } from '#contract/bank-account.ts'

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
export function invoiceDocument(
  { row, lines: all }: StoredInvoice,
  billing: Billing,
): ElectronicDocument | undefined {
  const { lines, taxes } = splitStored(all, row.total_amount)
  const figures = figuresOf(lines, taxes, billing)
  return (
    figures && {
      ...partiesOf(billing),
      ...figures,
      kind: 'invoice',
      number: row.invoice_number,
      issued_on: row.issued_on ?? row.created_at.slice(0, 10),
      due_on: row.due_date,
      currency: row.currency,
      note: row.notes,
      credited: null,
      account: bankAccountIn(billing.bank_details) ?? null,
      total: row.total_amount,
      prepaid: 0,
    }
  )
}

/** Returns a credit note in the same way; it asks for no payment. */
export function creditNoteDocument(
  { note, lines: all, invoice: { row } }: StoredCreditNote,
  billing: Billing,
): ElectronicDocument | undefined {
  const figures = figuresOf(
    all.filter(({ kind }) => kind === 'item'),
    all.filter(({ kind }) => kind === 'tax'),
    billing,
  )
  return (
    figures && {
      ...partiesOf(billing),
      ...figures,
      kind: 'credit_note',
      number: note.credit_number,
      issued_on: note.issued_on,
      due_on: null,
      currency: row.currency,
      note: note.reason,
      credited: {
        number: row.invoice_number,
        issued_on: row.issued_on ?? row.created_at.slice(0, 10),
      },
      account: null,
      total: note.total_amount,
      prepaid: 0,
    }
  )
}

const partiesOf = ({ seller, buyer, buyer_reference, delivered_on, period, terms }: Billing) => ({
  seller,
  buyer,
  buyer_reference,
  delivered_on,
  period,
  terms,
})

function figuresOf(lines: readonly Line[], taxes: readonly Line[], { taxed }: Billing) {
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
