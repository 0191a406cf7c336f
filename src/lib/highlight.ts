/** A piece of source text and what it is; plain pieces have no kind. The pieces joined are the text. */
export interface Token {
  readonly kind?: 'key' | 'string' | 'number' | 'word' | 'comment'
  readonly text: string
}

/** `code` is JavaScript, Python and the like. */
export type Language = 'json' | 'code'

/** Long texts stay plain: thousands of elements would cost more than the colors give. */
const longestText = 20_000

/** Splits a text into tokens for quiet coloring. Text that isn't JSON, or too long, comes back in one plain piece. */
export function highlight(text: string, language: Language): readonly Token[] {
  if (text.length > longestText) return [{ text }]
  if (language === 'json') return /^\s*[[{]/.test(text) ? split(text, json, jsonKind) : [{ text }]
  return split(text, code, codeKind)
}

// A string that nothing closes is one up to the end of its line: it isn’t looked for again from each of its signs.
const json = /"(?:[^"\\\n]|\\.)*(?:"(\s*:)?)?|-?\b\d+(?:\.\d+)?(?:[eE][+-]?\d+)?\b|\b(?:true|false|null)\b/g

function jsonKind(piece: string, colon: string | undefined): Token['kind'] {
  if (piece.startsWith('"')) return colon === undefined ? 'string' : 'key'
  return /^[tfn]/.test(piece) ? 'word' : 'number'
}

/** Enough for the short snippets we show: strings, comments and the most common keywords. */
const code =
  /(?<![\w"'`])(?:\/\/|#(?!\{)).*$|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`|\b(?:import|from|export|function|const|return|if|def|for|in|or|and|end|do|package|func|range|foreach|array|string|bool|true|false|nil|new|err)\b/gm

function codeKind(piece: string): Token['kind'] {
  if (/^(\/\/|#)/.test(piece)) return 'comment'
  return /^["'`]/.test(piece) ? 'string' : 'word'
}

function split(
  text: string,
  pattern: RegExp,
  kindOf: (piece: string, group: string | undefined) => Token['kind'],
): readonly Token[] {
  const tokens: Token[] = []
  let end = 0
  for (const match of text.matchAll(pattern)) {
    const group = match[1]
    // The colon after a key isn't part of it.
    const piece = group === undefined ? match[0] : match[0].slice(0, -group.length)
    if (match.index > end) tokens.push({ text: text.slice(end, match.index) })
    const kind = kindOf(piece, group)
    tokens.push(kind ? { kind, text: piece } : { text: piece })
    end = match.index + piece.length
  }
  if (end < text.length) tokens.push({ text: text.slice(end) })
  return tokens
}
