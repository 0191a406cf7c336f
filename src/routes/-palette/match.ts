import { fold, searchTerms } from '#contract/values/folding.ts'

/** Returns whether every word of the text begins a word of the label: "new cus" finds "New customer". */
export function matchesLabel(label: string, text: string): boolean {
  const words = searchTerms(label)
  return searchTerms(text).every((term) => words.some((word) => word.startsWith(term)))
}

/** Returns whether the texts together contain every word, as the service searches. */
export function containsWords(texts: readonly (string | null)[], text: string): boolean {
  const folded = fold(texts.join('\n'))
  return searchTerms(text).every((term) => folded.includes(term))
}

/**
 * Returns how well a row fits the text, less being better: the whole label or the end of a number, the beginning of the
 * label, of its words, any part of it, and then the same of the detail.
 */
export function misfit(label: string, detail: string, text: string): number {
  const [name, query] = [fold(label), fold(text.trim())]
  if (name === query || (/^\d{2,}$/.test(query) && name.endsWith(query))) return 0
  if (name.startsWith(query)) return 1
  if (matchesLabel(label, text)) return 2
  if (containsWords([label], text)) return 3
  if (matchesLabel(`${label} ${detail}`, text)) return 4
  return containsWords([label, detail], text) ? 5 : 6
}

/** A piece of a label; what the text found is marked. */
export interface Piece {
  readonly start: number
  readonly text: string
  readonly isMatch: boolean
}

/** Returns the label in pieces, with the first place of each word of the text marked. */
export function markMatches(label: string, text: string): readonly Piece[] {
  const folded = fold(label)
  // Some letters fold into two; then positions in the folded text don't match the label.
  const isAligned = folded.length === label.length
  const spans = (isAligned ? searchTerms(text) : [])
    .map((term) => ({ start: folded.indexOf(term), end: folded.indexOf(term) + term.length }))
    .filter(({ start }) => start >= 0)
    .toSorted((one, other) => one.start - other.start)
  const pieces: Piece[] = []
  let end = 0
  for (const span of spans) {
    const start = Math.max(span.start, end)
    if (span.end <= start) continue
    if (start > end) pieces.push({ start: end, text: label.slice(end, start), isMatch: false })
    pieces.push({ start, text: label.slice(start, span.end), isMatch: true })
    end = span.end
  }
  if (end < label.length) pieces.push({ start: end, text: label.slice(end), isMatch: false })
  return pieces
}
