import { clearTimeout, setTimeout } from 'node:timers'

/** After a claim, commits cause no other one for so many times as long as it took. */
const restPerClaim = 2

/** Limits how often commits cause a claim: a busy account commits far more often than it is worth looking. */
export class ClaimPace {
  readonly #claim: () => void
  #nextAt = 0
  #waiting: NodeJS.Timeout | undefined

  constructor(claim: () => void) {
    this.#claim = claim
  }

  /** Claims now, or as soon as the last claim is long enough ago. */
  claimSoon(): void {
    if (this.#waiting) return
    const waitMs = this.#nextAt - performance.now()
    if (waitMs <= 0) this.#claim()
    else this.#waiting = setTimeout(() => this.#claim(), waitMs)
  }

  claimed(tookMs: number): void {
    this.#nextAt = performance.now() + restPerClaim * tookMs
  }

  cancel(): void {
    clearTimeout(this.#waiting)
    this.#waiting = undefined
  }
}
