import { roundHalfAway } from '../values/rounding.ts'
import { lineAmount, wholeRate } from './amounts.ts'

/**
 * Amounts of a credit note. Both sides use this file. Everything is a whole number, as in `invoice-amounts.ts`.
 */
export interface CreditableLine {
  readonly id: number
  readonly quantity: number
  readonly unitPrice: number
  readonly discount: number
  readonly taxRate: number | null
  readonly total: number
  /** The amount of earlier credit notes for this line. */
  readonly credited: Credited
}

/** A tax of the invoice: of the lines with its rate, or of all lines where the invoice doesn’t say the rate. */
export interface CreditableTax {
  readonly id: number
  readonly taxRate: number | null
  readonly total: number
  readonly credited: Credited
}

interface Credited {
  readonly quantity: number
  readonly total: number
}

export interface CreditableInvoice {
  readonly lines: readonly CreditableLine[]
  readonly taxes: readonly CreditableTax[]
}

/** The amounts of a credit note, in minor units. */
export interface CreditAmounts {
  /** By the id of the invoice’s line. */
  readonly lines: ReadonlyMap<number, number>
  readonly net: number
  readonly taxes: readonly { readonly id: number; readonly net: number; readonly tax: number }[]
  readonly total: number
}

/** How much of the line is left to credit. */
export const quantityLeft = ({ quantity, credited }: CreditableLine): number => quantity - credited.quantity

/**
 * Adds up a credit note for these quantities, by the id of the line. Lines and taxes are rounded like those of an invoice,
 * and what credits the rest takes all that is left, so that credit notes never take off a cent more than was charged, nor
 * leave one.
 */
export function creditAmounts(
  { lines, taxes }: CreditableInvoice,
  quantities: ReadonlyMap<number, number>,
): CreditAmounts {
  const amounts = new Map<number, number>()
  for (const line of lines) {
    const quantity = quantities.get(line.id) ?? 0
    if (quantity !== 0) amounts.set(line.id, lineCredit(line, quantity))
  }
  const credited = taxes.map((tax) => {
    const taxed = lines.filter((line) => tax.taxRate === null || line.taxRate === tax.taxRate)
    const net = sumOf(taxed.map(({ id }) => amounts.get(id) ?? 0))
    const isRest = taxed.every((line) => quantityLeft(line) === (quantities.get(line.id) ?? 0))
    const charged = sumOf(taxed.map(({ total }) => total))
    const left = tax.total - tax.credited.total
    return { id: tax.id, net, tax: isRest ? left : within(left, taxOf(tax, net, charged)) }
  })
  const net = sumOf([...amounts.values()])
  const shown = credited.filter(({ net: taxedNet, tax }) => taxedNet !== 0 || tax !== 0)
  return { lines: amounts, net, taxes: shown, total: net + sumOf(shown.map(({ tax }) => tax)) }
}

/**
 * Finds the group of lines with the same tax of which more would be credited than was charged, such as when a line is
 * credited and the discount on it isn’t. Returns how much of it is left and its rate.
 */
export function overcredited(
  { lines, taxes }: CreditableInvoice,
  { lines: amounts }: Pick<CreditAmounts, 'lines'>,
): { readonly taxRate: number | null; readonly left: number } | undefined {
  const isApart = taxes.some(({ taxRate }) => taxRate !== null)
  const groups = Map.groupBy(lines, ({ taxRate }) => (isApart ? taxRate : null))
  for (const [taxRate, group] of groups) {
    const left = sumOf(group.map(({ total, credited }) => total - credited.total))
    const net = sumOf(group.map(({ id }) => amounts.get(id) ?? 0))
    if (within(left, net) !== net || (net !== 0 && Math.sign(net) !== Math.sign(left)))
      return { taxRate, left }
  }
  return undefined
}

function lineCredit(line: CreditableLine, quantity: number): number {
  const left = line.total - line.credited.total
  return quantity === quantityLeft(line) ? left : within(left, Number(lineAmount({ ...line, quantity })))
}

function taxOf({ taxRate, total }: CreditableTax, net: number, charged: number): number {
  if (taxRate !== null) return Number(roundHalfAway(BigInt(net) * BigInt(taxRate), BigInt(wholeRate)))
  // Part of a tax whose rate nobody wrote down: the same part of it.
  const [part, whole] = charged < 0 ? [-net, -charged] : [net, charged]
  return whole === 0 ? 0 : Number(roundHalfAway(BigInt(total) * BigInt(part), BigInt(whole)))
}

/** The amount, or all that is left where that is less. */
const within = (left: number, amount: number) => (left >= 0 ? Math.min(left, amount) : Math.max(left, amount))

const sumOf = (amounts: readonly number[]) => amounts.reduce((sum, amount) => sum + amount, 0)
