/**
 * Text of proposals and contracts as people write it: a small, closed part of Markdown. Nothing else means anything, so what
 * isn't one of these is shown as it was typed; there is no HTML.
 *
 * - `# `, `## ` and `### ` begin a heading, `- ` or `* ` an item of a list, `1. ` one of a numbered list
 * - `**bold**`, `*italic*` or `_italic_`, `[text](https://… or mailto:…)`
 * - `\` before a sign keeps its meaning away
 */

/** A piece of a line. Bold, italic and links may contain each other, each once. */
export type Inline =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'bold' | 'italic'; readonly children: readonly Inline[] }
  | { readonly kind: 'link'; readonly href: string; readonly children: readonly Inline[] }

/** A paragraph keeps its line breaks as `\n` in its texts. */
export type Block =
  | { readonly kind: 'heading'; readonly level: 1 | 2 | 3; readonly children: readonly Inline[] }
  | { readonly kind: 'paragraph'; readonly children: readonly Inline[] }
  | {
      readonly kind: 'list'
      readonly isNumbered: boolean
      /** Of the first item. */
      readonly start: number
      readonly items: readonly (readonly Inline[])[]
    }

/** Returns the blocks of a text. Any text has some; none is wrong. */
export function parseFormattedText(text: string): Block[] {
  const blocks: Block[] = []
  let paragraph: string[] = []
  let list: { isNumbered: boolean; start: number; items: string[] } | undefined
  const end = () => {
    if (paragraph.length > 0) blocks.push({ kind: 'paragraph', children: inlineOf(paragraph.join('\n')) })
    if (list) blocks.push({ kind: 'list', ...list, items: list.items.map((item) => inlineOf(item)) })
    paragraph = []
    list = undefined
  }
  for (const line of text.split(/\r\n|\r|\n/)) {
    if (line.trim() === '') {
      end()
      continue
    }
    const heading = /^(#{1,3}) +(\S.*)$/.exec(line)
    const item = /^ {0,3}(?:[-*]|(\d{1,9})\.) +(\S.*)$/.exec(line)
    if (heading) {
      end()
      const [, marks = '', title = ''] = heading
      blocks.push({ kind: 'heading', level: marks.length as 1 | 2 | 3, children: inlineOf(title.trim()) })
    } else if (item) {
      const [, count, words = ''] = item
      const isNumbered = count !== undefined
      if (list?.isNumbered !== isNumbered) {
        end()
        list = { isNumbered, start: Number(count ?? 1), items: [] }
      }
      list?.items.push(words.trim())
    } else if (list && /^ {2,}\S/.test(line)) {
      list.items.push(`${list.items.pop() ?? ''}\n${line.trim()}`)
    } else {
      if (list) end()
      paragraph.push(line.trim())
    }
  }
  end()
  return blocks
}

/** Returns what the text says without its formatting, a line each. */
export const plainText = (text: string): string =>
  parseFormattedText(text)
    .flatMap((block) => (block.kind === 'list' ? block.items : [block.children]))
    .map(wordsOf)
    .join('\n')

/** Returns the text of pieces of a line without their formatting. */
export const wordsOf = (nodes: readonly Inline[]): string =>
  nodes.map((node) => (node.kind === 'text' ? node.text : wordsOf(node.children))).join('')

/** Where a link may lead: an https address without a password, or one email address. */
export const isSafeLink = (href: string): boolean =>
  /^https:\/\/[\p{L}\p{N}](?:[\p{L}\p{N}.-]*[\p{L}\p{N}])?(?::\d{1,5})?(?:[/?#][^\s\p{Cc}<>"'`\\^{|}]*)?$/iu.test(
    href,
  ) || /^mailto:[\p{L}\p{N}.!#$%&'*+/=?^_`{|}~-]+@[\p{L}\p{N}](?:[\p{L}\p{N}.-]*[\p{L}\p{N}])?$/iu.test(href)

type Mark = 'bold' | 'italic' | 'link'

const link = /\[((?:\\[^\n]|[^[\]\n\\]){1,500})\]\(([^\s()]{1,2000})\)/y
const escapable = /[\\*_[\]()#.-]/

function inlineOf(text: string, inside: readonly Mark[] = []): Inline[] {
  const nodes: Inline[] = []
  let plain = ''
  // What isn’t closed from here on isn’t closed from further on either: a long text is searched once for each mark.
  const unclosed = new Set<string>()
  const add = (node: Inline) => {
    if (plain !== '') nodes.push({ kind: 'text', text: plain })
    plain = ''
    nodes.push(node)
  }
  for (let at = 0; at < text.length;) {
    const sign = text[at] ?? ''
    if (sign === '\\' && escapable.test(text[at + 1] ?? '')) {
      plain += text[at + 1]
      at += 2
      continue
    }
    const found = markAt(text, at, { inside, unclosed })
    if (!found) {
      plain += sign
      at += 1
      continue
    }
    add(found.node)
    at = found.end
  }
  if (plain !== '') nodes.push({ kind: 'text', text: plain })
  return nodes
}

/** Returns what begins there and where it ends; undefined where a sign is only a sign. */
function markAt(
  text: string,
  at: number,
  { inside, unclosed }: { readonly inside: readonly Mark[]; readonly unclosed: Set<string> },
): { readonly node: Inline; readonly end: number } | undefined {
  const sign = text[at]
  if (sign === '[' && !inside.includes('link')) {
    link.lastIndex = at
    const [whole, words = '', href = ''] = link.exec(text) ?? []
    if (whole === undefined || !isSafeLink(href)) return undefined
    return {
      node: { kind: 'link', href, children: inlineOf(words, [...inside, 'link']) },
      end: at + whole.length,
    }
  }
  if (sign !== '*' && sign !== '_') return undefined
  const mark = sign === '*' && text[at + 1] === '*' ? '**' : sign
  const kind = mark === '**' ? 'bold' : 'italic'
  if (inside.includes(kind) || (mark === '_' && isWord(text[at - 1]))) return undefined
  if (unclosed.has(mark) || /^\s?$/.test(text[at + mark.length] ?? '')) return undefined
  const close = closeOf(text, at + mark.length, mark)
  if (close === undefined) {
    unclosed.add(mark)
    return undefined
  }
  const children = inlineOf(text.slice(at + mark.length, close), [...inside, kind])
  return { node: { kind, children }, end: close + mark.length }
}

/** Where the mark is closed: not after a space, and a single star not by two of them. */
function closeOf(text: string, from: number, mark: '*' | '**' | '_'): number | undefined {
  for (let at = from; at < text.length; at += 1) {
    if (text[at] === '\\') {
      at += 1
      continue
    }
    if (!text.startsWith(mark, at)) continue
    if (mark === '*' && text[at + 1] === '*') {
      at += 1
      continue
    }
    if (at === from || /\s/.test(text[at - 1] ?? '')) continue
    if (mark === '_' && isWord(text[at + 1])) continue
    return at
  }
  return undefined
}

const isWord = (sign: string | undefined): boolean => sign !== undefined && /[\p{L}\p{N}]/u.test(sign)
