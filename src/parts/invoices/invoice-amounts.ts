import type { Invoice, LineItem } from '#contract/invoices/invoices.ts'
import { splitTax } from '#contract/invoices/lines.ts'
import { decimalOf, differs, sumOf } from '#lib/decimal.ts'
import { decimalsOf } from '#lib/money.ts'

interface InvoiceAmounts {
  /** Lines that are charged. */
  readonly lines: readonly LineItem[]
  /** Empty where tax isn’t listed separately. */
  readonly taxes: readonly LineItem[]
}

/** Separates the line items from their tax. */
export const amountsOf = ({ line_items, total_amount, currency }: Invoice): InvoiceAmounts =>
  splitTax(
    line_items,
    (charged, taxes) =>
      !differs(
        sumOf([...charged, ...taxes].map(({ total }) => total)),
        decimalOf(total_amount),
        decimalsOf(currency),
      ),
  )
