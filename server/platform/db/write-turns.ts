import { clearTimeout, setTimeout } from 'node:timers'

import { DatabaseUnavailable } from '#server/platform/lib/database-unavailable.ts'

/** Lets one writer at a time through, in the order they came. */
export class WriteTurns {
  readonly #waiting = new Set<() => void>()
  #isTaken = false

  /** Waits for a turn. Throws `DatabaseUnavailable` if it doesn't come in time. */
  take(patienceMs: number): Promise<void> {
    if (!this.#isTaken) {
      this.#isTaken = true
      return Promise.resolve()
    }
    return new Promise((resolve, reject) => {
      const begin = () => {
        clearTimeout(timer)
        resolve()
      }
      const timer = setTimeout(() => {
        this.#waiting.delete(begin)
        reject(new DatabaseUnavailable('SQLite: other writes of this process take too long'))
      }, patienceMs)
      this.#waiting.add(begin)
    })
  }

  /** Ends the current turn; the next one begins. */
  pass(): void {
    const [next] = this.#waiting
    this.#isTaken = next !== undefined
    if (!next) return
    this.#waiting.delete(next)
    next()
  }
}
