import { Readable } from 'node:stream'

import type { LiveChange } from '#contract/wire/live.ts'

const mostWaiting = 100

/**
 * Changes as server-sent events for one open screen. A slow reader gets fewer events, not later ones: duplicates are
 * merged, and too many to list become one event for the whole topic.
 */
export class ChangeStream extends Readable {
  readonly #waiting = new Map<string, LiveChange>()
  #isFull = false
  #isFinished = false

  constructor() {
    super()
    // Headers are sent with the first bytes, so the client knows immediately that it is connected.
    this.#write(': connected\n\n')
  }

  enqueue(change: LiveChange): void {
    this.#waiting.set(`${change.topic} ${change.id}`, change)
    if (this.#waiting.size > mostWaiting) {
      const topics = new Set([...this.#waiting.values()].map(({ topic }) => topic))
      this.#waiting.clear()
      for (const topic of topics) this.#waiting.set(topic, { topic, id: null })
    }
    this.#flush()
  }

  /** Keeps the connection open; destroys it if nothing was read since its buffer filled up. */
  heartbeat(): void {
    if (this.#isFull) this.destroy()
    else this.#write(':\n\n')
  }

  /** Ends the stream after everything written has been read; a second call destroys it. Later changes are dropped. */
  finish(): void {
    if (this.#isFinished) this.destroy()
    if (this.destroyed) return
    this.#isFinished = true
    this.push(null)
  }

  override _read(): void {
    this.#isFull = false
    this.#flush()
  }

  #flush() {
    for (const [key, change] of this.#waiting) {
      if (this.#isFull) return
      this.#waiting.delete(key)
      this.#write(`event: change\ndata: ${JSON.stringify(change)}\n\n`)
    }
  }

  #write(text: string) {
    if (!this.destroyed && !this.#isFinished) this.#isFull = !this.push(text)
  }
}
