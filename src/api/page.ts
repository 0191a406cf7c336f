import type { MetaB } from '#contract/surface.ts'

/** One page of a list, whichever surface it came from and whoever cut it. */
export interface Page<Row> {
  readonly rows: readonly Row[]
  readonly total: number
}

export interface ListQuery {
  readonly page: number
  readonly size: number
  readonly search: string
  readonly sort: string
}

/** How to search and sort rows in the browser, where the service sends the whole list. */
export interface Local<Row> {
  readonly text: (row: Row) => string
  readonly key: (row: Row, column: string) => string | number
}

/** A page of Surface B: as the service cut it, or cut here from the whole list when the answer has no `meta`. */
export function fromB<Row>(
  answer: { data: readonly Row[]; meta?: MetaB | undefined },
  wanted: ListQuery,
  local: Local<Row>,
): Page<Row> {
  if (answer.meta) return { rows: answer.data, total: answer.meta.total }
  const words = fold(wanted.search).split(/\s+/).filter(Boolean)
  const found = answer.data.filter((row) => words.every((word) => fold(local.text(row)).includes(word)))
  const column = wanted.sort.replace('-', '')
  const turn = wanted.sort.startsWith('-') ? -1 : 1
  const keyed = found.map((row) => ({ row, key: local.key(row, column) }))
  keyed.sort((a, b) => turn * compare(a.key, b.key))
  const start = (wanted.page - 1) * wanted.size
  return { rows: keyed.slice(start, start + wanted.size).map(({ row }) => row), total: found.length }
}

const fold = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()

function compare(a: string | number, b: string | number): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b
  const [left, right] = [fold(String(a)), fold(String(b))]
  if (left === right) return 0
  return left < right ? -1 : 1
}
