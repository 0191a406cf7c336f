import { expect, test } from 'vitest'

import { highlight } from './highlight.ts'
import { verifySnippets } from './verify-snippets.ts'

const kinds = (text: string, language: 'json' | 'code') =>
  highlight(text, language).flatMap((token) => (token.kind ? [`${token.kind} ${token.text}`] : []))

test('JSON is split into keys, strings, numbers and words', () => {
  expect(kinds('{"a": "b: 1", "n": -1.5e3, "list": [true, null]}', 'json')).toEqual([
    'key "a"',
    'string "b: 1"',
    'key "n"',
    'number -1.5e3',
    'key "list"',
    'word true',
    'word null',
  ])
})

test('escaped quotes stay inside their string', () => {
  expect(kinds(String.raw`["say \"1\": 2"]`, 'json')).toEqual([String.raw`string "say \"1\": 2"`])
})

test('text that isn’t JSON stays plain', () => {
  expect(highlight('<h1>502 "Bad": 1</h1>', 'json')).toEqual([{ text: '<h1>502 "Bad": 1</h1>' }])
})

test('code is split into comments, strings and keywords', () => {
  expect(kinds(`const a = 'x' // the "raw" body\n# b`, 'code')).toEqual([
    'word const',
    "string 'x'",
    'comment // the "raw" body',
    'comment # b',
  ])
})

test('highlighting loses and moves no text', () => {
  const texts = [
    ...verifySnippets('SECRET').map(({ code }) => [code, 'code'] as const),
    ['{"cut": "in the mid', 'json'] as const,
    ['x'.repeat(30_000), 'json'] as const,
  ]
  for (const [text, language] of texts)
    expect(
      highlight(text, language)
        .map((token) => token.text)
        .join(''),
    ).toBe(text)
})
