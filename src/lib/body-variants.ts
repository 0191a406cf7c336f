import { jsonOf } from './json-text.ts'

/** The likely cause. `detail` is a sentence that says what would have matched. */
export interface Cause {
  kind: 'wrong secret' | 're-serialized body' | 'wrong encoding'
  detail: string
}

/** Bytes that may have been signed instead of the body. */
export interface BodyVariant {
  readonly bytes: Uint8Array<ArrayBuffer>
  /** Undefined for the body as it was given. */
  readonly cause: Cause | undefined
}

/** The body as given, and what frameworks commonly make of it or took it from. */
export function bodyVariants(body: string): BodyVariant[] {
  const changed = (how: string) => ({
    kind: 're-serialized body' as const,
    detail: `${how} Verify the raw bytes as received, before parsing.`,
  })
  const bodies: BodyVariant[] = [{ bytes: bytesOf(body), cause: undefined }]
  const add = (text: string, cause: Cause) => bodies.push({ bytes: bytesOf(text), cause })

  add(body.trim(), changed('Whitespace was added around the body, such as a trailing line break.'))
  add(`${body}\n`, changed('The trailing line break was removed.'))
  add(
    body.replaceAll('\n', '\r\n'),
    changed(
      'It was signed with Windows line endings (CRLF), which were changed. Pasting into a page does that too.',
    ),
  )
  const json = jsonOf(body)
  if (json !== undefined) for (const { text, how } of serializations(json)) add(text, changed(how))
  const latin = fromLatin1(body)
  if (latin) {
    const detail = 'The body’s UTF-8 was read as Latin-1, which garbled non-ASCII characters.'
    bodies.push({ bytes: latin, cause: { kind: 'wrong encoding', detail } })
  }
  if (body.startsWith('\uFEFF'))
    add(body.slice(1), { kind: 'wrong encoding', detail: 'A byte order mark was added before the body.' })
  return bodies
}

/** Returns a text as UTF-8. */
export const bytesOf = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text)

/** Candidates of the original text, if this is the result of parsing and serializing it. */
function serializations(value: unknown): { text: string; how: string }[] {
  const compact = JSON.stringify(value)
  const spread = compactWith(value, ', ', ': ')
  const how = 'The body was parsed and re-serialized'
  return [
    { text: compact, how: `${how}, with whitespace between its parts.` },
    { text: JSON.stringify(value, null, 2), how: `${how}, without its line breaks.` },
    { text: JSON.stringify(value, null, 4), how: `${how}, without its line breaks.` },
    { text: spread, how: `${how}, with different spacing.` },
    { text: escaped(compact), how: `${how}, and non-ASCII characters were escaped differently.` },
    { text: compact.replaceAll('/', String.raw`\/`), how: `${how}, and slashes were escaped differently.` },
    ...[...orders(value)].map((ordered) => ({
      text: JSON.stringify(ordered),
      how: `${how}, with its keys in a different order.`,
    })),
  ]
}

/** The order our payload is written in, and the alphabet. */
function* orders(value: unknown): Generator<unknown> {
  yield sorted(value)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return
  const { type, timestamp, data, ...rest } = value as Record<string, unknown>
  yield { type, timestamp, data, ...rest }
  if (typeof data === 'object' && data !== null && 'id' in data) {
    const { id, ...others } = data as Record<string, unknown>
    yield { type, timestamp, data: { id, ...others }, ...rest }
  }
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return Object.fromEntries(entries.map(([name, inner]) => [name, sorted(inner)]))
}

function compactWith(value: unknown, comma: string, colon: string): string {
  if (Array.isArray(value)) return `[${value.map((one) => compactWith(one, comma, colon)).join(comma)}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const parts = Object.entries(value).map(
    ([name, inner]) => `${JSON.stringify(name)}${colon}${compactWith(inner, comma, colon)}`,
  )
  return `{${parts.join(comma)}}`
}

const escaped = (text: string) =>
  text.replace(/[\u0080-\uffff]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`)

/** The bytes that, read as Latin-1, give this text; undefined when there are none or it is plain ASCII. */
function fromLatin1(text: string): Uint8Array<ArrayBuffer> | undefined {
  const codes = Array.from(text, (sign) => sign.codePointAt(0) ?? 0)
  const isLatin = codes.every((code) => code < 256) && codes.some((code) => code > 127)
  return isLatin ? Uint8Array.from(codes) : undefined
}
