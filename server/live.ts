import type { LiveChange } from '#contract/deliveries.ts'

import type { Peers } from './db/peers.ts'

type Listener = (change: LiveChange) => void

/** Tells open screens what changed, account by account, also those of other processes. Call it after the commit. */
export class LiveBus {
  readonly #listeners = new Map<number, Set<Listener>>()
  readonly #peers: Peers

  constructor(peers: Peers) {
    this.#peers = peers
    peers.hear((message) => {
      const { account, change } = JSON.parse(message) as { account: number; change: LiveChange }
      this.#tell(account, change)
    })
  }

  publish(account: number, change: LiveChange): void {
    this.#tell(account, change)
    this.#peers.tell(JSON.stringify({ account, change }))
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

  #tell(account: number, change: LiveChange) {
    for (const listener of this.#listeners.get(account) ?? []) listener(change)
  }
}
