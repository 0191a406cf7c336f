import type { Invoice, LineItem } from '#contract/invoices/invoices.ts'
import { type Day, dayCount, daysBetween } from '#lib/calendar.ts'
import { decimalOf, differs, minus, percent, plus, times, zero } from '#lib/decimal.ts'
import { decimalsOf, money } from '#lib/money.ts'

/** Hints about likely mistakes of an invoice. Nothing is corrected. */
export function invoiceHints(invoice: Invoice, today: Day): readonly string[] {
  return [
    lateHint(invoice, today),
    sumHint(invoice),
    ...invoice.line_items.map((line) => lineHint(line, invoice)),
  ].filter((hint) => hint !== undefined)
}

function lateHint({ status, due_date }: Invoice, today: Day): string | undefined {
  const days = daysBetween(due_date, today)
  return status === 'sent' && days > 0
    ? `Due ${dayCount(days)} ago but still marked as sent, not overdue.`
    : undefined
}

function sumHint({ line_items, total_amount, currency }: Invoice): string | undefined {
  if (line_items.length === 0) return undefined
  const sum = line_items.map(({ total }) => decimalOf(total)).reduce(plus, zero)
  return differs(sum, decimalOf(total_amount), decimalsOf(currency))
    ? `Line items add up to ${money(sum, currency)}, but the total is ${money(total_amount, currency)}. Tax or a discount may explain the difference.`
    : undefined
}

function lineHint(
  { description, quantity, unit_price, total, discount = 0 }: LineItem,
  { currency }: Invoice,
): string | undefined {
  const whole = times(decimalOf(quantity), decimalOf(unit_price))
  const product = minus(whole, percent(whole, decimalOf(discount)))
  return differs(product, decimalOf(total), decimalsOf(currency))
    ? `“${description}”: ${quantity} × ${money(unit_price, currency)} is ${money(product, currency)}, but the line total is ${money(total, currency)}.`
    : undefined
}
