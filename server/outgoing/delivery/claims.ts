import { clearTimeout, setTimeout } from 'node:timers'

import { timestamp } from '#server/platform/lib/clock.ts'

import type { Claim, LeasedDelivery } from './batch.ts'
import { failingFrom } from './lane.ts'
import type { Lanes } from './lanes.ts'

/** A process that lost sight of what it had leased claims it again after this time. Longer than any attempt. */
const leaseMs = 60_000
const mostHeld = 4_000
const claimedAtOnce = 500
/** The most deliveries of one endpoint that are claimed at once. */
export const claimedPerEndpoint = 16

/** The next claim: whether to make one, and from which endpoint on. */
export class Claims {
  readonly #lanes: Lanes
  #isRequested = false
  /** Endpoints up to this id have had their turn. */
  #cursor = 0

  constructor(lanes: Lanes) {
    this.#lanes = lanes
  }

  get isRequested(): boolean {
    return this.#isRequested
  }

  request(): void {
    this.#isRequested = true
  }

  cancel(): void {
    this.#isRequested = false
  }

  /** Returns the claim that was requested, if there is room for what it brings. */
  next(): Claim | undefined {
    const isRequested = this.#isRequested
    this.#isRequested = false
    const limit = Math.min(claimedAtOnce, mostHeld - this.#lanes.held)
    if (!isRequested || limit <= 0) return undefined
    const time = Date.now()
    return {
      now: timestamp(time),
      leasedUntil: timestamp(time + leaseMs),
      after: this.#cursor,
      busy: this.#lanes.busy(),
      busyAccounts: this.#lanes.busyAccounts(),
      perEndpoint: claimedPerEndpoint,
      failingFrom,
      limit,
    }
  }

  /** After a claim. A full one continues behind its last endpoint, so that those with a high id get their turn as well. */
  completed({ after, limit }: Claim, claimed: readonly LeasedDelivery[]): void {
    const isFull = claimed.length >= limit
    this.#cursor = isFull ? Math.max(...claimed.map(({ webhook_id }) => webhook_id)) : 0
    if (isFull || after > 0) this.request()
  }
}

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
