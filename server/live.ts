import type { LiveChange } from '#contract/deliveries.ts'

type Listener = (change: LiveChange) => void

/** Tells open screens what changed, account by account, within this process. Call it after the commit. */
export class LiveBus {
  readonly #listeners = new Map<number, Set<Listener>>()

  publish(account: number, change: LiveChange): void {
    for (const listener of this.#listeners.get(account) ?? []) listener(change)
  }

  /** Hears the changes of one account until the function it gives is called. */
  subscribe(account: number, listener: Listener): () => void {
    const listeners = this.#listeners.get(account) ?? new Set()
    this.#listeners.set(account, listeners.add(listener))
    return () => {
      listeners.delete(listener)
      if (listeners.size === 0 && this.#listeners.get(account) === listeners) this.#listeners.delete(account)
    }
  }
}
