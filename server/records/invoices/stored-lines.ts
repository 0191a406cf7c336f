import { splitTax } from '#contract/invoices/lines.ts'
import { sumOf } from '#server/platform/lib/money.ts'

interface Line {
  readonly description: string
  readonly kind: 'item' | 'tax'
  readonly total: number
}

/** The sum of the lines, in minor units. */
export const totalOf = (lines: readonly Pick<Line, 'total'>[]): number =>
  sumOf(lines.map(({ total }) => total))

/** Separates what the lines of a stored document charge from the taxes that they add up to its total with. */
export const splitStored = <Some extends Line>(all: readonly Some[], total: number) =>
  splitTax(all, (charged, tax) => totalOf(charged) + totalOf(tax) === total)
