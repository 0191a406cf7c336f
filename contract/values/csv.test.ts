import fc from 'fast-check'
import { expect, test } from 'vitest'

import { csvLines, readCell } from './csv.ts'

test('plain cells are unchanged and every line ends with CRLF', () => {
  expect(
    csvLines([
      ['Name', 'Email'],
      ['Ada Lovelace', 'ada@example.com'],
    ]),
  ).toBe('Name,Email\r\nAda Lovelace,ada@example.com\r\n')
})

test('cells with commas, quotes, line breaks or leading or trailing spaces are quoted', () => {
  expect(csvLines([['a,b', 'say "hi"', 'one\r\ntwo', ' padded']])).toBe(
    '"a,b","say ""hi""","one\r\ntwo"," padded"\r\n',
  )
})

test.each([
  ['=1+1', "'=1+1"],
  ['＝1+1', "'＝1+1"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['-2+cmd', "'-2+cmd"],
  ["+cmd|' /C calc'!A1", "'+cmd|' /C calc'!A1"],
  ['  =1', "  '=1"],
  ['|cmd', "'|cmd"],
  ['\t=1', "'\t'=1"],
  ['\r=1', "'\r'=1"],
  ['\n=1', "'\n'=1"],
  ["x;=cmd|'/C calc'!A1;y", "x;'=cmd|'/C calc'!A1;y"],
])('a spreadsheet doesn’t run %j, whatever its list separator', (cell, defused) => {
  expect(read(csvLines([[cell]]))).toEqual([[defused]])
})

test.each(['-2', '-1234.50', '+49 30 1234567', '+1 (555) 010-0200', 'Smith; Jones', 'a - b'])(
  '%j is unchanged',
  (cell) => {
    expect(read(csvLines([[cell]]))).toEqual([[cell]])
  },
)

test('any cell survives the round trip through the file', () => {
  const cell = fc
    .string({ unit: 'grapheme' })
    .filter((text) => !/(^|[;|\t\r\n]) *'*[=+\-@＝＠＋－|\t\r\n]|^[;|\t\r\n]/.test(text))
  fc.assert(
    fc.property(fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), { minLength: 1 }), (rows) => {
      expect(read(csvLines(rows))).toEqual(rows)
    }),
  )
})

test('any text is read back as it was, whether or not it looks like a formula', () => {
  const text = fc.string({ unit: fc.constantFrom(...`='"@+-|;, \t\r\n1a`) })
  fc.assert(
    fc.property(fc.array(text, { minLength: 2, maxLength: 4 }), (cells) => {
      expect(read(csvLines([cells])).map((row) => row.map(readCell))).toEqual([cells])
    }),
    { numRuns: 2_000 },
  )
})

test.each([
  ["'=1+1", '=1+1'],
  ["''=1+1", "'=1+1"],
  ["'tis", "'tis"],
  ['-2', '-2'],
])('the cell %j is read as %j', (cell, text) => {
  expect(readCell(cell)).toBe(text)
})

/** A reader after RFC 4180, written apart from the writer. */
function read(text: string): string[][] {
  const rows: string[][] = [[]]
  const cells = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/gy
  for (let match = cells.exec(text); match; match = cells.exec(text)) {
    const [, quoted, plain, end] = match
    rows.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain ?? '')
    if (end === '\r\n') rows.push([])
  }
  expect(rows.pop()).toEqual([])
  return rows
}
