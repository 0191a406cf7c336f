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

// People know each other by it: another color in a new version would be another person.
test.each([
  ['Ada Lovelace', 242],
  ['Grace Hopper', 3],
  ['佐藤 陽菜', 60],
])('the hue of “%s” is %i', (name, expected) => {
  expect(hueOf(name)).toBe(expected)
})
