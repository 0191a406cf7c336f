import { expect, test } from 'vitest'

import {
  dateFormat,
  dateOrder,
  firstWeekday,
  formatExamples,
  hasFormatsOf,
  likelyCountry,
  listText,
  localeFor,
  numberText,
  percentText,
  relativeText,
  setFormatRegion,
} from './locale.ts'

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

test('a chosen region replaces that of the browser, in formats that exist already, too', () => {
  const day = dateFormat({ day: '2-digit', month: '2-digit', year: 'numeric', timeZone: 'UTC' })
  const at = Date.UTC(2026, 10, 3)
  const seen = (region: string | null | undefined) => {
    setFormatRegion(region)
    return [numberText(1204.5), day(at), dateOrder()[0], firstWeekday()]
  }
  expect(seen('US')).toEqual(['1,204.5', '11/03/2026', 'month', 7])
  expect(seen('DE')).toEqual(['1.204,5', '03.11.2026', 'day', 1])
  expect(dateFormat({ dateStyle: 'medium', timeZone: 'UTC' })(at)).toBe('3 Nov 2026')
  expect(seen('not a region')).toEqual(seen(null))
  expect(seen(undefined)).toEqual(['1,204.5', '03/11/2026', 'day', 1])
})

test('examples show a region before it is chosen', () => {
  expect(formatExamples('US').slice(1)).toEqual(['11/22/2026', '€1,234.50'])
  expect(formatExamples('DE')).toEqual(['22 Nov 2026, 14:05', '22.11.2026', '1.234,50\u00A0€'])
  expect(formatExamples(null).slice(1)).toEqual(['22/11/2026', '€1,234.50'])
  expect(hasFormatsOf('DE')).toBe(true)
  expect(hasFormatsOf('BR')).toBe(false)
})

test.each([
  [['de'], 'Europe/Berlin', 'DE'],
  [['en-GB', 'en'], 'Europe/London', 'GB'],
  [['en-US', 'nl'], 'Europe/Amsterdam', 'NL'],
  [['en-US'], 'America/Chicago', 'US'],
  [['en-US'], 'Europe/Vienna', ''],
  [['en'], 'Asia/Tokyo', ''],
  [['not a tag!'], 'UTC', ''],
])('a browser that says %j in %s is likely in %j', (languages, zone, country) => {
  expect(likelyCountry(languages, zone)).toBe(country)
})
