import type { Logger } from 'pino'
import * as z from 'zod/mini'

import { LiveChange } from '#contract/wire/live.ts'
import type { Peers } from '#server/platform/db/peers.ts'

type Listener = (change: LiveChange) => void
type Topic = LiveChange['topic']

const topics = LiveChange.shape.topic.options

/** A message between processes. */
const Message = z.object({ account: z.int(), change: LiveChange })

/** Notifies open screens of changes in their account, also those of other processes. Publish after the commit. */
export class LiveBus {
  readonly #listeners = new Map<number, Set<Listener>>()
  /** When each topic last changed in an account, in milliseconds of this process's own clock. */
  readonly #changedMs = new Map<number, Map<Topic, number>>()
  /** When changes of other processes were last missed, any of any account. */
  #missedMs = -Infinity
  readonly #peers: Peers

  constructor(peers: Peers, log?: Logger) {
    this.#peers = peers
    peers.subscribe({
      message: (text) => {
        const message = messageIn(text)
        if (message) this.#notify(message.account, message.change)
        // Anyone who may connect to the database can notify, and so can another version of this service.
        else log?.debug({ text: text.slice(0, 200) }, 'ignored a notification that is not ours')
      },
      missed: () => {
        this.#missedMs = performance.now()
        for (const account of this.#listeners.keys()) {
          for (const topic of topics) this.#notify(account, { topic, id: null })
        }
      },
    })
  }

  publish(account: number, change: LiveChange): void {
    this.#notify(account, change)
    this.#peers.publish(JSON.stringify({ account, change }))
  }

  /** Calls `listener` with the changes of one account. Returns the function that unsubscribes. */
  subscribe(account: number, listener: Listener): () => void {
    const listeners = this.#listeners.get(account) ?? new Set()
    this.#listeners.set(account, listeners.add(listener))
    return () => {
      listeners.delete(listener)
      if (listeners.size === 0 && this.#listeners.get(account) === listeners) this.#listeners.delete(account)
    }
  }

  /** Returns the topics that changed in the account within the last `ms` milliseconds. */
  changedWithin(account: number, ms: number): Topic[] {
    const sinceMs = performance.now() - ms
    const changed = this.#changedMs.get(account)
    return topics.filter((topic) => Math.max(changed?.get(topic) ?? -Infinity, this.#missedMs) >= sinceMs)
  }

  #notify(account: number, change: LiveChange) {
    const changed = this.#changedMs.get(account) ?? new Map<Topic, number>()
    this.#changedMs.set(account, changed.set(change.topic, performance.now()))
    for (const listener of this.#listeners.get(account) ?? []) listener(change)
  }
}

function messageIn(text: string): z.infer<typeof Message> | undefined {
  try {
    return Message.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}
