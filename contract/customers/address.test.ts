import { expect, test } from 'vitest'

import { addressLines } from './address.ts'

test('an address follows its country’s format', () => {
  expect(
    addressLines({ address_1: 'Invalidenstr. 1', zip_code: '10115', city: 'Berlin', country: 'Germany' }),
  ).toEqual(['Invalidenstr. 1', '10115 Berlin', 'Germany'])
  expect(
    addressLines({
      address_1: '1 Main St',
      address_2: 'Suite 2',
      zip_code: '62701',
      city: 'Springfield',
      state: 'IL',
      country: 'United States',
    }),
  ).toEqual(['1 Main St', 'Suite 2', 'Springfield, IL 62701', 'United States'])
  expect(addressLines({ city: 'Stornoway', zip_code: 'HS1 2AA', country: 'Scotland' })).toEqual([
    'Stornoway, HS1 2AA',
    'Scotland',
  ])
})

test('missing parts of an address leave no gap', () => {
  expect(addressLines({})).toEqual([])
  expect(addressLines({ address_1: ' ', city: 'Kyoto', state: null, country: '' })).toEqual(['Kyoto'])
  expect(addressLines({ zip_code: '1000', state: 'X' })).toEqual(['1000, X'])
})
