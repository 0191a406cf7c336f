import { expect, test } from 'vitest'

import { hueOf, initials } from './names.ts'

test.each([
  ['Ada Lovelace', 'AL'],
  ['Greta Abebe 100000', 'GA'],
  ['José María de la Vega', 'JV'],
  ['émile', 'É'],
  ['ليلى حداد', 'لح'],
  ['佐藤 陽菜', '佐陽'],
  ['(Acme) "Best"', 'AB'],
  ['42', ''],
  ['🎉', ''],
  ['  ', ''],
])('the initials of “%s” are “%s”', (name, expected) => {
  expect(initials(name)).toBe(expected)
})

test('a name keeps its color', () => {
  expect(hueOf('Ada Lovelace')).toBe(hueOf('Ada Lovelace'))
  expect(hueOf('Ada Lovelace')).toBeLessThan(360)
})
