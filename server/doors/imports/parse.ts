import { Readable } from 'node:stream'

import { CsvError, parse } from 'csv-parse'

import { readCell } from '#contract/values/csv.ts'

import { type CsvFormat, decoded, isDelimiterLine } from './format.ts'

/** A row of a file. */
export interface SourceRow {
  /** As a spreadsheet counts: the header is row 1. */
  readonly row: number
  readonly cells: readonly string[]
}

/** Values in place of those of a file: by the row, and by the column from 0. */
export type Fixes = Readonly<Record<string, Readonly<Record<string, string>>>>

/** Returns rows of a file as they are stored, with what was fixed in them. */
export function sourcesOf({ fixes: json }: { readonly fixes: string }, rows: string): SourceRow[] {
  const sources = JSON.parse(rows) as SourceRow[]
  if (json === '{}') return sources
  const fixes = JSON.parse(json) as Fixes
  return sources.map(({ row, cells }) => ({
    row,
    cells: cells.map((cell, column) => fixes[row]?.[column] ?? cell),
  }))
}

/** Longest record, in characters: a quote that nothing closes would otherwise swallow the file. */
const longestRecord = 20_000

/** A file that can't be read as CSV; the message tells people why. */
export class UnreadableCsv extends Error {}

const tooLong = 'it is too long, or a quote that opens there is never closed'
/** So many more cells than the header has are a mistake in one row; more are not a file of that header. */
const mostSurplusCells = 20

/**
 * Yields the rows of a file, the header first; blank ones are counted and left out, and blank cells at the end cut.
 * Throws `UnreadableCsv`.
 */
export async function* readCsv(path: string, { encoding, delimiter }: CsvFormat): AsyncGenerator<SourceRow> {
  const parser = parse({
    delimiter,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    // Quotes inside a plain cell, such as 5", mean themselves.
    relax_quotes: true,
    max_record_size: longestRecord,
  })
  const source = Readable.from(decoded(path, encoding))
  source.once('error', (error) => parser.destroy(error))
  source.pipe(parser)
  let row = 0
  let columns: number | undefined
  try {
    for await (const cells of parser as AsyncIterable<string[]>) {
      row += 1
      if (cells.some((cell) => cell.includes('\0'))) throw new UnreadableCsv('This isn’t a text file')
      const count = cells.findLastIndex((cell) => cell.trim() !== '') + 1
      if (count === 0 || (row === 1 && isDelimiterLine(cells))) continue
      columns ??= count
      // The parser itself only bounds what it keeps in memory.
      if (cells.reduce((length, cell) => length + cell.length, 0) > longestRecord)
        throw new UnreadableCsv(`Row ${row} can’t be read: ${tooLong}`)
      if (count > columns + mostSurplusCells)
        throw new UnreadableCsv(`Row ${row} has ${count} values, and the header has ${columns} columns`)
      yield { row, cells: cells.slice(0, Math.max(count, columns)).map(readCell) }
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    throw new UnreadableCsv(`Row ${row + 1} can’t be read: ${reasonOf(error)}`)
  } finally {
    source.destroy()
  }
}

function reasonOf({ code }: CsvError): string {
  if (code === 'CSV_QUOTE_NOT_CLOSED') return 'a quote that opens there is never closed'
  if (code === 'CSV_MAX_RECORD_SIZE') return tooLong
  return 'it isn’t valid CSV'
}
