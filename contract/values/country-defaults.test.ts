import { expect, test } from 'vitest'

import { countryCodes } from './countries.ts'
import { countryDefaults } from './country-defaults.ts'
import { isCurrency } from './currencies.ts'

test('every country but Antarctica has a currency that is in use', () => {
  const without = countryCodes.filter((code) => !isCurrency(countryDefaults(code).currency ?? ''))
  expect(without).toEqual(['AQ'])
})

test.each([
  ['DE', { currency: 'EUR', taxRate: 19 }],
  ['CH', { currency: 'CHF', taxRate: 8.1 }],
  ['US', { currency: 'USD', taxRate: 0 }],
  ['', { currency: undefined, taxRate: 0 }],
])('a business in %j starts with %j', (country, defaults) => {
  expect(countryDefaults(country)).toEqual(defaults)
})
