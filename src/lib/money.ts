import { fractionDigits } from '#contract/values/currencies.ts'

import { type Decimal, decimalOf, digits, rounded } from './decimal.ts'
import { numberFormat, percentText } from './locale.ts'

/** An amount as people write it, with the decimals of its currency: `€120.00`, `JP¥1,200`, `KWD 1.250`. */
export function money(amount: number | Decimal, currency: string): string {
  const exact = digits(typeof amount === 'number' ? decimalOf(amount) : amount)
  const format = formatOf(currency)
  return format.knows ? format.write(exact) : `${format.write(exact)} ${currency}`.trim()
}

/** Returns how many decimals amounts of that currency have; 2 for an unknown code. */
export const decimalsOf = (currency: string): number => formatOf(currency).decimals

/** An amount as it is typed, with all its decimals: `120.00`, `1200`, `1.250`. */
export function amountAsTyped(amount: number, currency: string): string {
  const exact = decimalOf(amount)
  const decimals = decimalsOf(currency)
  return digits(exact.scale > decimals ? exact : rounded(exact, decimals))
}

/** `21%`, `5.5%`; `rate` is 21, 5.5. */
export const rateText = (rate: number): string => percentText(rate / 100)

/** Parts of a price. */
export interface Priced {
  readonly price: number
  readonly currency: string
  readonly billing_type: string
  readonly unit: string
  /** In percent. */
  readonly tax_rate: number
}

/** A price as one would say it: `€120.00 / hour + 21% tax`. */
export function priceText(priced: Priced): string {
  const net = netPriceText(priced)
  return priced.tax_rate === 0 ? `${net}, no tax` : `${net} ${taxText(priced.tax_rate)}`
}

/** The unit of the price: `hour`, `one-time`; empty where nothing says. */
export function priceUnit({ billing_type, unit }: Pick<Priced, 'billing_type' | 'unit'>): string {
  const one = singular(unit.trim()) || (billing_type === 'hourly' ? 'hour' : '')
  if (one !== '') return one
  return billing_type === 'fixed' ? 'one-time' : billing_type === 'recurring' ? 'recurring' : ''
}

/** `€120.00 / hour` */
export function netPriceText({ price, currency, billing_type, unit }: Priced): string {
  const amount = money(price, currency)
  const one = singular(unit.trim()) || (billing_type === 'hourly' ? 'hour' : '')
  if (one !== '') return `${amount} / ${one}`
  if (billing_type === 'recurring') return `${amount}, recurring`
  return billing_type === 'fixed' ? `${amount} one-time` : amount
}

/** `+ 21% tax` */
export const taxText = (rate: number): string => (rate === 0 ? 'no tax' : `+ ${rateText(rate)} tax`)

interface Format {
  readonly write: (exact: number | `${number}`) => string
  readonly decimals: number
  readonly knows: boolean
}

const formats = new Map<string, Format>()

function formatOf(currency: string): Format {
  const kept = formats.get(currency)
  if (kept) return kept
  const made = makeFormat(currency)
  formats.set(currency, made)
  return made
}

// More digits than the currency has are shown, not hidden: 0.0125 EUR a minute is a price.
const mostDecimals = 8

function makeFormat(currency: string): Format {
  // Intl throws at anything but three letters, and a service may send anything.
  const knows = /^[A-Za-z]{3}$/.test(currency)
  const style = knows ? ({ style: 'currency', currency } as const) : {}
  const decimals = fractionDigits(currency)
  const write = numberFormat({
    ...style,
    minimumFractionDigits: decimals,
    maximumFractionDigits: Math.max(decimals, mostDecimals),
  })
  return { write, decimals, knows }
}

const plurals: Readonly<Record<string, string>> = {
  hours: 'hour',
  days: 'day',
  weeks: 'week',
  months: 'month',
  quarters: 'quarter',
  years: 'year',
  projects: 'project',
  pieces: 'piece',
  units: 'unit',
  items: 'item',
  users: 'user',
  seats: 'seat',
  pages: 'page',
  words: 'word',
  sessions: 'session',
  licences: 'licence',
  licenses: 'license',
}

const singular = (unit: string) => plurals[unit.toLowerCase()] ?? unit
