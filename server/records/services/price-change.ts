import { largestAmount } from '#server/platform/lib/money.ts'

const hundredths = 10_000n // of a percent, in one whole

/**
 * Returns an amount in minor units changed by a percentage with at most two decimals: rounded half away from zero, so
 * that the same rise gives the same price to a till and to a person. Throws a `RangeError` beyond every amount.
 */
export function changedBy(amount: number, percent: number): number {
  const factor = hundredths + BigInt(Math.round(percent * 100))
  const exact = BigInt(amount) * factor
  const size = exact < 0n ? -exact : exact
  const rounded = Number((size * 2n + hundredths) / (hundredths * 2n))
  if (rounded > largestAmount) throw new RangeError(`${amount} changed by ${percent}% is too large`)
  return exact < 0n ? -rounded : rounded
}
