/** Runs the work of each account one after the other, in the order of arrival. */
export class AccountTurns {
  readonly #lastOf = new Map<number, Promise<unknown>>()

  async run<Result>(account: number, work: () => Promise<Result>): Promise<Result> {
    const result = (this.#lastOf.get(account) ?? Promise.resolve()).then(work)
    const ended = result.catch(() => undefined)
    this.#lastOf.set(account, ended)
    try {
      return await result
    } finally {
      if (this.#lastOf.get(account) === ended) this.#lastOf.delete(account)
    }
  }
}
