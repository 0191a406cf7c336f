import { expect, test } from 'vitest'

import { listText, localeFor, numberText, percentText, relativeText } from './locale.ts'

test.each([
  [['en-GB'], 'en-GB'],
  [['en'], 'en-US'],
  [['de'], 'en-DE'],
  [['de-AT', 'en'], 'en-AT'],
  [['ja'], 'en-JP'],
  [['pt-BR'], 'en-GB'],
  [['not a language', 'nl-NL'], 'en-NL'],
  [[], 'en-US'],
])('a browser set to %j gets the formats of %s', (languages, locale) => {
  expect(localeFor(languages)).toBe(locale)
})

test('numbers, percentages, lists and relative times are written in the locale', () => {
  expect(numberText(1204)).toBe('1,204')
  expect(percentText(0.055)).toBe('5.5%')
  expect(listText(['a', 'b', 'c'], 'and')).toBe('a, b and c')
  expect(relativeText(-1, 'day')).toBe('yesterday')
})
