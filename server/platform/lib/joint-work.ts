interface Waiting<Item, Result> {
  readonly item: Item
  readonly resolve: (result: Result) => void
  readonly reject: (error: unknown) => void
}

/**
 * Work that several ask for at the same time is done once for all who asked before it began. A caller who asks while it is
 * being done waits for the next time, and so never gets what was read before.
 */
export class JointWork<Item, Result> {
  readonly #work: (key: string, items: readonly [Item, ...Item[]]) => Promise<readonly Result[]>
  /** Who waits, for each key of which work is being done. */
  readonly #waiting = new Map<string, Waiting<Item, Result>[]>()

  /** `work` returns a result for each item that was asked with, in their order. */
  constructor(work: (key: string, items: readonly [Item, ...Item[]]) => Promise<readonly Result[]>) {
    this.#work = work
  }

  /** Returns the result for that item. Only what has the same key is done together. */
  ask(key: string, item: Item): Promise<Result> {
    return new Promise((resolve, reject) => {
      const asked = { item, resolve, reject }
      const waiting = this.#waiting.get(key)
      if (waiting) return waiting.push(asked)
      this.#waiting.set(key, [])
      return void this.#do(key, [asked])
    })
  }

  async #do(key: string, asked: readonly Waiting<Item, Result>[]): Promise<void> {
    try {
      const results = await this.#work(key, asked.map(({ item }) => item) as [Item, ...Item[]])
      for (const [index, { resolve }] of asked.entries()) resolve(results[index] as Result) // one for each
    } catch (error) {
      for (const { reject } of asked) reject(error)
    }
    const next = this.#waiting.get(key) ?? []
    if (next.length === 0) return void this.#waiting.delete(key)
    this.#waiting.set(key, [])
    return this.#do(key, next)
  }
}
