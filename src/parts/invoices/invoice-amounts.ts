import type { Invoice, LineItem } from '#contract/invoices/invoices.ts'
import { splitTax } from '#contract/invoices/lines.ts'
import { type Decimal, decimalOf, differs, plus, zero } from '#lib/decimal.ts'
import { decimalsOf } from '#lib/money.ts'

/** The lines of an invoice, and what they add up to. */
export interface InvoiceAmounts {
  /** Lines that are charged. */
  readonly lines: readonly LineItem[]
  /** The sum of those, where tax is a line of its own; otherwise undefined. */
  readonly net: Decimal | undefined
  readonly taxes: readonly LineItem[]
}

/** Separates the line items from their tax. */
export function amountsOf({ line_items, total_amount, currency }: Invoice): InvoiceAmounts {
  const { lines, taxes } = splitTax(
    line_items,
    (charged, tax) =>
      !differs(plus(sumOf(charged), sumOf(tax)), decimalOf(total_amount), decimalsOf(currency)),
  )
  return { lines, net: taxes.length > 0 ? sumOf(lines) : undefined, taxes }
}

/** The sum of the totals of lines. */
export const sumOf = (lines: readonly Pick<LineItem, 'total'>[]): Decimal =>
  lines.map(({ total }) => decimalOf(total)).reduce(plus, zero)
