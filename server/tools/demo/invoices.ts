import { paymentMethods } from '#contract/invoices/invoices.ts'
import { fractionDigits } from '#contract/values/currencies.ts'
import { dayMs, hourMs } from '#contract/values/durations.ts'
import { roundHalfAway } from '#contract/values/rounding.ts'
import { timestamp } from '#server/platform/lib/clock.ts'
import { lineTotal, toDecimal, toMillionths, toMinor } from '#server/platform/lib/money.ts'
import { addDays } from '#server/platform/lib/time-zone.ts'
import type { NewInvoice } from '#server/records/invoices/insert.ts'

import { demoServices } from './catalogue.ts'
import { firstPeriodOf } from './plans.ts'

const invoicesPerCustomer = 5
export const taxPercent = 21

/** Whom the demo bills. */
export interface DemoPayer {
  readonly id: number
  readonly name: string
  readonly email: string
  readonly country: string
  /** As invoices to them say it. */
  readonly billed_to: string
  /** When they became a customer. */
  readonly created_at: string
}

/**
 * A year of invoices up to that day. What is past due and unpaid is still `sent`: the overdue job turns it at the
 * start, as it would in a real account. One is imported, with lines that do not come to its total.
 */
export function demoInvoices(payers: readonly DemoPayer[], nowMs: number): NewInvoice[] {
  const count = payers.length * invoicesPerCustomer
  const numbers = new Map<string, number>()
  return Array.from({ length: count }, (_, index) => {
    const created = nowMs - Math.round(((count - index - 0.5) * 365 * dayMs) / count)
    const created_at = timestamp(created)
    const turn = index * 17 + Math.floor(index / payers.length)
    const payer = payerAt(payers, turn, created_at)
    const due_date = addDays(created_at.slice(0, 10), index % 3 === 0 ? 30 : 14)
    const currency = currencyOf(payer.country)
    // The newest one of a customer who is subscribed bills the first period of that.
    const period = index < count - payers.length ? undefined : firstPeriodOf(payer.name)
    const lines = period ? withTax(period, currency) : linesOf(index, currency)
    const state = progress(index, created, Date.parse(due_date), nowMs)
    const invoice = {
      customer_id: payer.id,
      customer_name: payer.name,
      customer_email: payer.email,
      billed_to: payer.billed_to,
      ...(currency !== 'EUR' && { exemption: 'G' as const }),
      currency,
      due_date,
      created_at,
      ...state,
      lines,
      payments: paymentsOf(index, state, netOf(lines, currency), currency),
    }
    if (index === count - 9) return imported(invoice)
    if (state.status === 'draft') return invoice
    const year = created_at.slice(0, 4)
    const number = (numbers.get(year) ?? 0) + 1
    numbers.set(year, number)
    return { ...invoice, invoice_number: `INV-${year}-${String(number).padStart(4, '0')}` }
  })
}

/** The customer whose turn it is, or another one that was a customer by then: not the same one for all who weren't. */
function payerAt(payers: readonly DemoPayer[], turn: number, created_at: string): DemoPayer {
  const inTurn = [...payers.keys()].map((step) => payers[(turn + step * 11) % payers.length] as DemoPayer) // within bounds
  return inTurn.find((payer) => payer.created_at <= created_at) ?? (inTurn[0] as DemoPayer) // there is one at least
}

function currencyOf(country: string): string {
  if (['Japan', 'South Korea', 'Vietnam'].includes(country)) return 'JPY'
  return ['Nigeria', 'Ghana', 'India', 'Colombia', 'Canada', 'Kenya', 'Australia', 'Lebanon'].includes(
    country,
  )
    ? 'USD'
    : 'EUR'
}

/** How far an invoice has come: most old ones are paid, a few never were, new ones wait, and some drafts lie about. */
function progress(
  index: number,
  created: number,
  due: number,
  nowMs: number,
): Pick<NewInvoice, 'status' | 'updated_at'> {
  const age = (nowMs - created) / dayMs
  if (age < 60 && index % 6 === 1) return { status: 'draft', updated_at: timestamp(created + hourMs) }
  const paid = Math.min(created + ((index * 7) % 26) * dayMs + 5 * hourMs, nowMs)
  const isUnpaid = due < nowMs ? index % (age < 150 ? 11 : 44) === 4 : index % 4 !== 2
  if (!isUnpaid) return { status: 'paid', updated_at: timestamp(paid) }
  return { status: 'sent', updated_at: timestamp(Math.min(created + 2 * hourMs, nowMs)) }
}

