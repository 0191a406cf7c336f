import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { type Block, type Inline, isSafeLink, parseFormattedText, plainText } from './formatted-text.ts'

const text = (words: string): Inline => ({ kind: 'text', text: words })
const paragraph = (...children: Inline[]): Block => ({ kind: 'paragraph', children })

describe('formatted text', () => {
  test('has headings, paragraphs with their line breaks, and both kinds of lists', () => {
    expect(
      parseFormattedText(
        '# Scope\nWe paint\r\nthe hall.\n\n- Walls\n- Doors\n  and frames\n3. First\n4. Second\n### Later',
      ),
    ).toEqual([
      { kind: 'heading', level: 1, children: [text('Scope')] },
      paragraph(text('We paint\nthe hall.')),
      { kind: 'list', isNumbered: false, start: 1, items: [[text('Walls')], [text('Doors\nand frames')]] },
      { kind: 'list', isNumbered: true, start: 3, items: [[text('First')], [text('Second')]] },
      { kind: 'heading', level: 3, children: [text('Later')] },
    ])
  })

  test('has bold, italic and links in each other', () => {
    expect(
      parseFormattedText('**All *new* doors**, _see_ [the **plan**](https://example.com/a?b=1)'),
    ).toEqual([
      paragraph(
        {
          kind: 'bold',
          children: [text('All '), { kind: 'italic', children: [text('new')] }, text(' doors')],
        },
        text(', '),
        { kind: 'italic', children: [text('see')] },
        text(' '),
        {
          kind: 'link',
          href: 'https://example.com/a?b=1',
          children: [text('the '), { kind: 'bold', children: [text('plan')] }],
        },
      ),
    ])
  })

  test('has brackets in the words of a link where a backslash comes before them', () => {
    expect(parseFormattedText(String.raw`[Plan \[new\]](https://example.com)`)).toEqual([
      paragraph({ kind: 'link', href: 'https://example.com', children: [text('Plan [new]')] }),
    ])
    const escaped = String.raw`[Plan \[new\](https://example.com)`
    expect(parseFormattedText(escaped)).toEqual([paragraph(text('[Plan [new](https://example.com)'))])
  })

  test.each([
    '2 * 3 * 4',
    'snake_case_name',
    '**open',
    '** spaced **',
    'a*',
    '[text]',
    '[text](/relative)',
    '<b>bold</b> &amp; <script>alert(1)</script>',
    '#hashtag',
    '#### Four',
    '-dash',
    '![image](https://example.com/a.png)'.slice(1, 9),
    '`code`',
    '> quote',
    '| a | b |',
  ])('shows “%s” as it was typed', (typed) => {
    expect(parseFormattedText(typed)).toEqual([paragraph(text(typed))])
  })

  test('keeps the meaning of a sign away after a backslash', () => {
    expect(parseFormattedText(String.raw`\*not\* \[a\](b) \\ \n`)).toEqual([
      paragraph(text(String.raw`*not* [a](b) \ \n`)),
    ])
    expect(plainText(String.raw`\# Number`)).toBe('# Number')
  })

  test.each([
    'https://example.com',
    'https://bücher.example:8443/a/b?c=d#e',
    'HTTPS://EXAMPLE.COM/%20',
    'mailto:anna+offers@example.com',
  ])('links to %s', (href) => {
    expect(isSafeLink(href)).toBe(true)
    expect(parseFormattedText(`[x](${href})`)).toEqual([
      paragraph({ kind: 'link', href, children: [text('x')] }),
    ])
  })

  test.each([
    'http://example.com',
    'javascript:alert(1)',
    'JavaScript:alert(1)',
    'data:text/html,x',
    'file:///etc/passwd',
    '//example.com',
    'https://user:password@example.com',
    'https://user@example.com',
    'https://exa mple.com',
    'https:\\\\example.com',
    'https://example.com/"onclick',
    'https://',
    'mailto:a@b.example?bcc=c@d.example',
    'mailto:',
    'tel:123',
  ])('does not link to %s', (href) => {
    expect(isSafeLink(href)).toBe(false)
    expect(hrefsOf(parseFormattedText(`[x](${href})`))).toEqual([])
  })

  const signs = fc.string({
    unit: fc.constantFrom(
      '*',
      '**',
      '_',
      '[',
      ']',
      '(',
      ')',
      '\\',
      '#',
      '# ',
      '- ',
      '1. ',
      '\n',
      '\n\n',
      '\r\n',
      ' ',
      '  ',
      'a',
      'é',
      '한',
      'https://a.example',
      'mailto:a@b.example',
      'javascript:x',
      '<',
      '&',
    ),
    maxLength: 60,
  })

  test('never fails, loses no letter and never links anywhere else', () => {
    fc.assert(
      fc.property(signs, (typed) => {
        const blocks = parseFormattedText(typed)
        const lettersOf = (some: string) => some.replaceAll(/[^aé한]/g, '')
        const hrefs = hrefsOf(blocks)
        for (const href of hrefs) expect(href).toMatch(/^(https:|mailto:)/)
        const linked = hrefs.map(lettersOf).join('')
        const kept = lettersOf(plainText(typed)) + linked
        expect([...kept].toSorted()).toEqual([...lettersOf(typed)].toSorted())
      }),
      { numRuns: 500 },
    )
  })

  test('of the longest section that opens everything and closes nothing is parsed', () => {
    for (const part of ['**a ', '[a](', '*a', '_', '\\', '[', '**', '- x\n', '*a **b '])
      expect(parseFormattedText(part.repeat(Math.floor(20_000 / part.length))).length).toBeGreaterThan(0)
  })
})

const hrefsOf = (blocks: readonly Block[]): string[] => {
  const within = (nodes: readonly Inline[]): string[] =>
    nodes.flatMap((node) => {
      if (node.kind === 'text') return []
      return node.kind === 'link' ? [node.href, ...within(node.children)] : within(node.children)
    })
  return blocks.flatMap((block) =>
    block.kind === 'list' ? block.items.flatMap(within) : within(block.children),
  )
}
