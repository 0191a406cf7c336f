import fc from 'fast-check'
import { expect, test } from 'vitest'

import { type LineAmounts, amountsOf } from './amounts.ts'

const line = (more: Partial<LineAmounts>): LineAmounts => ({
  quantity: 1_000_000,
  unitPrice: 0,
  discount: 0,
  taxRate: 0,
  ...more,
})
const anyLine: fc.Arbitrary<LineAmounts> = fc.record({
  quantity: fc.integer({ min: 0, max: 2_000_000_000 }),
  unitPrice: fc.integer({ min: -1_000_000, max: 1_000_000 }),
  discount: fc.integer({ min: 0, max: 100_000 }),
  taxRate: fc.constantFrom(0, 5_500, 7_000, 8_875, 19_000, 21_000, 100_000),
})
const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0)

test('what is shown always adds up, whatever the lines', () => {
  fc.assert(
    fc.property(fc.array(anyLine, { maxLength: 30 }), (lines) => {
      const amounts = amountsOf(lines)!
      expect(sum(amounts.lines)).toBe(amounts.net)
      const untaxed = sum(amounts.lines.filter((_, index) => lines[index]!.taxRate === 0))
      expect(untaxed + sum(amounts.taxes.map(({ net }) => net))).toBe(amounts.net)
      expect(amounts.net + sum(amounts.taxes.map(({ tax }) => tax))).toBe(amounts.total)
    }),
  )
})

test('tax is at most half a minor unit from the exact tax of its rate, however many lines', () => {
  fc.assert(
    fc.property(fc.array(anyLine, { maxLength: 30 }), (lines) => {
      for (const { taxRate, net, tax } of amountsOf(lines)!.taxes)
        expect(Math.abs(tax * 100_000 - net * taxRate)).toBeLessThanOrEqual(50_000)
    }),
  )
})

test('a line is at most half a minor unit from quantity × price, and never below what a half is rounded to', () => {
  fc.assert(
    fc.property(anyLine, ({ discount: _discount, ...one }) => {
      const [amount = 0] = amountsOf([{ ...one, discount: 0 }])!.lines
      const off = 2n * (BigInt(amount) * 1_000_000n - BigInt(one.quantity) * BigInt(one.unitPrice))
      // Half a unit goes away from zero.
      const [low, high] = one.unitPrice < 0 ? [-1_000_000n, 999_999n] : [-999_999n, 1_000_000n]
      expect(off >= low && off <= high).toBe(true)
    }),
  )
})

test('credits are the same as charges with the other sign', () => {
  fc.assert(
    fc.property(fc.array(anyLine, { maxLength: 30 }), (lines) => {
      const [charged, credited] = [
        amountsOf(lines)!,
        amountsOf(lines.map((one) => ({ ...one, unitPrice: -one.unitPrice })))!,
      ]
      expect(credited.total + charged.total).toBe(0)
    }),
  )
})

test('the order of lines changes nothing but their order', () => {
  fc.assert(
    fc.property(fc.array(anyLine, { maxLength: 30 }), (lines) => {
      const [amounts, reversed] = [amountsOf(lines)!, amountsOf(lines.toReversed())!]
      expect(reversed).toEqual({ ...amounts, lines: amounts.lines.toReversed() })
    }),
  )
})

test.each([
  ['half a cent of tax is rounded up', [line({ unitPrice: 250, taxRate: 21_000 })], 53],
  [
    'half a cent of negative tax is rounded away from zero',
    [line({ unitPrice: -250, taxRate: 21_000 })],
    -53,
  ],
  [
    'tax is rounded once for all lines of a rate',
    [1, 2, 3].map(() => line({ unitPrice: 102, taxRate: 19_000 })),
    58,
  ],
  ['each rate is rounded on its own', [7_000, 19_000].map((taxRate) => line({ unitPrice: 50, taxRate })), 14],
  ['nothing taxable has no tax', [line({ unitPrice: 999 })], 0],
])('%s', (_title, lines, tax) => {
  expect(sum(amountsOf(lines)!.taxes.map((rate) => rate.tax))).toBe(tax)
})

test.each([
  ['a quantity in fractions', { quantity: 2_250_000, unitPrice: 1_000 }, 2_250],
  ['a discount', { unitPrice: 19_999, discount: 12_500 }, 17_499],
  ['half a cent', { quantity: 500_000, unitPrice: 125 }, 63],
  ['half a cent of a small price', { quantity: 2_500_000, unitPrice: 5 }, 13],
  ['half a cent below zero', { quantity: 500_000, unitPrice: -125 }, -63],
  ['all of it taken off', { unitPrice: 19_999, discount: 100_000 }, 0],
])('a line with %s', (_title, more, amount) => {
  expect(amountsOf([line(more)])!.lines).toEqual([amount])
})

test('an amount that JSON can’t show exactly is refused', () => {
  const most = line({ quantity: 1_000_000, unitPrice: 999_999_999_999_999 })
  expect(amountsOf([most])?.total).toBe(999_999_999_999_999)
  expect(amountsOf([most, line({ unitPrice: 1 })])).toBeUndefined()
  expect(amountsOf([{ ...most, taxRate: 1_000 }])).toBeUndefined()
})

test('an invoice without lines comes to nothing', () => {
  expect(amountsOf([])).toEqual({ lines: [], net: 0, taxes: [], total: 0 })
})

test('a line that isn’t counted has its own amount, and the rest adds up as without it', () => {
  const anyOption = fc.tuple(anyLine, fc.boolean()).map(([one, isCounted]) => ({ ...one, isCounted }))
  fc.assert(
    fc.property(fc.array(anyOption, { maxLength: 20 }), (lines) => {
      const amounts = amountsOf(lines)!
      const { lines: _lines, ...counted } = amountsOf(lines.filter((one) => one.isCounted))!
      expect(amounts).toMatchObject(counted)
      expect(amounts.lines).toEqual(amountsOf(lines.map(({ isCounted: _not, ...one }) => one))!.lines)
    }),
  )
})
