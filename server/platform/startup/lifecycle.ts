import type { Failures } from '#server/platform/lib/failures.ts'

/** A part of the service with work of its own. One that fails is logged and counted by its name, and keeps no other from its work. */
export interface Part {
  readonly name: string
  /** Called once the service listens. */
  readonly start?: () => unknown
  /** Called about once a minute; of several processes, in one, unless it’s `everywhere`. */
  readonly sweep?: () => unknown
  readonly everywhere?: boolean
  /** Resolves once it has stopped. All are stopped at the same time. */
  readonly stop?: () => unknown
  /** Releases what others need until they have stopped. Those that were added first come last. */
  readonly close?: () => unknown
}

interface Needs {
  readonly failures: Failures
  /** Whether this process sweeps for all. */
  readonly leads: () => Promise<boolean>
}

/** Starts, sweeps and stops every part of the service. */
export class Lifecycle {
  readonly #needs: Needs
  readonly #parts: Part[]
  #work: Promise<void> = Promise.resolve()
  #isStopping = false

  constructor(needs: Needs, parts: readonly Part[]) {
    this.#needs = needs
    this.#parts = [...parts]
  }

  add(part: Part): void {
    this.#parts.push(part)
  }

  /** Starts all parts. Call it once the service listens. */
  start(): Promise<void> {
    return this.#afterOthers(async () => {
      for (const { name, start } of this.#parts)
        if (start && !this.#isStopping) await this.attempt(name, start)
    })
  }

  /** Does what is due now and then. Call it about once a minute. */
  sweep(): Promise<void> {
    return this.#afterOthers(async () => {
      let isLeader = false
      for (const everywhere of [true, false]) {
        if (!everywhere) await this.attempt('leadership', async () => (isLeader = await this.#needs.leads()))
        if (!everywhere && !isLeader) return
        for (const { name, sweep, everywhere: isEverywhere = false } of this.#parts)
          if (sweep && isEverywhere === everywhere && !this.#isStopping) await this.attempt(name, sweep)
      }
    })
  }

  /** Stops all parts, then closes them. Returns whether all did so properly. */
  async stop(): Promise<boolean> {
    this.#isStopping = true
    const stopped = await Promise.all(
      this.#parts.map(({ name, stop }) => (stop ? this.attempt(name, stop) : true)),
    )
    await this.#work
    for (const { name, close } of this.#parts.toReversed())
      if (close) stopped.push(await this.attempt(name, close))
    return stopped.every(Boolean)
  }

  /** Does the work of a part. Returns whether nothing failed; what did is logged and counted, each failure for itself. */
  async attempt(name: string, work: () => unknown): Promise<boolean> {
    try {
      await work()
      return true
    } catch (error) {
      this.#needs.failures.report(name, error)
      return false
    }
  }

  /** One sweep that takes long isn't overtaken by the next. */
  #afterOthers(work: () => Promise<void>): Promise<void> {
    this.#work = this.#work.then(work)
    return this.#work
  }
}
