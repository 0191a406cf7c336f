import { parse } from 'csv-parse/browser/esm/sync'

import { fold } from '#contract/values/folding.ts'

import { type Statement, UnreadableStatement, paymentOf } from './statement.ts'

/** What is read from a CSV file: the first two are required. */
export const columnNames = ['paid_on', 'amount', 'currency', 'payer', 'payer_account', 'text'] as const
export type ColumnName = (typeof columnNames)[number]

/** Which column has what; undefined for none. */
export type Columns = Readonly<Record<ColumnName, number | undefined>>

/** The rows of a CSV file below its header. */
export interface StatementCsv {
  readonly header: readonly string[]
  readonly rows: readonly (readonly string[])[]
  /** What the columns most likely have. */
  readonly columns: Columns
}

/** What banks call the columns, folded; the best names first. */
const words: Readonly<Record<ColumnName, string>> = {
  paid_on: `buchungstag, buchungsdatum, buchung, booking date, completed date, transaction date,
    posting date, date operation, date de comptabilisation, fecha operacion, fecha, data contabile,
    boekdatum, valutadatum, wertstellung, valuta, value date, datum, date, data, dato`,
  amount: `betrag, umsatz, amount, montant, importe, importo, bedrag, belop, gutschrift, haben, credit,
    paid in, money in, abono, entrate`,
  currency: 'wahrung, waehrung, currency, devise, moneda, divisa, valuta, munt, ccy',
  payer: `zahlungspflichtige, auftraggeber, beguenstigter, begunstigter, gegenpartei, counterparty,
    payer, partner name, name zahlungsbeteiligter, zahlungsbeteiligter, empfanger, nom, nombre,
    ordenante, ordinante, naam, name, payee`,
  payer_account:
    'iban zahlungsbeteiligter, gegenkonto, kontonummer, partner iban, account number, iban, konto',
  text: `verwendungszweck, buchungstext, remittance, reference, payment details, mitteilung, motif,
    libelle, concepto, causale, omschrijving, mededeling, description, details, memo, narrative,
    text`,
}

/** How far down a header may be: banks write the account and the period above it. */
const mostLinesAbove = 30

/** The likeliest first. */
const delimiters = [';', ',', '\t', '|']

/** Reads a CSV file. Throws `UnreadableStatement`. */
export function openCsv(text: string): StatementCsv {
  const known = ({ columns }: StatementCsv) =>
    Object.values(columns).filter((column) => column !== undefined).length
  const [best] = delimiters
    .flatMap((delimiter) => {
      const start = tableIn(cellsOf(text, delimiter, mostLinesAbove * 2))
      return start ? [{ delimiter, ...start }] : []
    })
    .toSorted((a, b) => known(b) - known(a) || b.header.length - a.header.length)
  const whole = best && tableIn(cellsOf(text, best.delimiter))
  if (!whole)
    throw new UnreadableStatement('This file has no payments. Export the statement as CAMT.053 or CSV')
  return whole
}

/** Finds the header, and what it is the header of. */
function tableIn(lines: readonly (readonly string[])[]): StatementCsv | undefined {
  const above = lines.slice(0, mostLinesAbove)
  const widest = Math.max(0, ...above.map(({ length }) => length))
  const named = above.findIndex((cells) => {
    const { paid_on, amount } = columnsOf(cells)
    return paid_on !== undefined && amount !== undefined
  })
  // Without words that are known, it's the first line with most cells.
  const at = named >= 0 ? named : above.findIndex(({ length }) => length === widest)
  const header = lines[at]
  const rows = lines.slice(at + 1)
  return header && widest > 1 && rows.length > 0 ? { header, rows, columns: columnsOf(header) } : undefined
}

function cellsOf(text: string, delimiter: string, to?: number): string[][] {
  try {
    const lines = parse(text, {
      bom: true,
      delimiter,
      ...(to !== undefined && { to }),
      relax_column_count: true,
      relax_quotes: true,
      trim: true,
      max_record_size: 20_000,
    }) as string[][]
    return lines.filter((cells) => cells.some((cell) => cell !== ''))
  } catch {
    return []
  }
}

