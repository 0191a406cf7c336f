import { expect, test } from 'vitest'

import { normalizePhone, phoneDigits, phoneWarning, telUrl } from './phone.ts'

test.each([
  ['  +44   7700 900141 ', '+44 7700 900141'],
  ['0044 7700 900141', '+44 7700 900141'],
  ['００４４ 7700', '+44 7700'],
  ['00 44 20', '+44 20'],
  ['001', '+1'],
  ['0000', '0000'],
  ['020 7946 0104', '020 7946 0104'],
  ['ask Maria', 'ask Maria'],
])('the phone number “%s” is stored as “%s”', (typed, stored) => {
  expect(normalizePhone(typed)).toBe(stored)
  expect(normalizePhone(stored)).toBe(stored)
})

test('a phone number with fewer than five digits gets a hint, an empty one doesn’t', () => {
  expect(['abc', '1234', 'x'].map(phoneWarning).every(Boolean)).toBe(true)
  expect(['', ' ', '12345', '(020) 79-46'].map(phoneWarning)).toEqual(Array(4).fill(undefined))
})

test.each([
  ['+44 7700 900104', 'tel:+447700900104'],
  ['+44 (0)20 7946 0104', 'tel:+442079460104'],
  ['0044 20 7946', 'tel:+44207946'],
  ['020 7946 0104 ext. 12', 'tel:02079460104;ext=12'],
  ['555-0100 x7', 'tel:5550100;ext=7'],
  ['abc', undefined],
  ['', undefined],
])('“%s” is dialed as %s', (phone, url) => {
  expect(telUrl(phone)).toBe(url)
})

test('two notations of a phone number have the same digits', () => {
  expect(phoneDigits('(+44) 7700-900141')).toBe(phoneDigits('+44 7700 900141'))
})
