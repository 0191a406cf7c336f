import fc from 'fast-check'
import { expect, test } from 'vitest'

import { amountsOf } from './amounts.ts'
import { type CreditableInvoice, creditAmounts, overcredited, quantityLeft } from './credit-amounts.ts'

const anyInvoice = fc
  .array(
    fc.record({
      quantity: fc.integer({ min: 1, max: 20_000_000 }),
      unitPrice: fc.integer({ min: 0, max: 100_000 }),
      discount: fc.constantFrom(0, 0, 12_500),
      taxRate: fc.constantFrom(0, 7_000, 19_000, 21_000),
    }),
    { minLength: 1, maxLength: 6 },
  )
  .map((lines): CreditableInvoice => {
    const amounts = amountsOf(lines)!
    const credited = { quantity: 0, total: 0 }
    return {
      lines: lines.map((line, index) => ({ ...line, id: index, total: amounts.lines[index]!, credited })),
      taxes: amounts.taxes.map(({ taxRate, tax }, index) => ({
        id: 100 + index,
        taxRate,
        total: tax,
        credited,
      })),
    }
  })

/** The invoice after a credit note. */
function credit(invoice: CreditableInvoice, quantities: ReadonlyMap<number, number>) {
  const amounts = creditAmounts(invoice, quantities)
  expect(overcredited(invoice, amounts)).toBeUndefined()
  const taxOf = new Map(amounts.taxes.map(({ id, tax }) => [id, tax]))
  const after: CreditableInvoice = {
    lines: invoice.lines.map((line) => ({
      ...line,
      credited: {
        quantity: line.credited.quantity + (quantities.get(line.id) ?? 0),
        total: line.credited.total + (amounts.lines.get(line.id) ?? 0),
      },
    })),
    taxes: invoice.taxes.map((tax) => ({
      ...tax,
      credited: { quantity: 0, total: tax.credited.total + (taxOf.get(tax.id) ?? 0) },
    })),
  }
  return { after, total: amounts.total }
}

const totalOf = ({ lines, taxes }: CreditableInvoice) =>
  [...lines, ...taxes].reduce((sum, { total }) => sum + total, 0)
const rest = ({ lines }: CreditableInvoice) => new Map(lines.map((line) => [line.id, quantityLeft(line)]))

test('credit notes never take off more than the invoice, and together exactly all of it', () => {
  fc.assert(
    fc.property(
      anyInvoice,
      fc.array(fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 6, maxLength: 6 }), {
        maxLength: 5,
      }),
      (invoice, notes) => {
        let [left, credited] = [invoice, 0]
        for (const parts of notes) {
          const quantities = new Map(
            left.lines.map((line) => [line.id, Math.floor(quantityLeft(line) * parts[line.id]!)]),
          )
          const { after, total } = credit(left, quantities)
          expect(total).toBeGreaterThanOrEqual(0)
          credited += total
          expect(credited).toBeLessThanOrEqual(totalOf(invoice))
          left = after
        }
        expect(credited + credit(left, rest(left)).total).toBe(totalOf(invoice))
      },
    ),
  )
})

test('a single credit note of everything has the lines and taxes of the invoice', () => {
  fc.assert(
    fc.property(anyInvoice, (invoice) => {
      const amounts = creditAmounts(invoice, rest(invoice))
      for (const { id, total } of invoice.lines) expect(amounts.lines.get(id) ?? 0).toBe(total)
      expect(amounts.total).toBe(totalOf(invoice))
    }),
  )
})

const none = { quantity: 0, total: 0 }
const line = { id: 1, quantity: 3_000_000, unitPrice: 50, discount: 0, total: 150, credited: none }

test('tax is rounded for each credit note, and the last one takes the rest', () => {
  const invoice = {
    lines: [{ ...line, taxRate: 7_000 }],
    // 10.5 cents.
    taxes: [{ id: 9, taxRate: 7_000, total: 11, credited: none }],
  }
  const one = new Map([[1, 1_000_000]])
  const first = credit(invoice, one)
  const second = credit(first.after, one)
  const third = credit(second.after, one)
  expect([first, second, third].map(({ total }) => total)).toEqual([54, 54, 53])
})

test('a credit note for one of two lines leaves the tax of the other one', () => {
  const invoice = {
    lines: [
      { ...line, taxRate: 7_000 },
      { ...line, id: 2, taxRate: 7_000 },
    ],
    taxes: [{ id: 9, taxRate: 7_000, total: 21, credited: none }],
  }
  const { after, total } = credit(invoice, new Map([[1, 3_000_000]]))
  expect(total).toBe(161)
  expect(credit(after, rest(after)).total).toBe(160)
})

test('a tax whose rate is only in its words is credited by the part of the lines', () => {
  const invoice = {
    lines: [{ ...line, taxRate: null }],
    taxes: [{ id: 9, taxRate: null, total: 31, credited: none }],
  }
  expect(creditAmounts(invoice, new Map([[1, 1_000_000]]))).toMatchObject({
    net: 50,
    taxes: [{ id: 9, net: 50, tax: 10 }],
    total: 60,
  })
})

test('a line can’t be credited without the discount that belongs to it', () => {
  const discount = { ...line, id: 2, quantity: 1_000_000, unitPrice: -30, total: -30, taxRate: 7_000 }
  const invoice = {
    lines: [{ ...line, taxRate: 7_000 }, discount],
    taxes: [{ id: 9, taxRate: 7_000, total: 8, credited: none }],
  }
  const alone = creditAmounts(invoice, new Map([[1, 3_000_000]]))
  expect(overcredited(invoice, alone)).toEqual({ taxRate: 7_000, left: 120 })
  expect(overcredited(invoice, creditAmounts(invoice, rest(invoice)))).toBeUndefined()
})
