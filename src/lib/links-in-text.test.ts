import { expect, test } from 'vitest'

import { linksIn } from './links-in-text.ts'

test('web addresses in a text are links, without the punctuation after them', () => {
  expect(linksIn('See https://example.com/a?b=1#c, or (http://x.example).')).toEqual([
    { text: 'See ' },
    { text: 'https://example.com/a?b=1#c', url: 'https://example.com/a?b=1#c' },
    { text: ', or (' },
    { text: 'http://x.example', url: 'http://x.example' },
    { text: ').' },
  ])
})

test.each(['javascript:alert(1)', 'ftp://example.com', 'https://', 'example.com', ''])(
  '%j has no link',
  (text) => {
    expect(linksIn(text).some(({ url }) => url !== undefined)).toBe(false)
  },
)

test('no text gets lost', () => {
  const text = 'a https://example.com\nb http://[ c https://example.com'
  expect(
    linksIn(text)
      .map((part) => part.text)
      .join(''),
  ).toBe(text)
})
