import { expect, test } from 'vitest'

import { recurringText } from './recurring-text.ts'

test('recurring revenue is one amount for each currency, which are never added up', () => {
  const [euros, yen] = [
    { currency: 'EUR', amount: 93.33 },
    { currency: 'JPY', amount: 1_500 },
  ]
  expect(recurringText([euros])).toBe('Monthly recurring revenue €93.33 excl. tax')
  expect(recurringText([euros, yen])).toBe('Monthly recurring revenue €93.33 and JP¥1,500 excl. tax')
})

test('where nothing recurs, no revenue is stated', () => {
  expect(recurringText([])).toBe('')
})
