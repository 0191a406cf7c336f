import { expect, test } from 'vitest'

import { webAddress } from './web-address.ts'

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
])('%s is no link', (typed) => {
  expect(webAddress(typed)).toBeUndefined()
})
