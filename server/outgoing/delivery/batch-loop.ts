import { clearTimeout, setTimeout } from 'node:timers'
import { setImmediate } from 'node:timers/promises'

/** Runs batches one after the other. What is requested while one runs is met by another one right after it. */
export class BatchLoop {
  readonly #runBatch: () => Promise<void>
  #running: { isRequested: boolean; done: Promise<void> } | undefined
  #gathering: NodeJS.Timeout | undefined

  /** `runBatch` must not reject. */
  constructor(runBatch: () => Promise<void>) {
    this.#runBatch = runBatch
  }

  /** Runs a batch now, or right after the one that is running. */
  run(): void {
    this.cancel()
    if (this.#running) {
      this.#running.isRequested = true
      return
    }
    const running = { isRequested: true, done: Promise.resolve() }
    this.#running = running
    running.done = this.#loop(running)
  }

  /** Runs a batch after this time at the latest: what ends until then shares its commit. */
  runWithin(ms: number): void {
    this.#gathering ??= setTimeout(() => this.run(), ms)
  }

  /** Resolves when no batch is running. */
  async settled(): Promise<void> {
    await this.#running?.done
  }

  /** Forgets a batch that was to run later. */
  cancel(): void {
    clearTimeout(this.#gathering)
    this.#gathering = undefined
  }

  async #loop(running: { isRequested: boolean }): Promise<void> {
    while (running.isRequested) {
      // Attempts that end at the same moment share a commit.
      await setImmediate()
      running.isRequested = false
      await this.#runBatch()
    }
    this.#running = undefined
  }
}
