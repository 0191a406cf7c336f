import fc from 'fast-check'
import { expect, test } from 'vitest'

import { decimalOf, digits } from '#lib/decimal.ts'

import { quote, quoteText } from './-quote.ts'

const said = (price: number, currency: string, tax_rate: number, quantity: number) => {
  const { net, tax, gross } = quote([
    { service: { price, currency, tax_rate }, quantity: decimalOf(quantity) },
  ])
  return [net, tax, gross].map(digits)
}

test.each([
  [120, 'EUR', 21, 3, ['360.00', '75.60', '435.60']],
  [120, 'EUR', 21, 0.25, ['30.00', '6.30', '36.30']],
  [0.1, 'EUR', 0, 3, ['0.30', '0.00', '0.30']],
  [1.005, 'EUR', 0, 1, ['1.01', '0.00', '1.01']],
  [1250, 'JPY', 10, 1.5, ['1875', '188', '2063']],
  [1.255, 'KWD', 5, 2, ['2.510', '0.126', '2.636']],
  [99, 'EUR', 19, 0, ['0.00', '0.00', '0.00']],
])('%d %s with %d%% tax, %d times, is %j', (price, currency, rate, quantity, amounts) => {
  expect(said(price, currency, rate, quantity)).toEqual(amounts)
})

test('net and tax add up to gross, to the last minor unit', () => {
  const cents = fc.integer({ min: 0, max: 1e9 }).map((units) => units / 100)
  const currencies = fc.constantFrom('EUR', 'JPY', 'KWD')
  fc.assert(
    fc.property(
      cents,
      currencies,
      fc.integer({ min: 0, max: 300 }),
      cents,
      (price, currency, tenths, many) => {
        const { net, tax, gross } = quote([
          { service: { price, currency, tax_rate: tenths / 10 }, quantity: decimalOf(many) },
        ])
        expect(gross).toEqual({ units: net.units + tax.units, scale: net.scale })
        expect(tax.scale).toBe(net.scale)
      },
    ),
  )
})

const line = (name: string, price: number, tax_rate: number, quantity: number) => ({
  service: { name, price, currency: 'EUR', tax_rate, unit: 'hours' },
  quantity: decimalOf(quantity),
})

test('several services make one quote, with one tax amount per rate', () => {
  const { lines, net, taxes, gross } = quote([
    line('Design', 85, 21, 2.5),
    line('Illustration', 95, 21, 1),
    line('Book', 20, 9, 3),
  ])
  expect(lines.map(digits)).toEqual(['212.50', '95.00', '60.00'])
  expect(taxes.map(({ rate, amount }) => [rate, digits(amount)])).toEqual([
    [21, '64.58'],
    [9, '5.40'],
  ])
  expect([net, gross].map(digits)).toEqual(['367.50', '437.48'])
})

test('a tax exactly between two cents is rounded up, as on an invoice, and marked', () => {
  const [tax] = quote([line('Design', 85, 21, 2.5)]).taxes
  expect([tax?.amount, tax?.half].map((amount) => amount && Number(digits(amount)))).toEqual([44.63, 44.625])
  expect(quote([line('Design', 85, 21, 2)]).taxes[0]?.half).toBeUndefined()
})

test('a quote is copied as lines of text', () => {
  expect(quoteText([line('Design', 85, 21, 2.5), line('Illustration', 95, 21, 1)]).split('\n')).toEqual([
    'Design: 2.5 hours × €85.00 = €212.50',
    'Illustration: 1 hours × €95.00 = €95.00',
    'Net: €307.50',
    'Tax 21%: €64.58',
    'Total: €372.08',
  ])
})
