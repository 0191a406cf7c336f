import { amountsOf } from '#contract/invoices/amounts.ts'
import { isCounted, withChosen } from '#contract/invoices/options.ts'
import type { PortalDocument } from '#contract/portal/portal.ts'
import { decimalOf, wholeAt } from '#lib/decimal.ts'
import { decimalsOf } from '#lib/money.ts'

/** A proposal with what the customer has ticked of its optional lines. */
export type Agreed = PortalDocument & { readonly chosen: readonly number[] }

/** Returns the proposal as it is agreed to with those lines, by their indexes: what the service will store. */
export function agreedOf(document: PortalDocument, chosen: readonly number[]): Agreed {
  const { currency, line_items } = document
  const items = withChosen(line_items, chosen)
  const whole = (value: number, digits: number) => wholeAt(decimalOf(value), digits) ?? 0
  const digits = decimalsOf(currency)
  const amounts = amountsOf(
    items.map(({ quantity, unit_price, discount, tax_rate, ...option }) => ({
      quantity: whole(quantity, 6),
      unitPrice: whole(unit_price, digits),
      discount: whole(discount, 3),
      taxRate: whole(tax_rate, 3),
      isCounted: isCounted(option),
    })),
  )
  const decimal = (minor = 0) => minor / 10 ** digits
  const taxes = (amounts?.taxes ?? []).map(({ taxRate, tax }) => ({
    description: `Tax ${taxRate / 1000}%`,
    quantity: 1,
    unit_price: decimal(tax),
    total: decimal(tax),
    kind: 'tax' as const,
    discount: 0,
    tax_rate: taxRate / 1000,
  }))
  return {
    ...document,
    line_items: [...items, ...taxes],
    total_amount: decimal(amounts?.total),
    chosen,
  }
}
