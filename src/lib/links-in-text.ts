/** A stretch of text; one with a `url` is a link. */
export interface TextPart {
  readonly text: string
  readonly url?: string
}

/** Web addresses with their scheme. What usually ends a sentence or closes a bracket isn't part of one. */
const address = /https?:\/\/[^\s<>"']*[^\s<>"'.,;:!?)\]}]/giu

/** Returns the text in order, with web addresses as links. */
export function linksIn(text: string): TextPart[] {
  const parts: TextPart[] = []
  let end = 0
  for (const { 0: url, index } of text.matchAll(address)) {
    if (!URL.canParse(url)) continue
    if (index > end) parts.push({ text: text.slice(end, index) })
    parts.push({ text: url, url })
    end = index + url.length
  }
  if (end < text.length) parts.push({ text: text.slice(end) })
  return parts
}
