const noticedFromMs = 1_000

/** Compares the wall clock with one that nobody can set. */
export class ClockWatch {
  #offsetMs = offset()

  /** Whether the wall clock was set back since the last call. */
  wasSetBack(): boolean {
    const before = this.#offsetMs
    this.#offsetMs = offset()
    return before - this.#offsetMs > noticedFromMs
  }
}

const offset = () => Date.now() - performance.now()
