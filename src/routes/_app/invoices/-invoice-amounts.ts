import type { Invoice, LineItem } from '#contract/invoices.ts'
import { type Decimal, decimalOf, differs, plus, zero } from '#lib/decimal.ts'
import { decimalsOf } from '#lib/money.ts'

export interface InvoiceAmounts {
  /** What is charged for. */
  readonly lines: readonly LineItem[]
  /** The sum of those, where tax is a line of its own; otherwise undefined. */
  readonly net: Decimal | undefined
  readonly taxes: readonly LineItem[]
}

/** What people call a tax on an invoice, with its rate. */
const taxLine = /^(VAT|GST|HST|PST|sales tax|tax|MwSt\.?|USt\.?|TVA|IVA|BTW|moms|PVM|DPH|ÁFA)\b.*\d\s*%/i

/**
 * Separates what is charged for from its tax. A service that tells the kind of a line has said it (decision 0103);
 * otherwise tax is a line like any other (decision 0023), so the last lines that are called a tax and have a rate are taken for it, as long as everything adds up to the total.
 */
export function amountsOf({ line_items, total_amount, currency }: Invoice): InvoiceAmounts {
  const known = line_items.filter(({ kind }) => kind === 'tax')
  if (known.length > 0) {
    const items = line_items.filter(({ kind }) => kind !== 'tax')
    return { lines: items, net: sumOf(items), taxes: known }
  }
  const first = line_items.findLastIndex(({ description }) => !taxLine.test(description.trim())) + 1
  const lines = line_items.slice(0, first)
  const taxes = line_items.slice(first)
  const net = sumOf(lines)
  const isSplit =
    lines.length > 0 &&
    taxes.length > 0 &&
    !differs(plus(net, sumOf(taxes)), decimalOf(total_amount), decimalsOf(currency))
  return isSplit ? { lines, net, taxes } : { lines: line_items, net: undefined, taxes: [] }
}

const sumOf = (lines: readonly LineItem[]) => lines.map(({ total }) => decimalOf(total)).reduce(plus, zero)
