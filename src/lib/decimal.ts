import { roundHalfAway } from '#contract/values/rounding.ts'

/** An exact decimal: `units` / 10^`scale`. Amounts are never added up as floating-point numbers. */
export interface Decimal {
  readonly units: bigint
  readonly scale: number
}

/** 0, without decimals. */
export const zero: Decimal = { units: 0n, scale: 0 }

/** The decimal a number of the wire was written as; JSON numbers come back in their shortest spelling. */
export function decimalOf(value: number): Decimal {
  const read = readDecimal(String(value))
  if (!read) throw new RangeError(`${value} is no decimal`)
  return read
}

/** A typed number, with a point or a comma before the fraction; undefined if it isn’t a number. */
export function typedDecimal(text: string): Decimal | undefined {
  const plain = text.trim().replace(',', '.')
  return /^\d{1,12}(\.\d{0,6})?$/.test(plain) ? readDecimal(plain) : undefined
}

/** Returns a + b exactly. */
export const plus = (a: Decimal, b: Decimal): Decimal => {
  const scale = Math.max(a.scale, b.scale)
  return { units: unitsAt(a, scale) + unitsAt(b, scale), scale }
}

/** The exact sum of numbers of the wire. */
export const sumOf = (values: readonly number[]): Decimal => values.map(decimalOf).reduce(plus, zero)

/** Returns a − b exactly. */
export const minus = (a: Decimal, b: Decimal): Decimal => plus(a, { units: -b.units, scale: b.scale })

/** Returns a × b exactly. */
export const times = (a: Decimal, b: Decimal): Decimal => ({
  units: a.units * b.units,
  scale: a.scale + b.scale,
})

/** Returns `rate` percent of `whole`, exactly. */
export const percent = (whole: Decimal, rate: Decimal): Decimal =>
  times(times(whole, rate), { units: 1n, scale: 2 })

/** To that many digits after the point; a half goes away from zero. */
export function rounded(value: Decimal, scale: number): Decimal {
  if (value.scale <= scale) return { units: unitsAt(value, scale), scale }
  return { units: roundHalfAway(value.units, 10n ** BigInt(value.scale - scale)), scale }
}

/** The distance between two decimals is more than half of the last of `scale` digits: no way of rounding explains it. */
export function differs(a: Decimal, b: Decimal, scale: number): boolean {
  const { units, scale: own } = minus(a, b)
  const size = units < 0n ? -units : units
  return size * 2n * 10n ** BigInt(scale) > 10n ** BigInt(own)
}

/** In plain digits, as `Intl.NumberFormat` reads it without loss. */
export function digits({ units, scale }: Decimal): `${number}` {
  const isNegative = units < 0n
  const all = String(isNegative ? -units : units).padStart(scale + 1, '0')
  const [whole, fraction] = [all.slice(0, all.length - scale), all.slice(all.length - scale)]
  return `${isNegative ? '-' : ''}${whole}${fraction && `.${fraction}`}` as `${number}`
}

/** The decimal as a whole number of the unit that `scale` digits after the point make; undefined where it is finer. */
export function wholeAt({ units, scale: own }: Decimal, scale: number): number | undefined {
  if (own <= scale) return Number(units * 10n ** BigInt(scale - own))
  const divisor = 10n ** BigInt(own - scale)
  return units % divisor === 0n ? Number(units / divisor) : undefined
}

const unitsAt = ({ units, scale }: Decimal, target: number) => units * 10n ** BigInt(target - scale)

function readDecimal(text: string): Decimal | undefined {
  const [, sign, whole = '', fraction = '', exponent = '0'] =
    /^(-?)(\d+)(?:\.(\d*))?(?:e([+-]\d+))?$/.exec(text) ?? []
  if (sign === undefined) return undefined
  const scale = fraction.length - Number(exponent)
  const units = BigInt(`${sign}${whole}${fraction}`)
  return scale >= 0 ? { units, scale } : { units: units * 10n ** BigInt(-scale), scale: 0 }
}
