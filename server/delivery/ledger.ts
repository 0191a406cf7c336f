import { timestamp } from '#server/lib/clock.ts'
import { configIn } from '#server/webhooks/config.ts'
import { type StoredAttempt, recentAttemptsIn, withAttempt } from '#server/webhooks/recent-attempts.ts'

import type { Attempted } from './attempt.ts'
import { type Decision, decide, isSuccess } from './decide.ts'
import { type Streak, streakIn, withFailure } from './streak.ts'

/** What the ledger has to know of an endpoint. */
export interface Account {
  readonly id: number
  readonly status: string
  readonly config: string | null
  readonly failure_count: number
  readonly failing_since: string | null
  readonly recent_failures: string | null
  readonly recent_attempts: string | null
}

export interface Entry {
  readonly webhook: number
  readonly delivery: number
  readonly event: string
  readonly isTest: boolean
  /** Which attempt of its delivery it was; the first is 1. */
  readonly attempt: number
  readonly attempted: Attempted
}

/** How an endpoint stands after a batch of attempts. */
export interface Standing {
  readonly id: number
  readonly last_delivery_at: string
  /** Failed attempts since the last success. */
  readonly failures: number
  readonly streak: Streak | null
  /** The last ten attempts, oldest first. */
  readonly recent: readonly StoredAttempt[]
}

/** Decides a batch of attempts one after the other, each in the light of those before it. Pure, but for `random`. */
export class Ledger {
  readonly #accounts: ReadonlyMap<number, Account>
  readonly #scheduleMs: readonly number[]
  readonly #random: () => number
  readonly #standings = new Map<number, Standing>()
  readonly #disabled = new Set<number>()

  constructor(accounts: ReadonlyMap<number, Account>, scheduleMs: readonly number[], random = Math.random) {
    this.#accounts = accounts
    this.#scheduleMs = scheduleMs
    this.#random = random
  }

  enter({ webhook, delivery, event, isTest, attempt, attempted }: Entry): Decision {
    const account = this.#accounts.get(webhook)
    // Deleted meanwhile: there is nothing left to decide about.
    if (!account) return { kind: 'exhausted' }
    const standing = this.#standingOf(account)
    const now = attempted.startedAt + attempted.durationMs
    const last_delivery_at = timestamp(now)
    const streak = isSuccess(attempted.outcome) ? null : withFailure(standing.streak, now)
    const maxRetries = configIn(account.config)?.max_retries
    const decision = decide(
      attempted.outcome,
      { scheduleMs: this.#scheduleMs, maxRetries: isTest ? 0 : maxRetries },
      { attempt, streak: isTest ? null : streak, now, random: this.#random() },
    )
    // A test says nothing about the endpoint's standing. CHOICE 0020.
    if (isTest) {
      this.#standings.set(webhook, { ...standing, last_delivery_at })
      return decision.kind === 'delivered' ? decision : { kind: 'exhausted' }
    }
    const failures = streak ? standing.failures + 1 : 0
    const recent = withAttempt(standing.recent, {
      delivery_id: delivery,
      attempt,
      event,
      response_status: attempted.outcome.kind === 'answered' ? attempted.outcome.status : null,
      at: timestamp(attempted.startedAt),
    })
    this.#standings.set(webhook, { id: webhook, last_delivery_at, failures, streak, recent })
    if (decision.kind === 'delivered') return decision
    const isDisabled = account.status === 'disabled' || this.#disabled.has(webhook)
    if (decision.kind === 'disabled' && !isDisabled) this.#disabled.add(webhook)
    return decision.kind === 'retry' && isDisabled ? { kind: 'exhausted' } : decision
  }

  standings(): readonly Standing[] {
    return [...this.#standings.values()]
  }

  /** Endpoints that this batch switches off. */
  disabled(): readonly number[] {
    return [...this.#disabled]
  }

  #standingOf(account: Account): Standing {
    const { id, failure_count: failures } = account
    const known = this.#standings.get(id)
    if (known) return known
    const recent = recentAttemptsIn(account.recent_attempts)
    return { id, last_delivery_at: '', failures, streak: streakIn(account), recent }
  }
}
