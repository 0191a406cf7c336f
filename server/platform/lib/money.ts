/**
 * Money inside the service: whole minor units of a currency, so that sums are exact. The wire has decimals.
 */

import { fractionDigits } from '#contract/values/currencies.ts'
import { roundHalfAway } from '#contract/values/rounding.ts'

/** Amounts stay below this many minor units: a JSON number shows up to fifteen digits exactly. */
export const largestAmount = 999_999_999_999_999

const quantityDigits = 6
const taxDigits = 3

/** A decimal such as 12.5 as minor units of the currency. Throws a `RangeError` where it has finer parts or is too large. */
export const toMinor = (decimal: number | string, currency: string): number =>
  whole(decimal, fractionDigits(currency))

/** Returns what is wrong with an amount that somebody entered in that currency; undefined if nothing. */
export function amountProblem(decimal: number, currency: string): string | undefined {
  try {
    toMinor(decimal, currency)
    return undefined
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
  }
  if (Math.abs(decimal) > toDecimal(largestAmount, currency)) return 'This amount is too large'
  const digits = fractionDigits(currency)
  return digits === 0 ? `Use a whole amount: ${currency} has no decimals` : `Use at most ${digits} decimals`
}

/** Minor units of the currency as the decimal of the wire. */
export const toDecimal = (minor: number, currency: string): number => minor / 10 ** fractionDigits(currency)

/** The same as text with all its decimals: `12.50`, and `1200` for a currency that has none. */
export const decimalText = (minor: number, currency: string): string =>
  toDecimal(minor, currency).toFixed(fractionDigits(currency))

/** A quantity such as 2.25 as millionths, and back. */
export const toMillionths = (quantity: number | string): number => whole(quantity, quantityDigits)
/** Millionths as a quantity. */
export const toQuantity = (millionths: number): number => millionths / 10 ** quantityDigits

/** A rate such as 8.875 percent as thousandths of a percent, and back. */
export const toTaxRate = (percent: number | string): number => whole(percent, taxDigits)
/** Thousandths of a percent as percent. */
export const toPercent = (taxRate: number): number => taxRate / 10 ** taxDigits

/**
 * Quantity times unit price in minor units; half a unit goes away from zero. Throws a `RangeError` where that is
 * more than any amount may be.
 */
export const lineTotal = (millionths: number, unitPrice: number): number =>
  bounded(Number(roundHalfAway(BigInt(millionths) * BigInt(unitPrice), 10n ** BigInt(quantityDigits))))

/** Returns the sum of amounts in minor units. Throws a `RangeError` where that is more than any amount may be. */
export const sumOf = (amounts: readonly number[]): number =>
  // Each step stays exact: two amounts within the bound add up to less than the largest safe integer.
  amounts.reduce((sum, amount) => bounded(sum + amount), 0)

function bounded(amount: number): number {
  if (Math.abs(amount) > largestAmount) throw new RangeError(`${amount} is too large`)
  return amount
}

/** `decimal` times ten to the power of `digits`, by its digits and so without a rounding error. */
function whole(decimal: number | string, digits: number): number {
  const [, sign, integer = '', fraction = ''] = /^(-?)([0-9]+)(?:\.([0-9]+))?$/.exec(String(decimal)) ?? []
  const significant = withoutEndZeros(fraction)
  if (integer === '' || significant.length > digits)
    throw new RangeError(`${decimal} is no decimal with at most ${digits} places`)
  return bounded(Number(`${sign}${integer}${significant.padEnd(digits, '0')}`))
}

function withoutEndZeros(digits: string): string {
  let end = digits.length
  while (digits[end - 1] === '0') end -= 1
  return digits.slice(0, end)
}
