import fc from 'fast-check'
import { expect, test } from 'vitest'

import { changedBy } from './price-change.ts'

test.each([
  [8_500, 10, 9_350],
  [1_005, 10, 1_106], // 1105.5
  [-1_005, 10, -1_106],
  [5, -10, 5], // 4.5
  [3, 50, 5], // 4.5
  [333, 33.33, 444], // 443.9889
  [8_500, -100, 0],
  [8_500, 0, 8_500],
  [100, 0.5, 101], // 100.5
])('%i changed by %s percent is %i', (amount, percent, expected) => {
  expect(changedBy(amount, percent)).toBe(expected)
})

test('a change by a percentage is never further than half a unit from the exact one', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: -1e9, max: 1e9 }),
      fc.integer({ min: -10_000, max: 100_000 }),
      (amount, hundredths) => {
        const exact = BigInt(amount) * (10_000n + BigInt(hundredths))
        const distance = BigInt(changedBy(amount, hundredths / 100)) * 10_000n - exact
        expect((distance < 0n ? -distance : distance) <= 5_000n).toBe(true)
      },
    ),
  )
})
