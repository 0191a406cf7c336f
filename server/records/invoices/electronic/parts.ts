import { lineAmount, wholeRate } from '#contract/invoices/amounts.ts'
import { fractionDigits } from '#contract/values/currencies.ts'
import { roundHalfAway } from '#contract/values/rounding.ts'
import { decimalText, sumOf, toPercent, toQuantity } from '#server/platform/lib/money.ts'

import type { CategoryTax, DocumentLine, ElectronicDocument, Party } from './model.ts'

/** Parts that CII and UBL have in common, as they write them. */

/** The process of the exchange that XRechnung and Peppol name. */
export const billingProcess = 'urn:fdc:peppol.eu:2017:poacc:billing:01:1.0'

/** UNCL1001 */
export const typeCodes = { invoice: '380', credit_note: '381' } as const

/** UN/ECE Recommendation 20: one. */
export const unitCode = 'C62'

/** The standard has two decimals for amounts; those with a third one that isn’t 0 are refused before. */
export const amountText = (minor: number, currency: string): string => {
  const text = decimalText(minor, currency)
  return fractionDigits(currency) > 2 ? text.slice(0, text.indexOf('.') + 3) : text
}

export const rateText = (thousandths: number): string => String(toPercent(thousandths))

/** The rate of a category; what is outside the scope of tax has none, not even 0. */
export const rateOf = ({ category, tax_rate }: Pick<CategoryTax, 'category' | 'tax_rate'>): string | null =>
  category === 'O' ? null : rateText(tax_rate)

/** An intra-community supply says where it was delivered: to the buyer. */
export const isIntraCommunity = ({ taxes }: ElectronicDocument): boolean =>
  taxes.some(({ category }) => category === 'K')

/** UNCL4461: SEPA transfer, not defined, and clearing between partners. */
export const paymentMeansOf = ({ kind, account }: ElectronicDocument): string =>
  kind === 'credit_note' ? '97' : account ? '58' : '1'

/** The sums of BG-22. */
export function sumsOf({ lines, taxes, total, prepaid }: ElectronicDocument) {
  const net = sumOf(lines.map((line) => line.total))
  return { net, tax: sumOf(taxes.map(({ tax }) => tax)), total, prepaid, due: total - prepaid }
}

/** An item has a name of one line; what follows is its description. */
export function itemOf({ description }: DocumentLine) {
  const [name = '', ...rest] = description.trim().split(/\r?\n/)
  return { name: name.trim(), description: rest.join('\n').trim() }
}

/**
 * Quantity, price and what lies between their product and the total of the line. Prices can’t be negative: where one is, the
 * quantity is.
 */
export function pricingOf({ quantity, unit_price, discount, total }: DocumentLine) {
  const sign = unit_price < 0 ? -1 : 1
  const gross = Number(lineAmount({ quantity, unitPrice: unit_price, discount: 0 }))
  const difference = gross - total
  const isWhole = difference === Number(roundHalfAway(BigInt(gross) * BigInt(discount), BigInt(wholeRate)))
  const adjustment: Adjustment | undefined =
    difference === 0
      ? undefined
      : {
          isCharge: difference < 0,
          amount: Math.abs(difference),
          reason: discount > 0 ? 'Discount' : 'Rounding',
          // The last part of a line that is credited bears what rounding left over, and is no such part.
          base: discount > 0 && gross > 0 && isWhole ? { percent: discount, amount: gross } : null,
        }
  return { quantity: quantityText(sign * quantity), unit_price: sign * unit_price, adjustment }
}

/** BG-27 or BG-28 */
export interface Adjustment {
  readonly isCharge: boolean
  readonly amount: number
  readonly reason: string
  readonly base: { readonly percent: number; readonly amount: number } | null
}

/** UNCL5189: a discount. Charges have another list. */
export const reasonCodeOf = ({ isCharge, reason }: Adjustment): string =>
  !isCharge && reason === 'Discount' ? '95' : ''

/** `0.000001` rather than `1e-6` */
const quantityText = (millionths: number) => {
  const text = toQuantity(millionths).toFixed(6)
  return text.replace(/\.?0+$/, '')
}

/** Street lines of an address; the third takes the rest. */
export function streetOf({ street }: Party): readonly [string, string, string] {
  const [first = '', second = '', ...rest] = street.split(/\r?\n/).map((line) => line.trim())
  return [first, second, rest.filter((line) => line !== '').join(', ')]
}

/** Prefixes of VAT numbers: codes of countries, EL for Greece and XI for Northern Ireland. */
const vatPrefixes =
  'AT BE BG CY CZ DE DK EE EL ES FI FR GB GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK XI CH LI NO IS'.split(
    ' ',
  )

/** The VAT number of a party as the standard writes it, with the prefix of its country; undefined for any other number. */
export function vatNumberOf({
  country,
  tax_number,
}: Pick<Party, 'country' | 'tax_number'>): string | undefined {
  const compact = tax_number.toUpperCase().replaceAll(/[^A-Z0-9]/g, '')
  const prefix = compact.slice(0, 2)
  const isKnown = prefix === country || vatPrefixes.includes(prefix)
  return isKnown && /\d{2}/.test(compact) ? compact : undefined
}

/** BT-29 to BT-32, BT-46 to BT-48. Where no tax applies, the standard forbids VAT numbers. */
export function numbersOf(party: Party, { taxes }: ElectronicDocument) {
  const isOutside = taxes.some(({ category }) => category === 'O')
  const vat = isOutside ? undefined : vatNumberOf(party)
  if (vat !== undefined) return { vat, other: '', identifier: '' }
  return { vat: '', other: isOutside ? '' : party.tax_number, identifier: party.tax_number }
}
