import { expect, test } from 'vitest'

import { InvoiceLookInput, contrastWithWhite, leastContrast } from './look-input.ts'
import { InvoiceLook, invoiceLanguages, localeOf, standardLook } from './looks.ts'
import { invoiceWords } from './translations.ts'

test('the contrast with white is that of WCAG', () => {
  expect(contrastWithWhite('#ffffff')).toBeCloseTo(1)
  expect(contrastWithWhite('#000000')).toBeCloseTo(21)
  expect(contrastWithWhite('#767676')).toBeCloseTo(4.54, 2)
  expect(contrastWithWhite('#777777')).toBeCloseTo(4.48, 2)
})

test('a color that can’t be read on paper is refused at its field', () => {
  const messageOf = (color: string) =>
    InvoiceLookInput.safeParse({ ...standardLook, color }).error?.issues.map(({ path, message }) => [
      path[0],
      message,
    ])
  expect(messageOf('#767676')).toBeUndefined()
  expect(messageOf('#777777')).toEqual([
    ['color', 'This color is too light to read on white. Choose a darker one'],
  ])
  for (const wrong of ['red', '#FFF', '#12345g', '#1234567', '#000000;background:url(x)'])
    expect(messageOf(wrong)).toEqual([['color', 'Enter a six-digit hex color in lower case, like #1e3a8a']])
})

test('the standard look is one that could be chosen', () => {
  expect(InvoiceLookInput.parse(standardLook)).toEqual(standardLook)
  expect(Object.keys(InvoiceLook.shape)).toEqual(Object.keys(InvoiceLookInput.shape))
  expect(contrastWithWhite(standardLook.color)).toBeGreaterThan(leastContrast)
})

test('each language has every word and a way to write days and amounts', () => {
  for (const language of invoiceLanguages) {
    const words = invoiceWords[language]
    expect(Object.values(words).filter((word) => word.trim() === '')).toEqual([])
    expect(Object.keys(words)).toEqual(Object.keys(invoiceWords.en))
    const locale = localeOf({ language })
    expect(Intl.NumberFormat.supportedLocalesOf(locale)).toEqual([locale])
  }
})

test.each([
  [{ language: 'de', region: 'CH' }, 'de-CH'],
  [{ language: 'fr', region: 'BE' }, 'fr-BE'],
  [{ language: 'en', region: 'US' }, 'en-US'],
  [{ language: 'en', region: 'NL' }, 'en-GB'],
  [{ language: 'de', region: 'NL' }, 'de-DE'],
  [{ language: 'en' }, 'en-US'],
] as const)('a document of %j writes days and amounts as %s', (look, locale) => {
  expect(localeOf(look)).toBe(locale)
})
