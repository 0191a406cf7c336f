import { inflateSync } from 'node:zlib'

/** Returns the text of a PDF as somebody who copies it gets it. */
export interface PdfText {
  /** Without spaces and line breaks: where a line ends is up to the page. */
  readonly text: string
  /** How many boxes stand for characters that no font has. */
  readonly boxes: number
  /** The fonts inside, without the letters that mark a part of one. */
  readonly fonts: readonly string[]
}

// A text may have brackets that close again, as they are.
const plain = String.raw`\\[^]|[^\\()]`
const string = String.raw`\((?:${plain}|\((?:${plain}|\((?:${plain})*\))*\))*\)|<[\dA-F]*>`
const step = new RegExp(
  String.raw`\/(?<font>f\d+) [\d.]+ Tf|\/ActualText (?<actual>${string})|(?<begin>\bB(?:DC|MC)\b)|(?<end>\bEMC\b)` +
    String.raw`|(?<shown>\[(?:${string}|[\d.\s-])*\] TJ|(?:${string}) Tj)`,
  'g',
)

export function readPdfText(file: Buffer): PdfText {
  const objects = objectsOf(file)
  const objectAt = (id = '') => objects.get(id) ?? ''
  const parts: string[] = []
  let boxes = 0
  for (const page of [...objects.values()].filter((object) => /\/Type \/Page\b/.test(object))) {
    const alphabets = new Map(
      [...page.matchAll(/\/(f\d+) (\d+) 0 R/g)].map(([, name = '', id]) => {
        const letters = objectAt(/\/ToUnicode (\d+) 0 R/.exec(objectAt(id))?.[1])
        return [name, alphabetOf(letters)]
      }),
    )
    let alphabet: ReadonlyMap<number, string> = new Map()
    let actual: string | undefined
    const spans: (string | undefined)[] = []
    for (const { groups = {} } of objectAt(/\/Contents (\d+) 0 R/.exec(page)?.[1]).matchAll(step)) {
      if (groups.font !== undefined) alphabet = alphabets.get(groups.font) ?? new Map()
      if (groups.actual !== undefined) actual = textOf(bytesOf(groups.actual))
      if (groups.begin !== undefined) {
        spans.push(actual)
        actual = undefined
      }
      if (groups.end !== undefined) parts.push(spans.pop() ?? '')
      for (const [shown] of (groups.shown ?? '').matchAll(new RegExp(string, 'g'))) {
        const glyphs = bytesOf(shown)
        for (let at = 0; at < glyphs.length; at += 2) {
          const glyph = glyphs.readUInt16BE(at)
          if (glyph === 0) boxes += 1
          if (spans.every((span) => span === undefined)) parts.push(alphabet.get(glyph) ?? '')
        }
      }
    }
  }
  const fonts = [...objects.values()].flatMap(
    (object) => /\/FontName \/[A-Z]{6}\+(\S+)/.exec(object)?.[1] ?? [],
  )
  return { text: parts.join('').replaceAll(/\s/g, ''), boxes, fonts: fonts.toSorted() }
}

/** The objects of a file by number, with their streams unpacked. */
function objectsOf(file: Buffer): Map<string, string> {
  const objects = new Map<string, string>()
  for (const { 1: id = '', 2: head = '', index, 0: all } of file
    .toString('latin1')
    .matchAll(/(?<=^|\n)(\d+) 0 obj\n([^]*?)(?=stream\n|endobj)/g)) {
    const start = index + all.length + 'stream\n'.length
    const isPacked = head.includes('/FlateDecode')
    const length = Number(/\/Length (\d+)/.exec(head)?.[1] ?? 0)
    const stream = file.subarray(start, start + length)
    objects.set(id, head + (isPacked ? inflateSync(stream) : stream).toString('latin1'))
  }
  return objects
}

/** What each glyph of a font is copied as. */
const alphabetOf = (letters: string): ReadonlyMap<number, string> =>
  new Map(
    [...letters.matchAll(/<([\dA-F]{4})> <([\dA-F]{4,})>/g)].map(([, glyph = '', text = '']) => [
      Number.parseInt(glyph, 16),
      textOf(Buffer.from(text, 'hex')),
    ]),
  )

/** A span may stand for nothing, such as a place where a long word can be broken. */
const textOf = (bytes: Buffer) =>
  bytes.length < 2
    ? ''
    : (bytes.readUInt16BE(0) === 0xfe_ff ? bytes.subarray(2) : Buffer.from(bytes))
        .swap16()
        .toString('utf16le')

const escapes: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' }

/** The bytes of a string in either of the two ways in which PDF writes one. */
function bytesOf(literal: string): Buffer {
  const inner = literal.slice(1, -1)
  if (literal.startsWith('<')) return Buffer.from(inner, 'hex')
  const text = inner.replaceAll(/\\([0-7]{1,3}|[^])/g, (_all, code: string) =>
    /\d/.test(code) ? String.fromCodePoint(Number.parseInt(code, 8)) : (escapes[code] ?? code),
  )
  return Buffer.from(text, 'latin1')
}
