import { Readable } from 'node:stream'

import type { LiveChange } from '#contract/live.ts'

const mostWaiting = 100

/**
 * Changes as server-sent events for one open screen. A reader that is slow gets fewer of them, not later ones: what
 * says the same twice is said once, and what is too much to list becomes "all of that topic".
 */
export class ChangeStream extends Readable {
  readonly #waiting = new Map<string, LiveChange>()
  #isFull = false
  #isFinished = false

  constructor() {
    super()
    // Headers travel with the first bytes; the reader shall know at once that it is connected.
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

  /** Keeps the line open; cuts it where nothing has been read since it filled up. */
  heartbeat(): void {
    if (this.#isFull) this.destroy()
    else this.#write(':\n\n')
  }

  /** Ends the stream once what was written has been read; called again, cuts it. Nothing more is told from now on. */
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
