import { expect, test } from 'vitest'

import { countryCodes } from '../values/countries.ts'
import { invoiceLanguages } from './looks.ts'
import { taxNameIn, taxNames } from './tax-names.ts'

test.each([
  ['en', 'GB', 'VAT'],
  ['en', 'DE', 'VAT'],
  ['en', 'US', 'Sales tax'],
  ['en', 'AU', 'GST'],
  ['en', 'BR', undefined],
  ['de', 'DE', undefined],
  ['de', 'CH', 'MwSt.'],
  ['fr', 'CA', 'TPS/TVH'],
  ['es', 'PE', 'IGV'],
  ['nl', 'BE', undefined],
] as const)('in the language %s, a sender in %s charges %s', (language, country, name) => {
  expect(taxNameIn(language, country)).toBe(name)
})

test('every country has one name at most, and is one', () => {
  for (const language of invoiceLanguages) {
    const named = Object.values(taxNames[language]).flatMap((countries) => countries.split(/\s+/))
    expect(named).toEqual([...new Set(named)])
    expect(countryCodes).toEqual(expect.arrayContaining(named))
  }
})
