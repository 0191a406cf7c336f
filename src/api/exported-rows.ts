import { csvCells, csvTime } from '#contract/exports.ts'
import { byteOrderMark, csvLines } from '#contract/values/csv.ts'
import { fractionDigits } from '#contract/values/currencies.ts'

import type { ExportOptions } from './download.ts'
import { type Page, everyPage } from './page.ts'

/** Returns those rows as a CSV file with these fields. */
export const exportedRows = <Row extends { readonly id: number }>(
  fields: readonly (keyof Row & string)[],
  source: readonly Row[] | ((page: number) => Promise<Page<Row>>),
  options: ExportOptions,
): Promise<Blob> =>
  fromPages(typeof source === 'function' ? everyPage(source) : [{ rows: source }], options, {
    header: fields,
    cells: (row) => csvCells<string>(fields, plain(row, fields)),
  })

const rowsAtOnce = 2_000

/** The same file from the pages of a list, for a service that doesn't write it. */
export async function fromPages<Row>(
  pages: AsyncIterable<Pick<Page<Row>, 'rows'>> | Iterable<Pick<Page<Row>, 'rows'>>,
  { signal, onRows }: ExportOptions,
  { header, cells }: { header: readonly string[]; cells: (row: Row) => readonly string[] },
): Promise<Blob> {
  const parts = [byteOrderMark, csvLines([header])]
  let count = 0
  for await (const { rows } of pages) {
    // In pieces with a pause between them, so that a long list stops neither the page nor its Cancel button.
    for (let from = 0; from < rows.length; from += rowsAtOnce) {
      signal.throwIfAborted()
      const piece = rows.slice(from, from + rowsAtOnce)
      parts.push(csvLines(piece.map(cells)))
      count += piece.length
      onRows(count)
      await new Promise((resolve) => setTimeout(resolve))
    }
  }
  signal.throwIfAborted()
  return new Blob(parts, { type: 'text/csv;charset=utf-8' })
}

/** An amount with the decimals of its currency. */
export const decimals = (amount: number, currency: string) =>
  /^[A-Z]{3}$/.test(currency) ? amount.toFixed(fractionDigits(currency)) : String(amount)

type Values = Readonly<Record<string, unknown>>

/** The plain values of a row under those names: times to the second, amounts with the decimals of its currency. */
export const plain = (
  row: Values,
  names: readonly string[],
): Record<string, string | number | boolean | undefined> =>
  Object.fromEntries(names.map((name) => [name, plainValue(row, name)]))

function plainValue(row: Values, name: string): string | number | boolean | undefined {
  const value = row[name]
  if (typeof value === 'string') return name.endsWith('_at') ? csvTime(value) : value
  if (typeof value === 'number')
    return name.endsWith('_amount') ? decimals(value, String(row['currency'])) : value
  return typeof value === 'boolean' ? value : undefined
}
