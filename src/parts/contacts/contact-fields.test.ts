import { expect, test } from 'vitest'

import { cellText, contactName, otherFields } from './contact-fields.ts'

test('unknown fields become columns if any row has a value', () => {
  const rows = [
    { id: 1, name: 'A', tags: ['x'], empty: null },
    { id: 2, email: 'b@x.example', vip: false },
  ]
  expect(otherFields(rows)).toEqual(['tags', 'vip'])
})

test('any value is shown as one line of text', () => {
  expect([null, undefined, false, 3, 'x', ['a'], { b: 1 }].map(cellText)).toEqual([
    '',
    '',
    'false',
    '3',
    'x',
    '["a"]',
    '{"b":1}',
  ])
})

test('a contact’s name falls back to what is known', () => {
  expect(contactName({ id: 1, name: 'Ada', last_name: 'King' })).toBe('Ada King')
  expect(contactName({ id: 1, name: '', email: 'ada@x.example' })).toBe('ada@x.example')
  expect(contactName({ id: 1 })).toBe('Contact 1')
})
