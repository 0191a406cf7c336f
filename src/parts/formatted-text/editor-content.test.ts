import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { plainText } from '#contract/values/formatted-text.ts'

import { contentOf, textOf } from './editor-content.ts'

describe('formatted text in its editor', () => {
  test.each([
    '',
    '# Scope\n\n## Rooms\n\n### Details',
    'We **paint** the *hall*.\nAnd the doors.\n\nSoon.',
    '- Walls\n- Doors\n  and frames\n\n3. First\n4. Second',
    'Dear {{customer.first_name}}, see [the **plan**](https://example.com/a?b=1)',
    String.raw`\# 2 \* 3`,
  ])('%j is saved as it was opened', (text) => {
    expect(textOf(contentOf(text))).toBe(text)
  })

  test('no words are lost, whatever was written before', () => {
    const signs = fc.constantFrom(
      '*',
      '**',
      '_',
      '[a](https://a.b)',
      '\\',
      '# ',
      '- ',
      '1. ',
      ' ',
      '\n',
      '\n\n',
      'w',
    )
    fc.assert(
      fc.property(fc.array(signs, { maxLength: 12 }), (all) => {
        const words = (text: string) => plainText(text).replaceAll(/\s+/g, ' ').trim()
        expect(words(textOf(contentOf(all.join(''))))).toBe(words(all.join('')))
      }),
      { numRuns: 1_000 },
    )
  })

  test('an empty item isn’t one, and an empty line within an item doesn’t end the list', () => {
    const paragraph = (...content: object[]) => ({ type: 'paragraph', content })
    const text = (words: string) => ({ type: 'text', text: words })
    const pause = { type: 'hardBreak' }
    expect(
      textOf({
        type: 'doc',
        content: [
          {
            type: 'bulletList',
            content: [
              { type: 'listItem', content: [paragraph(text('One'), pause, pause, text('more'))] },
              { type: 'listItem', content: [paragraph()] },
            ],
          },
          { type: 'heading', attrs: { level: 2 }, content: [text('A'), pause, text('title')] },
        ],
      }),
    ).toBe('- One\n  more\n\n## A title')
  })
})
