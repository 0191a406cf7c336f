import { roundHalfEven } from '../values/rounding.ts'
import type { Frequency } from './schedule-dates.ts'

/** How many periods a year has; a year has 52 weeks. */
const periodsOfYear: Readonly<Record<Frequency, bigint>> = {
  weekly: 52n,
  monthly: 12n,
  quarterly: 4n,
  yearly: 1n,
}

/**
 * Returns what subscriptions of one currency come to in a month, in its minor units: the sum is rounded once, a half to the
 * even neighbor.
 */
export const monthlyRevenue = (
  sums: readonly { readonly frequency: Frequency; readonly amount: number }[],
): number =>
  Number(
    roundHalfEven(
      sums.reduce((sum, { frequency, amount }) => sum + BigInt(amount) * periodsOfYear[frequency], 0n),
      12n,
    ),
  )
