import { expect, test } from 'vitest'

import { foldedText } from './folded-text.ts'

const lines = (...numbers: number[]) => numbers.map((number) => `line ${number}`).join('\n')

test('two lines around each change are shown, and the others are counted', () => {
  expect(foldedText(lines(1, 2, 3, 4, 5, 6, 7, 8), { isFirst: false, isLast: false })).toEqual({
    start: lines(1, 2, 3),
    hidden: 2,
    end: lines(6, 7, 8),
  })
})

test('what comes before the first change and after the last one ends beside them', () => {
  const text = lines(1, 2, 3, 4, 5)
  expect(foldedText(text, { isFirst: true, isLast: false })).toEqual({
    start: '',
    hidden: 2,
    end: lines(3, 4, 5),
  })
  expect(foldedText(`${text}\n`, { isFirst: false, isLast: true })).toEqual({
    start: lines(1, 2, 3),
    hidden: 2,
    end: '',
  })
})

test('a line or two are shown rather than counted, and lines without words aren’t counted', () => {
  const text = `${lines(1, 2, 3, 4)}\n\n\n${lines(5, 6, 7)}`
  expect(foldedText(text, { isFirst: false, isLast: false })).toEqual({ start: text, hidden: 0, end: '' })
})
