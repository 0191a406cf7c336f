import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import {
  fiscalYearOf,
  isYearly,
  longestPattern,
  parseNumberPattern,
  readNumberPattern,
  usualPattern,
  writeNumber,
} from './number-pattern.ts'

const write = (pattern: string, year: number, number: number) =>
  writeNumber(readNumberPattern(pattern), year, number)

describe('a pattern', () => {
  test.each([
    [usualPattern, 'INV-2026-0012'],
    ['{number}', '12'],
    ['R{year}/{number:6}', 'R2026/000012'],
    ['{number:3}.{year}', '012.2026'],
    ['2026-{number:1}', '2026-12'],
  ])('%s writes %s', (pattern, number) => {
    expect(write(pattern, 2026, 12)).toBe(number)
  })

  test('grows beyond its digits instead of repeating itself', () => {
    expect(write('{number:2}', 2026, 1234)).toBe('1234')
  })

  test.each([
    ['', 'Add {number}, so that every invoice gets its own number'],
    ['INV-{year}', 'Add {number}, so that every invoice gets its own number'],
    ['{number}-{number}', 'Use {number} only once'],
    ['{year}{year}{number}', 'Use {year} only once'],
    ['{number:0}', 'Use 1 to 8 digits, as in {number:4}'],
    ['{number:12}', 'Use 1 to 8 digits, as in {number:4}'],
    ['{month}-{number}', '{month} isn’t a placeholder. Use {year}, {number} or {number:4}'],
    ['{number', '{number isn’t a placeholder. Use {year}, {number} or {number:4}'],
    ['INV {number}', 'Remove “ ”: use letters, digits and - / . _ #'],
    ['№{number}', 'Remove “№”: use letters, digits and - / . _ #'],
    ['draft-{number}', 'Numbers can’t start with DRAFT'],
  ])('%j is refused', (pattern, problem) => {
    expect(parseNumberPattern(pattern)).toEqual({ problem })
  })

  const part = fc.oneof(
    fc.constantFrom('{year}', '{number}', '{number:1}', '{number:4}', '{number:8}'),
    fc.stringMatching(/^[A-Za-z0-9/._#-]{1,6}$/),
  )
  const patterns = fc
    .array(part, { maxLength: 6 })
    .map((parts) => parts.join(''))
    .filter((text) => text.length <= longestPattern && 'pattern' in parseNumberPattern(text))

  test('never writes the same number twice: neither in a year, nor in two if it contains the year', () => {
    const count = fc.integer({ min: 1, max: 99_999_999 })
    const year = fc.integer({ min: 1970, max: 9999 })
    fc.assert(
      fc.property(patterns, count, count, year, year, (text, one, other, first, second) => {
        const pattern = readNumberPattern(text)
        const later = isYearly(pattern) ? second : first
        const isSame = writeNumber(pattern, first, one) === writeNumber(pattern, later, other)
        expect(isSame).toBe(one === other && first === later)
      }),
    )
  })

  test('is read or refused with a reason, whatever is typed', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.array(part).map((parts) => parts.join(' ')),
        ),
        (text) => {
          const read = parseNumberPattern(text)
          const shown = 'problem' in read ? read.problem : writeNumber(read.pattern, 2026, 1)
          expect(shown).toMatch('problem' in read ? /./ : /^[A-Za-z0-9/._#-]+$/)
        },
      ),
    )
  })
})

test.each([
  ['2026-01-01', 1, 2026],
  ['2026-12-31', 1, 2026],
  ['2026-03-31', 4, 2026],
  ['2026-04-01', 4, 2027],
  ['2026-12-31', 12, 2027],
])('%s is in the fiscal year that starts in month %i and ends in %i', (day, start, year) => {
  expect(fiscalYearOf(day, start)).toBe(year)
})
