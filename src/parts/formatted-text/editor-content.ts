import type { JSONContent } from '@tiptap/core'

import { type Block, type Inline, parseFormattedText } from '#contract/values/formatted-text.ts'
import { type Run, paragraphsOf, runsOf, writeFormattedText } from '#contract/values/written-text.ts'

/** Returns what the editor shows for a formatted text. */
export function contentOf(text: string): JSONContent {
  const content = parseFormattedText(text).map(nodeOf)
  return { type: 'doc', content: content.length > 0 ? content : [{ type: 'paragraph' }] }
}

/** Returns the formatted text that the editor contains. */
export const textOf = (content: JSONContent): string =>
  writeFormattedText((content.content ?? []).flatMap(blocksOf))

function nodeOf(block: Block): JSONContent {
  switch (block.kind) {
    case 'heading':
      return { type: 'heading', attrs: { level: block.level }, content: inlineNodes(block.children) }
    case 'paragraph':
      return paragraph(block.children)
    case 'list':
      return {
        type: block.isNumbered ? 'orderedList' : 'bulletList',
        ...(block.isNumbered && { attrs: { start: block.start } }),
        content: block.items.map((item) => ({ type: 'listItem', content: [paragraph(item)] })),
      }
  }
}

const paragraph = (children: readonly Inline[]): JSONContent => ({
  type: 'paragraph',
  content: inlineNodes(children),
})

const inlineNodes = (children: readonly Inline[]): JSONContent[] =>
  runsOf(children).flatMap(({ text, isBold, isItalic, href }) => {
    const marks = [
      ...(href === null ? [] : [{ type: 'link', attrs: { href } }]),
      ...(isBold ? [{ type: 'bold' }] : []),
      ...(isItalic ? [{ type: 'italic' }] : []),
    ]
    return text
      .split('\n')
      .flatMap((line, index) => [
        ...(index === 0 ? [] : [{ type: 'hardBreak' }]),
        ...(line === '' ? [] : [{ type: 'text', text: line, marks }]),
      ])
  })

function blocksOf(node: JSONContent): Block[] {
  switch (node.type) {
    case 'heading':
      return paragraphsOf(onOneLine(runsIn(node))).map((children) => ({
        kind: 'heading',
        level: node.attrs?.['level'] as 1 | 2 | 3,
        children,
      }))
    case 'bulletList':
    case 'orderedList': {
      // An empty line would end the list.
      const items = (node.content ?? []).flatMap((item) => {
        const lines = paragraphsOf(runsIn(item))
        return lines.length === 0 ? [] : [lines.flatMap((line, at) => (at === 0 ? line : [newLine, ...line]))]
      })
      const isNumbered = node.type === 'orderedList'
      const start = isNumbered ? Number(node.attrs?.['start'] ?? 1) : 1
      return items.length === 0 ? [] : [{ kind: 'list', isNumbered, start, items }]
    }
    default:
      return paragraphsOf(runsIn(node)).map((children) => ({ kind: 'paragraph', children }))
  }
}

const newLine: Inline = { kind: 'text', text: '\n' }

const onOneLine = (runs: readonly Run[]): readonly Run[] =>
  runs.map((run) => ({ ...run, text: run.text.replaceAll('\n', ' ') }))

/** The text within, at whatever depth. */
function runsIn(node: JSONContent): readonly Run[] {
  const has = (type: string) => node.marks?.find((mark) => mark.type === type)
  if (node.type !== 'text' && node.type !== 'hardBreak') return (node.content ?? []).flatMap(runsIn)
  return [
    {
      text: node.type === 'hardBreak' ? '\n' : (node.text ?? ''),
      isBold: has('bold') !== undefined,
      isItalic: has('italic') !== undefined,
      href: (has('link')?.attrs?.['href'] as string | undefined) ?? null,
    },
  ]
}
