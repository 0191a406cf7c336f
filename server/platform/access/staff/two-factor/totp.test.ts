import { expect, test } from 'vitest'

import { codeAt, newKey, stepAt, stepOf } from './totp.ts'

// Source: RFC 6238, appendix B, SHA-1; its eight digits end in our six. The key is `12345678901234567890` in base32.
const key = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'
test.each([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
])('at second %i the code is that of the RFC', (seconds, code) => {
  expect(codeAt(key, stepAt(seconds * 1_000))).toBe(code)
})

test('a clock may be off by one step, and no more', () => {
  const timeMs = 1_234_567_890_000
  const step = stepAt(timeMs)
  const accepted = [-2, -1, 0, 1, 2].map((by) => stepOf(key, codeAt(key, step + by), timeMs))
  expect(accepted).toEqual([undefined, step - 1, step, step + 1, undefined])
})

test('keys are 160 random bits', () => {
  const keys = Array.from({ length: 50 }, newKey)
  expect(new Set(keys).size).toBe(50)
  for (const one of keys) expect(one).toMatch(/^[A-Z2-7]{32}$/)
})
