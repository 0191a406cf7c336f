import { fold, searchTerms } from '#contract/values/folding.ts'

import type { UnreadableRow } from './rows.ts'

/** How to search, filter and sort rows in the browser, where the service sends the whole list. */
export interface Local<Row> {
  readonly text: (row: Row) => string
  readonly key: (row: Row, column: string) => string | number
  readonly filters?: Readonly<Record<string, (row: Row, value: string) => boolean>>
}

/** So many unreadable rows are shown in their place; of a list without any readable one, more would say no more. */
const mostGaps = 100

/** Parameters of a list, except its page. */
export interface ListOrder {
  readonly search: string
  /** A column; a leading `-` reverses the order. */
  readonly sort: string
  /** By the names of `Local.filters`. */
  readonly filters?: Readonly<Record<string, FilterValue>>
}

/** Several values are only asked of a service: nothing here is filtered by them. */
export type FilterValue = string | readonly string[] | undefined

/**
 * A list that is in the browser as a whole. Text is folded once, each column is sorted once, and the last result
 * is kept, so that paging through 100,000 rows costs nothing and another letter in the search a few milliseconds.
 */
export class WholeList<Row> {
  /** Rows that the service sent in a form we don’t know. */
  readonly unreadable: readonly UnreadableRow[]
  readonly #rows: readonly Row[]
  readonly #local: Local<Row>
  readonly #orders = new Map<string, Uint32Array>()
  #texts: readonly string[] | undefined
  #last: { readonly asked: string; readonly found: readonly Row[] } | undefined

  constructor(rows: readonly Row[], local: Local<Row>, unreadable: readonly UnreadableRow[] = []) {
    this.unreadable = unreadable
    this.#rows = rows
    this.#local = local
  }

  /** Everything that matches, in order. The same array for the same query. */
  find({ search, sort, filters = {} }: ListOrder): readonly Row[] {
    const words = searchTerms(search)
    const asked = JSON.stringify([words, sort, filters])
    if (this.#last?.asked !== asked) this.#last = { asked, found: this.#search(words, sort, filters) }
    return this.#last.found
  }

  /**
   * Returns where the unreadable rows stand among those found: by their ids where the list is in that order, and at its end
   * otherwise. Whether one of them matches a search or a filter can't be told: it isn't shown as found.
   */
  gaps(order: ListOrder): readonly UnreadableRow[] {
    const { search, sort, filters = {} } = order
    const isFiltered = Object.entries(filters).some(
      ([name, value]) => value !== undefined && this.#local.filters?.[name] !== undefined,
    )
    if (isFiltered || searchTerms(search).length > 0) return []
    const found = this.find(order)
    const isById = sort.replace(/^-/, '') === 'id'
    const isBackwards = sort.startsWith('-')
    const placeOf = (id: number) => {
      const at = found.findIndex((row) => {
        const key = Number(this.#local.key(row, 'id'))
        return isBackwards ? key < id : key > id
      })
      return at === -1 ? found.length : at
    }
    return this.unreadable
      .slice(0, mostGaps)
      .map(({ id }) => ({ id, at: isById && id !== null ? placeOf(id) : found.length }))
      .toSorted((a, b) => a.at - b.at || (isBackwards ? -1 : 1) * ((a.id ?? Infinity) - (b.id ?? Infinity)))
  }

  #search(words: readonly string[], sort: string, filters: NonNullable<ListOrder['filters']>): Row[] {
    const order = this.#order(sort.replace(/^-/, ''))
    const isBackwards = sort.startsWith('-')
    const texts = words.length === 0 ? [] : this.#foldedTexts()
    const tests = Object.entries(filters).flatMap(([name, value]) => {
      const test = this.#local.filters?.[name]
      return test && typeof value === 'string' ? [(row: Row) => test(row, value)] : []
    })
    const found: Row[] = []
    for (let step = 0; step < order.length; step += 1) {
      const at = order[isBackwards ? order.length - 1 - step : step] as number // within its length
      const row = this.#rows[at] as Row // an order holds the places of the rows
      if (words.every((word) => texts[at]?.includes(word)) && tests.every((test) => test(row)))
        found.push(row)
    }
    return found
  }

  #foldedTexts(): readonly string[] {
    this.#texts ??= this.#rows.map((row) => fold(this.#local.text(row)))
    return this.#texts
  }

  /** Indexes of the rows sorted by that column, ascending; equal rows stay in the service's order. */
  #order(column: string): Uint32Array {
    const known = this.#orders.get(column)
    if (known) return known
    const keys = this.#rows.map((row) => this.#local.key(row, column))
    const order = Uint32Array.from(keys.keys())
    if (keys.every((key) => typeof key === 'number')) {
      order.sort((a, b) => (keys[a] as number) - (keys[b] as number) || a - b)
    } else {
      const folded = keys.map((key) => fold(String(key)))
      order.sort((a, b) => {
        const [left, right] = [folded[a] as string, folded[b] as string] // places of rows, and so of keys
        if (left === right) return a - b
        return left < right ? -1 : 1
      })
    }
    this.#orders.set(column, order)
    return order
  }
}
