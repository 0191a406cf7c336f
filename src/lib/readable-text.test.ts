import { expect, test } from 'vitest'

import { readable } from './readable-text.ts'

test('JSON is formatted, and anything else is unchanged', () => {
  expect(readable('{"a":[1,{"b":null}]}')).toBe('{\n  "a": [\n    1,\n    {\n      "b": null\n    }\n  ]\n}')
  expect(readable('<html>\r\n\t<b>no</b>')).toBe('<html>\n\t<b>no</b>')
  expect(readable('{"cut')).toBe('{"cut')
  expect(readable('')).toBe('')
})

test('control characters are shown as symbols', () => {
  expect(readable('\u001b[31mred\u0000\u007f')).toBe('␛[31mred␀␡')
})
