import { expect, test } from 'vitest'

import { pick, pickedIds } from './-picked-ids.ts'

test('a URL selects whole numbers, each once and at most four', () => {
  expect(pickedIds('7,3,7,x,-1,0,1.5,,2,9,11')).toEqual([7, 3, 2, 9])
  expect(pickedIds('')).toEqual([])
})

test('a checked service joins the others, and unchecking removes it', () => {
  expect(pick('', [7], true)).toBe('7')
  expect(pick('7', [3, 7], true)).toBe('7,3')
  expect(pick('7,3', [7], false)).toBe('3')
})

test('a fifth isn’t selected', () => {
  expect(pick('1,2,3,4', [5], true)).toBe('1,2,3,4')
})

test('more are picked where more can be done than compare', () => {
  expect(pickedIds('1,2,3,4,5,6', 5)).toEqual([1, 2, 3, 4, 5])
  expect(pick('1,2,3,4', [5, 6], true, 5)).toBe('1,2,3,4,5')
})
