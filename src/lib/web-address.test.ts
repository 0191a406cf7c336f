import { expect, test } from 'vitest'

import { normalizeWebsite, webAddress, websiteWarning } from './web-address.ts'

test.each([
  ['example.com', 'https://example.com/'],
  [' www.example.com/shop ', 'https://www.example.com/shop'],
  ['http://example.com', 'http://example.com/'],
  ['example.com:8080/x', 'https://example.com:8080/x'],
])('%s leads to %s', (typed, address) => {
  expect(webAddress(typed)).toBe(address)
})

test.each([
  'javascript:alert(1)',
  'JavaScript:alert(1)//.com',
  'data:text/html,x',
  'call us',
  'shop',
  'file:///etc/x.y',
])('%s isn’t a link', (typed) => {
  expect(webAddress(typed)).toBeUndefined()
})

test.each([
  ['example.com', 'https://example.com'],
  [' www.example.com/Shop ', 'https://www.example.com/Shop'],
  ['HTTP://example.com', 'HTTP://example.com'],
  ['https://example.com/', 'https://example.com/'],
  ['foo bar', 'foo bar'],
  ['javascript:alert(1)', 'javascript:alert(1)'],
  ['', ''],
])('the website “%s” is stored as “%s”', (typed, stored) => {
  expect(normalizeWebsite(typed)).toBe(stored)
  expect(normalizeWebsite(stored)).toBe(stored)
})

test('a website that can’t be opened gets a hint, an empty one doesn’t', () => {
  expect(['foo bar', 'shop', 'javascript:alert(1)'].map(websiteWarning).every(Boolean)).toBe(true)
  expect(['', ' ', 'example.com'].map(websiteWarning)).toEqual([undefined, undefined, undefined])
})
