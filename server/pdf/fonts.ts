import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { inflateSync } from 'node:zlib'

interface Table {
  readonly tag: string
  readonly bytes: Buffer
}

interface Family {
  readonly name: string
  /** Its files without weight and ending, as packages name them. */
  readonly file: string
  readonly weights: readonly (400 | 600)[]
}

const styles = { 400: 'Regular', 600: 'SemiBold' } as const
const both = [400, 600] as const

/**
 * The families of a document in the order in which a character looks for its glyph. Every part of a font is packaged under
 * the same family name, and Typst would use one of them: each gets a name of its own. Vietnamese comes first, because its
 * letters are otherwise put together from parts and copied as two characters.
 */
const families: readonly Family[] = [
  { name: 'Inter Vietnamese', file: '@fontsource/inter/files/inter-vietnamese', weights: both },
  { name: 'Inter', file: '@fontsource/inter/files/inter-latin', weights: both },
  { name: 'Inter Extended', file: '@fontsource/inter/files/inter-latin-ext', weights: both },
  { name: 'Inter Greek', file: '@fontsource/inter/files/inter-greek', weights: both },
  { name: 'Inter Greek Extended', file: '@fontsource/inter/files/inter-greek-ext', weights: both },
  { name: 'Inter Cyrillic', file: '@fontsource/inter/files/inter-cyrillic', weights: both },
  { name: 'Inter Cyrillic Extended', file: '@fontsource/inter/files/inter-cyrillic-ext', weights: both },
  {
    name: 'IBM Plex Sans Arabic',
    file: '@fontsource/ibm-plex-sans-arabic/files/ibm-plex-sans-arabic-arabic',
    weights: both,
  },
  {
    name: 'Noto Sans Hebrew',
    file: '@fontsource/noto-sans-hebrew/files/noto-sans-hebrew-hebrew',
    weights: both,
  },
  {
    name: 'Sawarabi Gothic',
    file: '@fontsource/sawarabi-gothic/files/sawarabi-gothic-japanese',
    weights: [400],
  },
]

export const fontFamilies: readonly string[] = families.map(({ name }) => name)

/** Reads the fonts of documents from their packages, as OpenType files. */
export function readFonts(): Buffer[] {
  return families.flatMap(({ name, file, weights }) =>
    weights.map((weight) => {
      const path = fileURLToPath(import.meta.resolve(`${file}-${weight}-normal.woff`))
      return sfntOf(readFileSync(path), name, styles[weight])
    }),
  )
}

/** Returns the OpenType font inside a WOFF file, under another name: Typst reads nothing else. */
function sfntOf(woff: Buffer, family: string, style: string): Buffer {
  const count = woff.readUInt16BE(12)
  const tables = Array.from({ length: count }, (_, index): Table => {
    const entry = 44 + index * 20
    const tag = woff.toString('latin1', entry, entry + 4)
    const [offset, packed, length] = [4, 8, 12].map((at) => woff.readUInt32BE(entry + at)) as [
      number,
      number,
      number,
    ]
    const bytes = woff.subarray(offset, offset + packed)
    return { tag, bytes: packed < length ? inflateSync(bytes) : bytes }
  })
  const named = tables.map((table) =>
    table.tag === 'name' ? { ...table, bytes: nameTable(family, style) } : table,
  )
  return joinTables(woff.readUInt32BE(4), named)
}

function joinTables(flavor: number, tables: readonly Table[]): Buffer {
  const directory = Buffer.alloc(12 + tables.length * 16)
  const power = 2 ** Math.floor(Math.log2(tables.length))
  directory.writeUInt32BE(flavor, 0)
  for (const [index, value] of [
    tables.length,
    power * 16,
    Math.log2(power),
    (tables.length - power) * 16,
  ].entries())
    directory.writeUInt16BE(value, 4 + index * 2)
  const parts = [directory]
  let offset = directory.length
  for (const [index, { tag, bytes }] of tables.entries()) {
    const padded = Buffer.alloc(Math.ceil(bytes.length / 4) * 4)
    bytes.copy(padded)
    const entry = 12 + index * 16
    directory.write(tag, entry, 'latin1')
    for (const [place, value] of [checksum(padded), offset, bytes.length].entries())
      directory.writeUInt32BE(value, entry + 4 + place * 4)
    parts.push(padded)
    offset += padded.length
  }
  return Buffer.concat(parts)
}

function checksum(padded: Buffer): number {
  let sum = 0
  for (let at = 0; at < padded.length; at += 4) sum = (sum + padded.readUInt32BE(at)) >>> 0
  return sum
}

/** A name table with family, style, full name and PostScript name, in English for Windows. */
function nameTable(family: string, style: string): Buffer {
  const names = [
    [1, family],
    [2, style],
    [4, `${family} ${style}`],
    [6, `${family}-${style}`.replaceAll(' ', '')],
  ] as const
  const texts = names.map(([, text]) => Buffer.from(text, 'utf16le').swap16())
  const head = Buffer.alloc(6 + names.length * 12)
  head.writeUInt16BE(names.length, 2)
  head.writeUInt16BE(head.length, 4)
  let offset = 0
  for (const [index, [id]] of names.entries()) {
    const length = texts[index]?.length ?? 0
    const [platform, encoding, language] = [3, 1, 0x409]
    for (const [place, value] of [platform, encoding, language, id, length, offset].entries())
      head.writeUInt16BE(value, 6 + index * 12 + place * 2)
    offset += length
  }
  return Buffer.concat([head, ...texts])
}