/** Paid ones were paid at once or in two parts, and of some others a part was paid. */
function paymentsOf(
  index: number,
  { status, updated_at = '' }: Pick<NewInvoice, 'status' | 'updated_at'>,
  total: number,
  currency: string,
): NonNullable<NewInvoice['payments']> {
  const method = paymentMethods[index % paymentMethods.length] ?? 'other'
  const day = updated_at.slice(0, 10)
  const payment = (amount: number) => ({ amount: toDecimal(amount, currency), paid_on: day, method })
  const deposit = Math.floor(total / 4)
  if (status === 'paid')
    return index % 9 === 4 ? [payment(deposit), payment(total - deposit)] : [payment(total)]
  return status === 'sent' && index % 4 === 1 ? [payment(deposit)] : []
}

const inEuro = demoServices.filter(({ currency, is_active }) => currency === 'EUR' && is_active)
const rates: Readonly<Record<string, number>> = { EUR: 1, USD: 1.1, JPY: 165 }

function linesOf(index: number, currency: string): NewInvoice['lines'] {
  const lines: NewInvoice['lines'][number][] = Array.from({ length: 1 + (index % 4) }, (_, line) => {
    const service = inEuro[(index * 7 + line * 5) % inEuro.length] as (typeof inEuro)[number] // within bounds
    return {
      description: service.billing_type === 'recurring' ? `${service.name}, one month` : service.name,
      quantity: quantityOf(service, index + line),
      unit_price: converted(service.price, currency),
      ...taxed(currency),
    }
  })
  const net = netOf(lines, currency)
  if (index % 13 === 5)
    lines.push({
      description: 'Thank-you discount, 5%',
      quantity: 1,
      unit_price: share(net, -5, currency),
      ...taxed(currency),
    })
  return withTax(lines, currency)
}

/** Tax stands as a line of its own: a total is the sum of its lines, and nothing else. */
function withTax(net: NewInvoice['lines'], currency: string): NewInvoice['lines'] {
  if (currency !== 'EUR') return net
  const tax: NewInvoice['lines'][number] = {
    description: `Tax ${taxPercent}%`,
    quantity: 1,
    unit_price: share(netOf(net, currency), taxPercent, currency),
    kind: 'tax',
  }
  return [...net, tax].map((line) => ({ ...line, tax_rate: taxPercent }))
}

/** What leaves the EU is an export. */
const taxed = (currency: string) => ({ tax_rate: currency === 'EUR' ? taxPercent : 0 })

function quantityOf({ unit, price }: (typeof inEuro)[number], index: number): number {
  if (unit === 'hours') return 2 + ((index * 3) % 37) / 4
  if (unit === 'metre') return (12 + ((index * 7) % 30)) / 10
  if (unit === 'piece' && price < 10) return 50 + (index % 8) * 25
  return unit === 'picture' ? 6 + (index % 20) : 1 + (index % 9 === 0 ? 1 : 0)
}

/** A price in euros as one would ask it in that currency: rounded to what is usual there. */
function converted(price: number, currency: string): number {
  if (currency === 'EUR') return price
  const amount = price * (rates[currency] ?? 1)
  return fractionDigits(currency) === 0
    ? Math.max(Math.round(amount / 10) * 10, 10)
    : Math.round(amount * 20) / 20
}

/** Minor units that the lines come to. */
const netOf = (lines: NewInvoice['lines'], currency: string): number =>
  lines.reduce(
    (sum, { quantity, unit_price }) => sum + lineTotal(toMillionths(quantity), toMinor(unit_price, currency)),
    0,
  )

const share = (minor: number, percent: number, currency: string): number =>
  toDecimal(Number(roundHalfAway(BigInt(minor) * BigInt(percent), 100n)), currency)

/** Numbered by the program that was used before. */
const imported = (invoice: NewInvoice): NewInvoice => ({
  ...invoice,
  invoice_number: 'R-20417',
  status: 'sent',
  payments: [],
  total_amount: toDecimal(netOf(invoice.lines, invoice.currency) + 1000, invoice.currency),
})
