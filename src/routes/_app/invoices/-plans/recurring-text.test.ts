import { expect, test } from 'vitest'

import { money } from '#lib/money.ts'

import { recurringText } from './recurring-text.ts'

test('recurring revenue is one amount for each currency, which are never added up', () => {
  const [euros, yen] = [
    { currency: 'EUR', amount: 93.33 },
    { currency: 'JPY', amount: 1_500 },
  ]
  expect(recurringText([euros])).toBe(`Monthly recurring revenue ${money(93.33, 'EUR')} before tax`)
  expect(recurringText([euros, yen])).toBe(
    `Monthly recurring revenue ${money(93.33, 'EUR')} and ${money(1_500, 'JPY')} before tax`,
  )
})

test('where nothing recurs, no revenue is stated', () => {
  expect(recurringText([])).toBe('')
})
