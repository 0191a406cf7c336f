import { expect, test } from 'vitest'

import { currencyCodes, fractionDigits, fractionFormat, isCurrency } from './currencies.ts'

test.each([
  ['EUR', 2],
  ['HUF', 2],
  ['COP', 2],
  ['IDR', 2],
  ['PKR', 2],
  ['RSD', 2],
  ['MGA', 2],
  ['JPY', 0],
  ['ISK', 0],
  ['UGX', 0],
  ['IQD', 3],
  ['KWD', 3],
  ['CLF', 4],
  ['UYW', 4],
  ['XAU', 2],
  ['ZZZ', 2],
])('%s has the %i decimals of ISO 4217, whatever Intl says', (code, digits) => {
  expect(fractionDigits(code)).toBe(digits)
  const format = new Intl.NumberFormat('en', { style: 'currency', currency: code, ...fractionFormat(code) })
  expect(format.format(1)).toMatch(digits === 0 ? /1$/ : new RegExp(`1\\.0{${digits}}$`))
})

test('every currency of the standard is listed once, by code', () => {
  expect(currencyCodes).toEqual([...new Set(currencyCodes)].toSorted())
  expect(currencyCodes.length).toBe(176)
  expect(currencyCodes.every((code) => /^[A-Z]{3}$/.test(code))).toBe(true)
})

test.each(['ZZZ', 'EUE', 'XXX', 'XTS', 'HRK', 'BGN', 'eur', ''])('%s can’t be chosen', (code) => {
  expect(isCurrency(code)).toBe(false)
})
