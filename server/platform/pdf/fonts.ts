import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { inflateSync } from 'node:zlib'

import type { Family, Weight } from './families.ts'

interface Table {
  readonly tag: string
  readonly bytes: Buffer
}

const styles = { 400: 'Regular', 600: 'SemiBold', 700: 'Bold' } as const

/** Reads the fonts of these families from their packages, as OpenType files. */
export function readFonts(families: readonly Family[]): Buffer[] {
  return families.flatMap((family) =>
    family.weights.map((weight) => {
      const tables = tablesOf(readWoff(family, weight)).map((table) =>
        table.tag === 'name' ? { ...table, bytes: nameTable(family.name, styles[weight]) } : table,
      )
      return joinTables(trueType, tables)
    }),
  )
}

/** Reads which characters a family has, from its table of ranges. */
export function readCharacters(family: Family): ReadonlySet<number> {
  const characters = new Set<number>()
  const map = tablesOf(readWoff(family, 400)).find(({ tag }) => tag === 'cmap')?.bytes
  if (!map) return characters
  for (let index = 0; index < map.readUInt16BE(2); index += 1) {
    const table = map.subarray(map.readUInt32BE(8 + index * 8))
    for (const [first, last] of rangesOf(table))
      for (let code = first; code <= last; code += 1) characters.add(code)
  }
  return characters
}

/** The ranges of a table of characters in one of the two formats that web fonts have. */
function rangesOf(table: Buffer): (readonly [first: number, last: number])[] {
  const format = table.readUInt16BE(0)
  if (format === 12)
    return Array.from({ length: table.readUInt32BE(12) }, (_, index) => {
      const at = 16 + index * 12
      return [table.readUInt32BE(at), table.readUInt32BE(at + 4)] as const
    })
  if (format !== 4) return []
  const size = table.readUInt16BE(6)
  return Array.from({ length: size / 2 - 1 }, (_, index) => {
    const at = 14 + index * 2
    return [table.readUInt16BE(at + 2 + size), table.readUInt16BE(at)] as const
  })
}

const trueType = 0x00010000

function readWoff({ file }: Family, weight: Weight): Buffer {
  return readFileSync(fileURLToPath(import.meta.resolve(`${file}-${weight}-normal.woff`)))
}

/** The tables of the OpenType font inside a WOFF file: Typst reads nothing else. */
function tablesOf(woff: Buffer): Table[] {
  const count = woff.readUInt16BE(12)
  return Array.from({ length: count }, (_, index): Table => {
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
