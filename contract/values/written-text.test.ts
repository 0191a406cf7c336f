import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { type Block, parseFormattedText, plainText } from './formatted-text.ts'
import { type Run, paragraphsOf, runsOf, writeFormattedText } from './written-text.ts'

const run = (text: string, marks: Partial<Run> = {}): Run => ({
  text,
  isBold: false,
  isItalic: false,
  href: null,
  ...marks,
})

const written = (...runs: Run[]): string =>
  writeFormattedText(paragraphsOf(runs).map((children) => ({ kind: 'paragraph', children })))

/** Blocks with the parts of their lines, whichever marks are inside of which. */
const readingOf = (blocks: readonly Block[]) =>
  blocks.map((block) =>
    block.kind === 'list'
      ? { ...block, items: block.items.map((item) => runsOf(item)) }
      : { ...block, children: runsOf(block.children) },
  )

describe('formatted text that is written again', () => {
  test.each([
    '# Scope',
    'We **paint** the *hall*.\nAnd the doors.',
    '- Walls\n- Doors\n  and frames',
    '3. First\n4. Second',
    'Dear {{customer.first_name}}, see [the **plan**](https://example.com/a?b=1)',
    '[Your page](https://example.com/{{customer.id}})',
    '2 * 3 * 4, snake_case_name and C:\\new',
    String.raw`\*not italic\*`,
    String.raw`\# no heading`,
    String.raw`1\. no list`,
    '**bold _and italic_**',
    '[a](https://example.com) [b](mailto:anna@example.com)',
  ])('%j stays as it is', (text) => {
    const again = writeFormattedText(parseFormattedText(text))
    expect(again).toBe(text)
  })

  test('reads as it did, whatever it is', () => {
    const marks = ['*', '**', '_', '[', ']', '(', ')', '(https://a.b)', '\\', '# ', '- ', '1. ']
    const words = ['a', 'b1', '.', '{{customer.name}}', '[x](https://a.b)', ' ', '\n', '\n\n']
    const pieces = fc.constantFrom(...marks, ...words)
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 14 }), (signs) => {
        const text = signs.join('')
        const again = writeFormattedText(parseFormattedText(text))
        expect(readingOf(parseFormattedText(again))).toEqual(readingOf(parseFormattedText(text)))
      }),
      { numRuns: 2_000 },
    )
  })

  test('keeps formatting of whole words, whatever they contain', () => {
    const word = fc.array(fc.constantFrom('*', '_', '[', ']', '\\', '#', 'a', 'é', '1', '.', '-'), {
      minLength: 1,
      maxLength: 4,
    })
    const part = fc.record({
      text: word.map((signs) => `w${signs.join('')}w`),
      isBold: fc.boolean(),
      isItalic: fc.boolean(),
      href: fc.constantFrom(null, 'https://example.com/a_b'),
    })
    fc.assert(
      fc.property(fc.array(part, { minLength: 1, maxLength: 5 }), (parts) => {
        const runs = parts.flatMap((one, index) => (index === 0 ? [one] : [run(' '), one]))
        const [meant] = paragraphsOf(runs)
        const [block] = parseFormattedText(written(...runs))
        expect(block?.kind === 'paragraph' && runsOf(block.children)).toEqual(runsOf(meant ?? []))
      }),
      { numRuns: 2_000 },
    )
  })
})

describe('what an editor has', () => {
  test('marks neither begin nor end with space, which people select with a word', () => {
    expect(written(run('We '), run('paint ', { isBold: true }), run('the hall'))).toBe(
      'We **paint** the hall',
    )
  })

  test('bold words in a row are bold together', () => {
    expect(
      written(run('We paint', { isBold: true }), run(' ', { isBold: true }), run('it', { isBold: true })),
    ).toBe('**We paint it**')
  })

  test('an empty line ends a paragraph, and lines begin with words', () => {
    expect(written(run('  One \n  two\n\n\nthree \n'))).toBe('One\ntwo\n\nthree')
    expect(written(run(' \n '))).toBe('')
  })

  test('a link leads nowhere unsafe, and ends with its line', () => {
    expect(written(run('here', { href: 'javascript:alert(1)' }))).toBe('here')
    const href = 'https://example.com'
    expect(written(run('one\ntwo', { href }))).toBe(`[one](${href})\n[two](${href})`)
  })

  test('formatting that has no signs is left out, and its words stay', () => {
    const text = written(run('x'), run('b', { isItalic: true }), run('c', { isBold: true }), run('d'))
    expect(plainText(text)).toBe('xbcd')
  })
})
