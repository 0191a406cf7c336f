/** An element of a document: its name, content and attributes. */
export interface Element {
  readonly name: string
  readonly content: string | readonly Element[]
  readonly attributes: Readonly<Record<string, string>>
}

type Optional = Element | false | null | undefined

/** Returns an element. Without content there is none, so a value that is missing leaves no trace. */
export function element(
  name: string,
  content: string | null | readonly Optional[],
  attributes: Readonly<Record<string, string>> = {},
): Element | undefined {
  if (content === null || content === '') return undefined
  if (typeof content === 'string') return { name, content, attributes }
  const children = content.filter((child) => !!child)
  return children.length === 0 ? undefined : { name, content: children, attributes }
}

/** Returns the document as text. */
export const writeXml = (root: Element | undefined): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n${root ? write(root, '') : ''}`

function write({ name, content, attributes }: Element, indent: string): string {
  const tag = [
    name,
    ...Object.entries(attributes).map(
      ([key, value]) => `${key}="${escape(value).replaceAll('"', '&quot;')}"`,
    ),
  ].join(' ')
  const inner =
    typeof content === 'string'
      ? escape(content)
      : `\n${content.map((child) => write(child, `${indent}  `)).join('')}${indent}`
  return `${indent}<${tag}>${inner}</${name}>\n`
}

/** A carriage return would be read as a line feed, and other control characters aren’t XML. */
const escape = (text: string) =>
  text
    .toWellFormed()
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(/[^\t\n\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
