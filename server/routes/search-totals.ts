const keptAtMost = 1_000

/**
 * Totals of searches asked lately. A page is read straight off the index, but to know how many there are means to meet
 * them all: half a second for words that a million rows have. CHOICE 0022.
 */
export class SearchTotals {
  readonly #known = new Map<string, number>()

  /** The total under that key, which names the account, the search and the state of what is searched. */
  async get(key: string, count: () => Promise<number>): Promise<number> {
    const total = this.#known.get(key) ?? (await count())
    this.#known.delete(key)
    this.#known.set(key, total)
    if (this.#known.size > keptAtMost) this.#known.delete(this.#known.keys().next().value as string) // it has one
    return total
  }
}
