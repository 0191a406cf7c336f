import { expect, test } from 'vitest'

import { durationText, spanText, waitText } from './-durations.ts'

test.each([
  [0, '0 s'],
  [1, '1 s'],
  [8_400, '9 s'],
  [60_000, '1 min'],
  [252_000, '4 min 12 s'],
  [7_200_000, '2 h'],
  [7_512_000, '2 h 5 min'],
  [90_000_000, '1 d 1 h'],
])('%d ms left is shown as %s', (ms, text) => {
  expect(spanText(ms)).toBe(text)
})

test.each([
  [86.6, '87 ms'],
  [1_440, '1.4 s'],
])('a response after %d ms is shown as %s', (ms, text) => {
  expect(durationText(ms)).toBe(text)
})

test.each([
  [5_600, '6 s'],
  [59_000, '1 min'],
  [1_801_000, '30 min'],
  [7_190_000, '2 h'],
])('a wait of %d ms is shown as %s', (ms, text) => {
  expect(waitText(ms)).toBe(text)
})
