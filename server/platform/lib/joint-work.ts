/**
 * Work that several ask for at the same time is done once for all who asked before it began. A caller who asks while it is
 * being done waits for the next time, and so never gets what was read before.
 */
export class JointWork<Result> {
  readonly #running = new Map<string, { readonly ended: Promise<unknown>; next?: Promise<Result> }>()

  /** Returns the result of `work`, which must be the same for everyone who gives that key. */
  get(key: string, work: () => Promise<Result>): Promise<Result> {
    const running = this.#running.get(key)
    if (!running) return this.#begin(key, work)
    return (running.next ??= running.ended.then(() => this.#begin(key, work)))
  }

  #begin(key: string, work: () => Promise<Result>): Promise<Result> {
    const result = work()
    const running = { ended: result.catch(() => undefined) } as {
      ended: Promise<unknown>
      next?: Promise<Result>
    }
    this.#running.set(key, running)
    void running.ended.then(() => {
      if (!running.next) this.#running.delete(key)
    })
    return result
  }
}
