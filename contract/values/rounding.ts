/** Returns the nearest whole number of a fraction; a half goes to the even neighbor. The denominator is positive. */
export const roundHalfEven = (numerator: bigint, denominator: bigint): bigint =>
  nearest(numerator, denominator, (below) => below % 2n === 1n)

/** Returns the nearest whole number of a fraction; a half goes away from zero. The denominator is positive. */
export const roundHalfAway = (numerator: bigint, denominator: bigint): bigint =>
  nearest(numerator, denominator, () => true)

function nearest(numerator: bigint, denominator: bigint, isHalfUp: (below: bigint) => boolean): bigint {
  const magnitude = numerator < 0n ? -numerator : numerator
  const [below, twiceRest] = [magnitude / denominator, (magnitude % denominator) * 2n]
  const isUp = twiceRest > denominator || (twiceRest === denominator && isHalfUp(below))
  const rounded = isUp ? below + 1n : below
  return numerator < 0n ? -rounded : rounded
}
