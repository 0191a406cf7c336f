import { roundHalfAway } from '../values/rounding.ts'
import { type LineAmounts, lineAmount } from './amounts.ts'

/** A line of an invoice in whole numbers, as `LineAmounts` counts them. */
export interface BilledLine extends LineAmounts {
  readonly description: string
}

/** Days of a period: from the one of that number, counted from 0, until before that one, `of` all its days. */
export interface PartOfPeriod {
  readonly from: number
  readonly until: number
  readonly of: number
}

/** 1 in millionths. */
const one = 1_000_000

/**
 * Returns what those days are of an amount for the whole period. The amounts up to each day are rounded, a half away from
 * zero, and subtracted from each other, so the parts of a period always add up to it.
 */
export function prorate(amount: bigint, { from, until, of }: PartOfPeriod): bigint {
  const upTo = (day: number) => roundHalfAway(amount * BigInt(day), BigInt(of))
  return upTo(until) - upTo(from)
}

/** The sum of the lines before tax. */
export const netOf = (lines: readonly BilledLine[]): bigint =>
  lines.reduce((sum, line) => sum + lineAmount(line), 0n)

/**
 * Returns what one period of a plan is billed as. A price of the subscription's own is divided among the lines as the plan
 * divides its price, so that each keeps its tax rate.
 */
export function subscribedLines(
  plan: readonly BilledLine[],
  { quantity, price }: { readonly quantity: number; readonly price: number | null },
): BilledLine[] {
  if (price === null) return plan.map((line) => ({ ...line, quantity: line.quantity * quantity }))
  const whole = netOf(plan)
  let before = 0n
  return plan.map((line, index) => {
    const after = before + lineAmount(line)
    const share =
      whole > 0n
        ? roundHalfAway(BigInt(price) * after, whole) - roundHalfAway(BigInt(price) * before, whole)
        : BigInt(index === 0 ? price : 0)
    before = after
    return { ...line, quantity: quantity * one, unitPrice: Number(share), discount: 0 }
  })
}

const lump = ({ description, taxRate }: BilledLine, amount: bigint, note: string): BilledLine => ({
  description: `${description.slice(0, 900)} (${note})`,
  quantity: one,
  unitPrice: Number(amount),
  discount: 0,
  taxRate,
})
const daysOf = ({ from, until, of }: PartOfPeriod) => `${until - from} of ${of} days`

/** The lines of a period that is billed in part. */
export const partOfLines = (lines: readonly BilledLine[], part: PartOfPeriod): BilledLine[] =>
  lines.map((line) => lump(line, prorate(lineAmount(line), part), daysOf(part)))

/** Returns what the rest of a period charges or credits once its lines have changed. */
export const differences = (
  before: readonly BilledLine[],
  after: readonly BilledLine[],
  rest: PartOfPeriod,
): BilledLine[] =>
  after.flatMap((line, index) => {
    const old = before[index]
    const amount = prorate(lineAmount(line) - (old ? lineAmount(old) : 0n), rest)
    return amount === 0n ? [] : [lump(line, amount, `changed, ${daysOf(rest)}`)]
  })

/**
 * Adds charges and credits to the lines of an invoice. Credits are used up to what the invoice charges at their tax rate,
 * so that it’s never negative; `taken` is what it includes of both, and `rest` what is left for the next one.
 */
export function settle(
  lines: readonly BilledLine[],
  changes: readonly BilledLine[],
): {
  readonly lines: readonly BilledLine[]
  readonly taken: readonly BilledLine[]
  readonly rest: readonly BilledLine[]
} {
  const charged = changes.filter(({ unitPrice }) => unitPrice > 0)
  const room = new Map<number, bigint>()
  for (const line of [...lines, ...charged])
    room.set(line.taxRate, (room.get(line.taxRate) ?? 0n) + lineAmount(line))
  const used: BilledLine[] = []
  const rest: BilledLine[] = []
  for (const credit of changes.filter(({ unitPrice }) => unitPrice < 0)) {
    const left = Number(room.get(credit.taxRate) ?? 0n)
    const taken = Math.min(Math.max(left, 0), -credit.unitPrice)
    room.set(credit.taxRate, BigInt(left - taken))
    if (taken > 0) used.push({ ...credit, unitPrice: -taken })
    if (taken < -credit.unitPrice) rest.push({ ...credit, unitPrice: credit.unitPrice + taken })
  }
  const taken = [...charged, ...used]
  return { lines: [...lines, ...taken], taken, rest }
}
