import { expect, test } from 'vitest'

import { nextIndex, typedIndex } from './select-keys.ts'

const options = ['Any status', 'Draft', 'Sent', 'Paid', 'Partly paid'].map((label) => ({
  label,
  isDisabled: label === 'Sent',
}))

test.each([
  ['ArrowDown', 1, 3],
  ['ArrowUp', 3, 1],
  ['ArrowUp', 0, 0],
  ['ArrowDown', 4, 4],
  ['Home', 3, 0],
  ['End', 0, 4],
  ['PageDown', 0, 4],
  ['PageUp', 4, 0],
  ['F2', 1, undefined],
])('%s in a list of choices goes from %i to %s, past what cannot be chosen', (key, active, to) => {
  expect(nextIndex(options, active, key)).toBe(to)
})

test('typed letters find the choice that begins with them', () => {
  expect(typedIndex(options, 0, 'pai')).toBe(3)
  expect(typedIndex(options, 0, 'part')).toBe(4)
  expect(typedIndex(options, 2, 'd')).toBe(1)
  expect(typedIndex(options, 1, 'sent')).toBe(1)
})

test('the same letter again goes on to the next choice with it', () => {
  expect(typedIndex(options, 0, 'p')).toBe(3)
  expect(typedIndex(options, 3, 'pp')).toBe(4)
  expect(typedIndex(options, 4, 'ppp')).toBe(3)
})
