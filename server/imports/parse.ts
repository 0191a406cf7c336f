import { Readable } from 'node:stream'

import { CsvError, parse } from 'csv-parse'

import { readCell } from '#contract/csv.ts'

import { type CsvFormat, decoded } from './format.ts'

/** A row of a file. */
export interface SourceRow {
  /** As a spreadsheet counts: the header is row 1. */
  readonly row: number
  readonly cells: readonly string[]
}

/** Longest record, in characters: a quote that nothing closes would otherwise swallow the file. */
const longestRecord = 200_000

/** A file that can't be read as CSV; the message tells people why. */
export class UnreadableCsv extends Error {}

/** Yields the rows of a file, the header first; blank ones are counted and left out. Throws `UnreadableCsv`. */
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
  try {
    for await (const cells of parser as AsyncIterable<string[]>) {
      row += 1
      if (cells.some((cell) => cell.includes('\0'))) throw new UnreadableCsv('This isn’t a text file')
      if (cells.every((cell) => cell.trim() === '')) continue
      yield { row, cells: cells.map(readCell) }
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
  if (code === 'CSV_MAX_RECORD_SIZE') return 'it is too long, or a quote that opens there is never closed'
  return 'it isn’t valid CSV'
}
