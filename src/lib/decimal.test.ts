import fc from 'fast-check'
import { expect, test } from 'vitest'

import {
  decimalOf,
  differs,
  digits,
  minus,
  percent,
  plus,
  rounded,
  times,
  typedDecimal,
  zero,
} from './decimal.ts'

const said = (value: number) => digits(decimalOf(value))

test('a wire number keeps its digits in any notation', () => {
  expect([0.1, 120, -3.45, 1e-7, 1.5e21, 0].map(said)).toEqual([
    '0.1',
    '120',
    '-3.45',
    '0.0000001',
    '1500000000000000000000',
    '0',
  ])
})

test('0.1 and 0.2 make 0.3', () => {
  expect(digits(plus(decimalOf(0.1), decimalOf(0.2)))).toBe('0.3')
  expect(digits(times(decimalOf(1.1), decimalOf(1.1)))).toBe('1.21')
  expect(digits(percent(decimalOf(99.95), decimalOf(21)))).toBe('20.9895')
})

test('a half rounds away from zero on both sides of it', () => {
  const at = (value: number, scale: number) => digits(rounded(decimalOf(value), scale))
  expect([
    at(0.125, 2),
    at(0.135, 2),
    at(-0.125, 2),
    at(-0.135, 2),
    at(2.5, 0),
    at(3.5, 0),
    at(7, 2),
  ]).toEqual(['0.13', '0.14', '-0.13', '-0.14', '3', '4', '7.00'])
})

test('rounding changes a value by at most half of the last digit', () => {
  const decimals = fc.record({ units: fc.bigInt(-(10n ** 20n), 10n ** 20n), scale: fc.nat(9) })
  fc.assert(
    fc.property(decimals, fc.nat(4), (value, scale) => {
      expect(differs(rounded(value, scale), value, scale)).toBe(false)
    }),
  )
})

test('adding and subtracting the same value changes nothing', () => {
  const wire = fc.integer({ min: -1e12, max: 1e12 }).map((cents) => decimalOf(cents / 100))
  fc.assert(
    fc.property(fc.array(wire), wire, (some, one) => {
      const sum = some.reduce(plus, zero)
      expect(Number(digits(minus(plus(sum, one), one)))).toBe(Number(digits(sum)))
    }),
  )
})

test('typed quantities accept a point or a comma, and nothing but quantities', () => {
  const read = (text: string) => {
    const value = typedDecimal(text)
    return value && digits(value)
  }
  expect(['2', ' 1,5 ', '0.25', '3.'].map(read)).toEqual(['2', '1.5', '0.25', '3'])
  expect(['', 'two', '-1', '1e9', '1.2.3', '1,000.5', '0.1234567', '1'.repeat(13)].map(read)).toEqual(
    Array.from({ length: 8 }, () => undefined),
  )
})
