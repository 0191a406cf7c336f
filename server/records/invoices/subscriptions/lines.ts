import type { DraftLine } from '#contract/invoice-drafts.ts'
import type { BilledLine } from '#contract/proration.ts'
import {
  toDecimal,
  toMillionths,
  toMinor,
  toPercent,
  toQuantity,
  toTaxRate,
} from '#server/platform/lib/money.ts'

/** The lines in whole numbers. Call it only with those that were checked. */
export const billedLines = (lines: readonly DraftLine[], currency: string): BilledLine[] =>
  lines.map(({ description, quantity, unit_price, discount, tax_rate }) => ({
    description,
    quantity: toMillionths(quantity),
    unitPrice: toMinor(unit_price, currency),
    discount: toTaxRate(discount),
    taxRate: toTaxRate(tax_rate),
  }))

/** The lines as an input has them. */
export const draftLines = (lines: readonly BilledLine[], currency: string): DraftLine[] =>
  lines.map(({ description, quantity, unitPrice, discount, taxRate }) => ({
    description,
    quantity: toQuantity(quantity),
    unit_price: toDecimal(unitPrice, currency),
    discount: toPercent(discount),
    tax_rate: toPercent(taxRate),
  }))
