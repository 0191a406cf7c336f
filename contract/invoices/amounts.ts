import { roundHalfAway } from '../values/rounding.ts'

/**
 * Amounts of an invoice. Both sides use this file, so the figures on the screen are those that are
 * stored. Everything is a whole number: amounts are minor units, quantities millionths, rates thousandths of a percent.
 */
export interface LineAmounts {
  readonly quantity: number
  readonly unitPrice: number
  /** Discount of the line. */
  readonly discount: number
  readonly taxRate: number
  /** False of an optional one that isn’t chosen: net, taxes and total leave it out. */
  readonly isCounted?: boolean
}

interface RateAmounts {
  readonly taxRate: number
  /** The sum of the lines with this rate. */
  readonly net: number
  readonly tax: number
}

/** The amounts of an invoice, in minor units of its currency. */
export interface DocumentAmounts {
  /** One for each line, in their order, after the discount. */
  readonly lines: readonly number[]
  readonly net: number
  /** By rate, the lowest first; without those of 0. */
  readonly taxes: readonly RateAmounts[]
  readonly total: number
}

/** Amounts stay below this many minor units: a JSON number shows up to fifteen digits exactly. */
const largestAmount = 999_999_999_999_999n

const millionths = 1_000_000n
/** 100% in thousandths of a percent. */
export const wholeRate = 100_000

/**
 * Adds up an invoice. A line is rounded once, half away from zero; tax is calculated on the sum of each rate and rounded once,
 * in the same way. The total is the sum of what is shown. Returns undefined where an amount is too large.
 */
export function amountsOf(lines: readonly LineAmounts[]): DocumentAmounts | undefined {
  const totals = lines.map(lineAmount)
  const nets = new Map<number, bigint>()
  for (const [index, { taxRate, isCounted = true }] of lines.entries())
    if (isCounted) nets.set(taxRate, (nets.get(taxRate) ?? 0n) + (totals[index] ?? 0n))
  const taxes = [...nets]
    .filter(([taxRate]) => taxRate !== 0)
    .toSorted(([left], [right]) => left - right)
    .map(([taxRate, net]) => ({
      taxRate,
      net,
      tax: roundHalfAway(net * BigInt(taxRate), BigInt(wholeRate)),
    }))
  const net = sumOf([...nets.values()])
  const total = net + sumOf(taxes.map(({ tax }) => tax))
  const all = [...totals, net, total, ...taxes.flatMap((rate) => [rate.net, rate.tax])]
  if (all.some((amount) => amount > largestAmount || amount < -largestAmount)) return undefined
  return {
    lines: totals.map(Number),
    net: Number(net),
    taxes: taxes.map((rate) => ({ taxRate: rate.taxRate, net: Number(rate.net), tax: Number(rate.tax) })),
    total: Number(total),
  }
}

/** The total of a line. */
export function lineAmount({
  quantity,
  unitPrice,
  discount,
}: Pick<LineAmounts, 'quantity' | 'unitPrice' | 'discount'>): bigint {
  const gross = BigInt(quantity) * BigInt(unitPrice)
  return roundHalfAway(gross * BigInt(wholeRate - discount), millionths * BigInt(wholeRate))
}

const sumOf = (amounts: readonly bigint[]) => amounts.reduce((sum, amount) => sum + amount, 0n)
