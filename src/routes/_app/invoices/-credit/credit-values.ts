import {
  type CreditAmounts,
  type CreditableInvoice,
  creditAmounts,
  quantityLeft,
} from '#contract/invoices/credit-amounts.ts'
import { type CreditNoteInput, longestCredit } from '#contract/invoices/credit-notes.ts'
import type { InvoiceDetails, LineItem } from '#contract/invoices/invoices.ts'
import { type Decimal, decimalOf, digits, typedDecimal, wholeAt } from '#lib/decimal.ts'
import { decimalsOf } from '#lib/money.ts'
import { amountsOf } from '#parts/invoices/invoice-amounts.ts'

/** A credit note as it is typed: a quantity for each line of the invoice, empty for none. */
export interface CreditValues {
  readonly reason: string
  readonly quantities: readonly string[]
}

/** Returns the lines that can be credited, in their order; tax follows from them. */
export const linesOf = (invoice: InvoiceDetails): readonly LineItem[] => amountsOf(invoice).lines

/** Returns the form of a credit note for all that is left of the invoice. */
export const valuesOf = (invoice: InvoiceDetails): CreditValues => ({
  reason: '',
  quantities: creditableOf(invoice).lines.map((line) => quantityText(quantityLeft(line))),
})

/** A quantity in millionths as it is typed; empty for 0. */
export const quantityText = (millionths: number): string =>
  millionths === 0 ? '' : digits({ units: BigInt(millionths), scale: 6 }).replace(/\.?0+$/, '')

/** Returns the invoice in whole units, as the amounts of a credit note are calculated from it. */
export function creditableOf(invoice: InvoiceDetails): CreditableInvoice {
  const { lines, taxes } = amountsOf(invoice)
  const whole = (value: number | null | undefined, scale: number) =>
    wholeAt(decimalOf(value ?? 0), scale) ?? 0
  const scale = decimalsOf(invoice.currency)
  const creditable = (line: LineItem) => ({
    id: line.id,
    quantity: whole(line.quantity, 6),
    unitPrice: whole(line.unit_price, scale),
    discount: whole(line.discount, 3),
    taxRate: line.tax_rate == null ? null : whole(line.tax_rate, 3),
    total: whole(line.total, scale),
    credited: { quantity: whole(line.quantity_credited, 6), total: whole(line.amount_credited, scale) },
  })
  return { lines: lines.map(creditable), taxes: taxes.map(creditable) }
}

/** Returns what the credit note comes to as it is typed; what can’t be read counts as nothing. */
export function typedAmounts(invoice: InvoiceDetails, { quantities }: CreditValues): CreditAmounts {
  const creditable = creditableOf(invoice)
  const typed = creditable.lines.map((line, index) => {
    const quantity = wholeQuantity(quantities[index] ?? '') ?? 0
    return [line.id, Math.min(quantity, quantityLeft(line))] as const
  })
  return creditAmounts(creditable, new Map(typed))
}

/** Returns what turns minor units into a decimal of the currency. */
export const amountIn =
  (currency: string) =>
  (minor: number): Decimal => ({ units: BigInt(minor), scale: decimalsOf(currency) })

/** Lists what is wrong, as the path of an input and a message. */
export function* checkCredit(
  invoice: InvoiceDetails,
  { reason, quantities }: CreditValues,
): Iterable<readonly [string, string]> {
  if (reason.trim() === '') yield ['reason', 'Enter a reason']
  else if (reason.trim().length > longestCredit.reason)
    yield ['reason', `Use at most ${longestCredit.reason} characters`]
  const { lines } = creditableOf(invoice)
  const read = lines.map((_, index) => wholeQuantity(quantities[index] ?? ''))
  for (const [index, line] of lines.entries()) {
    const [quantity, left] = [read[index], quantityLeft(line)]
    if (quantity === undefined) yield [`quantities.${index}`, 'Enter a quantity like 1.5']
    else if (quantity > left)
      yield [`quantities.${index}`, left === 0 ? 'Already credited in full' : `At most ${quantityText(left)}`]
  }
  if (read.every((quantity) => quantity === 0)) yield ['quantities.0', 'Credit at least one line']
}

/** Returns the request, and which line of the form each of its lines is. */
export function inputOf(
  invoice: InvoiceDetails,
  { reason, quantities }: CreditValues,
): { readonly input: CreditNoteInput; readonly indexes: readonly number[] } {
  const credited = linesOf(invoice)
    .map(({ id }, index) => ({ id, index, quantity: wholeQuantity(quantities[index] ?? '') ?? 0 }))
    .filter(({ quantity }) => quantity > 0)
  return {
    input: {
      reason: reason.trim(),
      line_items: credited.map(({ id, quantity }) => ({ id, quantity: quantity / 1e6 })),
    },
    indexes: credited.map(({ index }) => index),
  }
}

/** In millionths; undefined where it can’t be read. */
function wholeQuantity(text: string): number | undefined {
  if (text.trim() === '') return 0
  const read = typedDecimal(text)
  return read && wholeAt(read, 6)
}
