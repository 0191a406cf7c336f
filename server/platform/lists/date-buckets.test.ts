import fc from 'fast-check'
import { expect, test } from 'vitest'

import { always, bucketsOf, through } from './date-buckets.ts'

const lengths = [7, 10, 13]
const time = fc
  .integer({
    min: Date.parse('2025-11-28T00:00:00Z') / 60_000,
    max: Date.parse('2026-02-03T00:00:00Z') / 60_000,
  })
  .map((minutes) => new Date(minutes * 60_000).toISOString().replace('.000Z', '.000000Z'))
const onTheHour = time.map((text) => text.replace(/:..:/, ':00:'))
const atMidnight = time.map((text) => text.replace(/T.*/, 'T00:00:00.000000Z'))
const inMonth = atMidnight.map((text) => text.replace(/-..T/, '-01T'))
const end = fc.oneof(time, onTheHour, atMidnight, inMonth)

test('buckets and their remainder cover a span exactly once', () => {
  fc.assert(
    fc.property(
      fc.oneof(end, fc.constant(always.from)),
      fc.oneof(
        end,
        end.map((text) => through(text.slice(0, 10))),
        fc.constant(always.until),
      ),
      fc.array(fc.oneof(time, end), { minLength: 5, maxLength: 30 }),
      (from, until, times) => {
        const { whole, rest } = bucketsOf({ from, until }, lengths)
        for (const text of times) {
          const covering = [
            ...whole.filter(({ length, ...span }) => isIn(text.slice(0, length), span)),
            ...rest.filter((span) => isIn(text, span)),
          ]
          expect(covering.length, text).toBe(isIn(text, { from, until }) ? 1 : 0)
        }
      },
    ),
    { numRuns: 2000 },
  )
})

test('whole months are counted as months', () => {
  const year = { from: '2025-01-01T00:00:00.000000Z', until: '2026-01-01T00:00:00.000000Z' }
  expect(bucketsOf(year, lengths)).toEqual({
    whole: [{ length: 7, from: '2025-01', until: '2026-01' }],
    rest: [],
  })
})

test('hours are read only at the ends', () => {
  const span = { from: '2025-01-31T22:00:00.000000Z', until: '2025-03-31T21:30:00.000000Z' }
  expect(bucketsOf(span, lengths)).toEqual({
    whole: [
      { length: 7, from: '2025-01-31T22', until: '2025-03' },
      { length: 10, from: '2025-01-31T22', until: '2025-01~' },
      { length: 13, from: '2025-01-31T22', until: '2025-01-31~' },
      { length: 10, from: '2025-03', until: '2025-03-31' },
      { length: 13, from: '2025-03-31', until: '2025-03-31T21' },
    ],
    rest: [{ from: '2025-03-31T21', until: '2025-03-31T21:30:00.000000Z' }],
  })
})

const isIn = (text: string, { from, until }: { from: string; until: string }) => text >= from && text < until
