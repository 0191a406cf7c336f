import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { fractionDigits } from '#contract/values/currencies.ts'
import { roundHalfAway } from '#contract/values/rounding.ts'

import {
  largestAmount,
  lineTotal,
  sumOf,
  toDecimal,
  toMillionths,
  toMinor,
  toPercent,
  toQuantity,
  toTaxRate,
} from './money.ts'

const currency = fc.constantFrom('EUR', 'USD', 'JPY', 'KRW', 'CLP', 'KWD', 'BHD', 'TND', 'XXQ', 'bitcoin')
const minor = fc.integer({ min: -largestAmount, max: largestAmount })

test.each([
  ['EUR', 2],
  ['USD', 2],
  ['JPY', 0],
  ['KRW', 0],
  ['CLP', 0],
  ['KWD', 3],
  ['BHD', 3],
  ['TND', 3],
  ['QQQ', 2],
  ['', 2],
  ['€', 2],
])('%s has %i decimals', (code, digits) => {
  expect(fractionDigits(code)).toBe(digits)
})

test('an amount survives the round trip over the wire in every currency', () => {
  fc.assert(
    fc.property(minor, currency, (amount, code) => {
      const wire = JSON.parse(JSON.stringify(toDecimal(amount, code))) as number
      expect(toMinor(wire, code)).toBe(amount)
    }),
  )
})

test('the wire carries an amount digit for digit', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: largestAmount }), currency, (amount, code) => {
      const digits = fractionDigits(code)
      const text = String(amount).padStart(digits + 1, '0')
      const exact = digits === 0 ? text : `${text.slice(0, -digits)}.${text.slice(-digits)}`
      const shown = JSON.stringify(toDecimal(amount, code))
      // 1e-7 and smaller would be written with an exponent; no currency has that many decimals.
      expect(shown).toBe(exact.includes('.') ? exact.replace(/\.?0+$/, '') : exact)
    }),
  )
})

test.each([
  [0.1 + 0.2, 'EUR'],
  [10.005, 'EUR'],
  [0.5, 'JPY'],
  [1.0005, 'KWD'],
  [1e21, 'EUR'],
  [1e-7, 'EUR'],
  [Number.NaN, 'EUR'],
  [Number.POSITIVE_INFINITY, 'EUR'],
  ['12,50', 'EUR'],
  ['', 'EUR'],
  [largestAmount, 'EUR'],
])('%s %s is rejected rather than rounded', (decimal, code) => {
  expect(() => toMinor(decimal, code)).toThrow(RangeError)
})

test('a line or sum beyond the largest amount is rejected rather than stored inexactly', () => {
  expect(() => lineTotal(toMillionths(1e8), 10 ** 13)).toThrow(RangeError)
  expect(lineTotal(toMillionths(1), largestAmount)).toBe(largestAmount)
  expect(() => sumOf([largestAmount, 1])).toThrow(RangeError)
  expect(() => sumOf([-largestAmount, -1])).toThrow(RangeError)
  expect(sumOf([largestAmount, -1, 1])).toBe(largestAmount)
})

test('quantities and tax rates survive the round trip', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 10 ** 12 }), (amount) => {
      expect(toMillionths(toQuantity(amount))).toBe(amount)
      expect(toTaxRate(toPercent(amount))).toBe(amount)
    }),
  )
})

describe('a line total is rounded half away from zero', () => {
  test.each([
    [0.5, 1, 1],
    [2.5, 5, 13],
    [0.5, 3, 2],
    [0.5, 5, 3],
    [1.5, 1, 2],
    [2.25, 8500, 19_125],
    [0.333333, 100, 33],
    [0.5, -3, -2],
    [0.5, -1, -1],
    [3, 19.99 * 100, 5997],
  ])('%s × %s minor units is %s', (quantity, price, total) => {
    expect(lineTotal(toMillionths(quantity), Math.round(price))).toBe(total)
  })

  test('to within half a unit, and away from zero at exactly half', () => {
    fc.assert(
      fc.property(
        fc.bigInt(-(10n ** 30n), 10n ** 30n),
        fc.bigInt(1n, 10n ** 15n),
        (numerator, denominator) => {
          const rounded = roundHalfAway(numerator, denominator)
          const twiceOff = (numerator - rounded * denominator) * 2n
          const distance = twiceOff < 0n ? -twiceOff : twiceOff
          expect(distance <= denominator).toBe(true)
          const isAway = rounded < 0n ? twiceOff > 0n : twiceOff < 0n
          expect(distance < denominator || isAway).toBe(true)
        },
      ),
    )
  })

  test('so splitting a whole quantity loses nothing', () => {
    fc.assert(
      fc.property(
        fc.nat(100_000),
        fc.nat(100_000),
        fc.integer({ min: -100_000_000, max: 100_000_000 }),
        (a, b, price) => {
          const totalOf = (count: number) => lineTotal(toMillionths(count), price)
          expect(totalOf(a) + totalOf(b)).toBe(totalOf(a + b))
        },
      ),
    )
  })
})
