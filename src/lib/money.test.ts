import { expect, test } from 'vitest'

import { decimalsOf, money, priceText } from './money.ts'

const plain = (text: string) => text.replaceAll('\u00A0', ' ')

test.each([
  [120, 'EUR', '€120.00'],
  [1234567.5, 'EUR', '€1,234,567.50'],
  [1200, 'JPY', 'JP¥1,200'],
  [1.25, 'KWD', 'KWD 1.250'],
  [-7.5, 'USD', '-US$7.50'],
  [0, 'GBP', '£0.00'],
  [3, 'XBT', 'XBT 3.00'],
  [3, 'eur', '€3.00'],
  [12.5, 'Bonus points', '12.50 Bonus points'],
  [12.5, '', '12.50'],
  [0.0125, 'EUR', '€0.0125'],
  [1200.5, 'JPY', 'JP¥1,200.5'],
])('%d %s is written %s', (amount, currency, written) => {
  expect(plain(money(amount, currency))).toBe(written)
})

test('an exact decimal is written to its last digit, beyond the precision of a number', () => {
  expect(money({ units: 900719925474099301n, scale: 2 }, 'EUR')).toBe('€9,007,199,254,740,993.01')
})

test('each currency has its own decimals', () => {
  expect(['EUR', 'JPY', 'KWD', 'Bonus points'].map(decimalsOf)).toEqual([2, 0, 3, 2])
})

test.each([
  [{ billing_type: 'hourly', unit: 'hours', tax_rate: 21 }, '€120.00 / hour + 21% tax'],
  [{ billing_type: 'hourly', unit: '', tax_rate: 21 }, '€120.00 / hour + 21% tax'],
  [{ billing_type: 'fixed', unit: 'project', tax_rate: 5.5 }, '€120.00 / project + 5.5% tax'],
  [{ billing_type: 'fixed', unit: ' ', tax_rate: 0 }, '€120.00 one-time, no tax'],
  [{ billing_type: 'recurring', unit: 'Months', tax_rate: 0 }, '€120.00 / month, no tax'],
  [{ billing_type: 'recurring', unit: '', tax_rate: 9 }, '€120.00, recurring + 9% tax'],
  [{ billing_type: 'per glance', unit: 'Flasche', tax_rate: 19 }, '€120.00 / Flasche + 19% tax'],
  [{ billing_type: 'per glance', unit: '', tax_rate: 19 }, '€120.00 + 19% tax'],
])('%o reads naturally', (terms, said) => {
  expect(plain(priceText({ price: 120, currency: 'EUR', ...terms }))).toBe(said)
})
