const keptAtMost = 1_000

/**
 * What was counted lately, for searches. A page is read straight off the index, but to know how many there are means to
 * meet them all: half a second for words that a million rows have. CHOICE 0022.
 */
export class SearchTotals<Total> {
  readonly #known = new Map<string, Promise<Total>>()

  /** The total under that key, which names the account, the search and the state of what is searched. */
  get(key: string, count: () => Promise<Total>): Promise<Total> {
    // Whoever asks meanwhile waits for the same count.
    const total = this.#known.get(key) ?? count()
    this.#known.delete(key)
    this.#known.set(key, total)
    if (this.#known.size > keptAtMost) this.#known.delete(this.#known.keys().next().value as string) // it has one
    total.catch(() => this.#known.delete(key))
    return total
  }
}
