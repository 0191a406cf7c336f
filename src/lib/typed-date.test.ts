import { expect, test } from 'vitest'

import { addMonths, parseTypedDate, typedPattern, typedText } from './typed-date.ts'

const today = '2026-11-22'

test.each([
  ['2026-11-03', '2026-11-03'],
  ['03/11/2026', '2026-11-03'],
  ['3.11.26', '2026-11-03'],
  ['3-11', '2026-11-03'],
  ['3 nov', '2026-11-03'],
  ['November 3, 2027', '2027-11-03'],
  ['tomorrow', '2026-11-23'],
])('“%s” typed in Britain is %s', (text, day) => {
  expect(parseTypedDate(text, today)).toBe(day)
})

test.each(['', '31/02/2026', '3/11/202', '12', 'soon', '3 no', '2026-13-01', '1/2/3/4'])(
  '“%s” is not a date',
  (text) => {
    expect(parseTypedDate(text, today)).toBeUndefined()
  },
)

test('a date is shown in a format that can be typed', () => {
  expect(typedText('2026-11-03')).toBe('03/11/2026')
  expect(typedPattern()).toBe('dd/mm/yyyy')
})

test('a month after January 31 is the last day of February', () => {
  expect(addMonths('2026-01-31', 1)).toBe('2026-02-28')
  expect(addMonths('2026-01-31', -2)).toBe('2025-11-30')
})
