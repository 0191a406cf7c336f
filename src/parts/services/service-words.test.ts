import { expect, test } from 'vitest'

import { billingWord, fieldText, typeWord } from './service-words.ts'

test.each([
  [null, ''],
  [undefined, ''],
  ['On site', 'On site'],
  [1234.5, '1,234.5'],
  [false, 'No'],
  [['Mon', 'Tue', 2], 'Mon, Tue, 2'],
  [{ days: 3 }, '{"days":3}'],
])('a custom value of %j reads: %s', (value, text) => {
  expect(fieldText({ value })).toBe(text)
})

test('unknown types and billing keep the service’s own words', () => {
  expect([typeWord('product'), typeWord('bundle'), billingWord('fixed'), billingWord('by weight')]).toEqual([
    'Product',
    'bundle',
    'One-time',
    'by weight',
  ])
})
