import fc from 'fast-check'
import { expect, test } from 'vitest'

import { decimalOf, digits } from '#lib/decimal.ts'

import { quote } from './-quote.ts'

const said = (price: number, currency: string, tax_rate: number, quantity: number) => {
  const { net, tax, gross } = quote({ price, currency, tax_rate }, decimalOf(quantity))
  return [net, tax, gross].map(digits)
}

test.each([
  [120, 'EUR', 21, 3, ['360.00', '75.60', '435.60']],
  [120, 'EUR', 21, 0.25, ['30.00', '6.30', '36.30']],
  [0.1, 'EUR', 0, 3, ['0.30', '0.00', '0.30']],
  [1.005, 'EUR', 0, 1, ['1.00', '0.00', '1.00']],
  [1250, 'JPY', 10, 1.5, ['1875', '188', '2063']],
  [1.255, 'KWD', 5, 2, ['2.510', '0.126', '2.636']],
  [99, 'EUR', 19, 0, ['0.00', '0.00', '0.00']],
])('%d %s and %d per cent tax, %d times, is %j', (price, currency, rate, quantity, amounts) => {
  expect(said(price, currency, rate, quantity)).toEqual(amounts)
})

test('net and tax make gross, to the last minor unit', () => {
  const cents = fc.integer({ min: 0, max: 1e9 }).map((units) => units / 100)
  const currencies = fc.constantFrom('EUR', 'JPY', 'KWD')
  fc.assert(
    fc.property(
      cents,
      currencies,
      fc.integer({ min: 0, max: 300 }),
      cents,
      (price, currency, tenths, many) => {
        const { net, tax, gross } = quote({ price, currency, tax_rate: tenths / 10 }, decimalOf(many))
        expect(gross).toEqual({ units: net.units + tax.units, scale: net.scale })
        expect(tax.scale).toBe(net.scale)
      },
    ),
  )
})
