import type { DraftLine } from '#contract/invoices/drafts.ts'
import { localeOf } from '#contract/invoices/looks.ts'
import type { BilledLine } from '#contract/invoices/proration.ts'
import type { Tenant } from '#server/platform/access/tenant.ts'
import { dayRangeText } from '#server/platform/lib/formats.ts'
import {
  toDecimal,
  toMillionths,
  toMinor,
  toPercent,
  toQuantity,
  toTaxRate,
} from '#server/platform/lib/money.ts'
import { readCompany } from '#server/records/company/versions.ts'
import { currentLook } from '#server/records/invoices/templates/rows.ts'

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

/** What is added has room behind it. */
const longestDescription = 850

/**
 * Returns a function that adds the days that lines are for to their descriptions, in the language of the customer's invoices:
 * of several, each says its own.
 */
export async function datingFor(tenant: Tenant, customer_id: number) {
  const locale = localeOf(await currentLook(tenant, customer_id, await readCompany(tenant)))
  return <Line extends { readonly description: string }>(
    lines: readonly Line[],
    { from, to }: { readonly from: string; readonly to: string },
  ): Line[] => {
    const days = dayRangeText(from, to, locale)
    return lines.map((line) => ({
      ...line,
      description: `${line.description.slice(0, longestDescription)}, ${days}`,
    }))
  }
}