function columnsOf(header: readonly string[]): Columns {
  const taken = new Set<number>()
  const named = header.map((cell) =>
    fold(cell)
      .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
      .trim(),
  )
  const find = (name: ColumnName) => {
    for (const fits of [
      (cell: string, word: string) => cell === word,
      (cell: string, word: string) =>
        cell.split(' ').includes(word) || ((word.includes(' ') || word.length > 5) && cell.includes(word)),
    ])
      for (const word of words[name].split(/,\s+/)) {
        const index = named.findIndex((cell, column) => !taken.has(column) && fits(cell, word))
        if (index >= 0) {
          taken.add(index)
          return index
        }
      }
    return undefined
  }
  return Object.fromEntries(columnNames.map((name) => [name, find(name)])) as Columns
}

/** In which order a day, a month and a year are written. */
export type DayOrder = 'dmy' | 'mdy'

/** Returns the order that the days of a column are written in; undefined if both are possible. */
export function dayOrderOf(cells: readonly string[]): DayOrder | undefined {
  const parts = cells.flatMap((cell) => {
    const [, first, separator, second] = /^(\d{1,2})([./-])(\d{1,2})\2\d{2,4}\b/.exec(cell) ?? []
    return first === undefined ? [] : [{ first: Number(first), separator, second: Number(second) }]
  })
  if (parts.some(({ first, separator }) => first > 12 || separator === '.')) return 'dmy'
  if (parts.some(({ second }) => second > 12)) return 'mdy'
  return parts.every(({ first, second }) => first === second) ? 'dmy' : undefined
}

/** Returns a day as YYYY-MM-DD; undefined for what is none. */
export function dayIn(cell: string, order: DayOrder): string | undefined {
  const [, ...iso] = /^(\d{4})[-/.]?(\d{2})[-/.]?(\d{2})(?!\d)/.exec(cell) ?? []
  const [, one, , two, year = ''] = /^(\d{1,2})([./-])(\d{1,2})\2(\d{4}|\d{2})(?!\d)/.exec(cell) ?? []
  const [y, m, d] =
    iso.length > 0
      ? iso
      : [year.length === 2 ? `20${year}` : year, ...(order === 'dmy' ? [two, one] : [one, two])]
  if (!y || !m || !d) return undefined
  const day = `${y}-${m.padStart(2, '0')}-${d.padStart(2, '0')}`
  const time = Date.parse(`${day}T00:00:00Z`)
  return Number.isNaN(time) || new Date(time).toISOString().slice(0, 10) !== day ? undefined : day
}

/** Returns what separates decimals in a column: the sign after which one of its amounts has one or two digits. */
export function decimalSignOf(cells: readonly string[]): '.' | ',' {
  for (const cell of cells) {
    const [, sign] = /([.,])\d{1,2}\D*$/.exec(cell) ?? []
    if (sign === '.' || sign === ',') return sign
  }
  return '.'
}

/** Returns an amount; below 0 for what went out, undefined for what is none. */
export function amountIn(cell: string, decimalSign: '.' | ','): number | undefined {
  const isOut = /^\s*[-−(]|[-−)]\s*$|\b(?:S|D|DR)\s*$/.test(cell)
  const digits = cell
    .replaceAll(/[^\d.,]/g, '')
    .replaceAll(decimalSign === ',' ? '.' : ',', '')
    .replace(',', '.')
  if (!/^\d+(?:\.\d{1,3})?$/.test(digits)) return undefined
  return isOut ? -Number(digits) : Number(digits)
}

interface Reading {
  readonly columns: Columns
  readonly dayOrder: DayOrder
  /** Where no column has one. */
  readonly currency: string
}

/** Returns the payments that arrived. Rows without a day and an amount, such as balances, are left out. */
export function readRows({ rows }: StatementCsv, { columns, dayOrder, currency }: Reading): Statement {
  const cellOf = (row: readonly string[], name: ColumnName) => {
    const column = columns[name]
    return column === undefined ? '' : (row[column] ?? '')
  }
  const decimalSign = decimalSignOf(rows.map((row) => cellOf(row, 'amount')))
  const payments = rows.flatMap((row) => {
    const paid_on = dayIn(cellOf(row, 'paid_on'), dayOrder)
    const amount = amountIn(cellOf(row, 'amount'), decimalSign)
    if (paid_on === undefined || amount === undefined || amount <= 0) return []
    const own = cellOf(row, 'currency').toUpperCase()
    return [
      paymentOf({
        paid_on,
        amount,
        currency: /^[A-Z]{3}$/.test(own) ? own : currency,
        payer: cellOf(row, 'payer'),
        payer_account: cellOf(row, 'payer_account'),
        text: cellOf(row, 'text'),
        bank_reference: '',
      }),
    ]
  })
  return { payments, leftOut: rows.length - payments.length }
}
