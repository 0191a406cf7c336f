import { expect, test } from 'vitest'

import { countryCodeOf, countryCodes } from './countries.ts'

test.each([
  ['Germany', 'DE'],
  ['deutschland', 'DE'],
  [' Österreich ', 'AT'],
  ['Pays-Bas', 'NL'],
  ['Scotland', 'GB'],
  ['U.S.A.', undefined],
  ['us', 'US'],
  ['Czech Republic', 'CZ'],
  ['Republic', undefined],
  ['Atlantis', undefined],
  ['', undefined],
])('the country %j is %s', (name, code) => {
  expect(countryCodeOf(name)).toBe(code)
})

test('every code is known, once', () => {
  expect(new Set(countryCodes).size).toBe(249)
  expect(countryCodes.map(countryCodeOf)).toEqual(countryCodes)
})
