import { timestamp } from '#server/platform/lib/clock.ts'

import { type Decision, type Streak, decide, isSuccess, streakIn, withFailure } from './decide.ts'
import { type StoredAttempt, recentAttemptsIn, withAttempt } from './recent-attempts.ts'
import type { AttemptResult } from './sender.ts'
import { configIn } from './webhook-config.ts'

/** Columns of an endpoint that the tracker reads. */
export interface EndpointState {
  readonly id: number
  readonly status: string
  readonly config: string | null
  readonly failure_count: number
  readonly failing_since: string | null
  readonly recent_failures: string | null
  readonly recent_attempts: string | null
}

/** An attempt that has ended, as far as it concerns its endpoint. */
export interface TrackedAttempt {
  readonly webhook: number
  readonly delivery: number
  readonly event: string
  readonly isTest: boolean
  /** Which attempt of its delivery it was; the first is 1. */
  readonly attempt: number
  readonly result: AttemptResult
}

/** Changes to an endpoint's row after a batch of attempts. */
export interface EndpointUpdate {
  readonly id: number
  readonly last_delivery_at: string
  /** Failed attempts since the last success. */
  readonly failures: number
  readonly streak: Streak | null
  /** The last ten attempts, oldest first. */
  readonly recent: readonly StoredAttempt[]
}

/**
 * Decides what happens after each attempt of a batch, taking into account those before it, and keeps track of how each
 * endpoint is doing. Pure, except for `random`.
 */
export class EndpointTracker {
  readonly #endpoints: ReadonlyMap<number, EndpointState>
  readonly #scheduleMs: readonly number[]
  readonly #random: () => number
  readonly #updates = new Map<number, EndpointUpdate>()
  readonly #disabled = new Set<number>()

  constructor(
    endpoints: ReadonlyMap<number, EndpointState>,
    scheduleMs: readonly number[],
    random = Math.random,
  ) {
    this.#endpoints = endpoints
    this.#scheduleMs = scheduleMs
    this.#random = random
  }

  /** Adds an attempt. Returns what to do with its delivery. */
  record({ webhook, delivery, event, isTest, attempt, result }: TrackedAttempt): Decision {
    const endpoint = this.#endpoints.get(webhook)
    // Deleted in the meantime: there is nothing left to decide.
    if (!endpoint) return { kind: 'exhausted' }
    const before = this.#updateOf(endpoint)
    const now = result.startedAt + result.durationMs
    const last_delivery_at = timestamp(now)
    const streak = isSuccess(result.outcome) ? null : withFailure(before.streak, now)
    const maxRetries = configIn(endpoint.config)?.max_retries
    const decision = decide(
      result.outcome,
      { scheduleMs: this.#scheduleMs, maxRetries: isTest ? 0 : maxRetries },
      { attempt, streak: isTest ? null : streak, now, random: this.#random() },
    )
    // A test never counts for or against its endpoint.
    if (isTest) {
      this.#updates.set(webhook, { ...before, last_delivery_at })
      return decision.kind === 'delivered' ? decision : { kind: 'exhausted' }
    }
    const failures = streak ? before.failures + 1 : 0
    const recent = withAttempt(before.recent, {
      delivery_id: delivery,
      attempt,
      event,
      response_status: result.outcome.kind === 'answered' ? result.outcome.status : null,
      at: timestamp(result.startedAt),
    })
    this.#updates.set(webhook, { id: webhook, last_delivery_at, failures, streak, recent })
    if (decision.kind === 'delivered') return decision
    const isDisabled = endpoint.status === 'disabled' || this.#disabled.has(webhook)
    if (decision.kind === 'disabled' && !isDisabled) this.#disabled.add(webhook)
    return decision.kind === 'retry' && isDisabled ? { kind: 'exhausted' } : decision
  }

  /** Returns what changes in each endpoint that had an attempt. */
  updates(): readonly EndpointUpdate[] {
    return [...this.#updates.values()]
  }

  /** Returns the endpoints that this batch disables. */
  disabled(): readonly number[] {
    return [...this.#disabled]
  }

  #updateOf(endpoint: EndpointState): EndpointUpdate {
    const known = this.#updates.get(endpoint.id)
    if (known) return known
    return {
      id: endpoint.id,
      last_delivery_at: '',
      failures: endpoint.failure_count,
      streak: streakIn(endpoint),
      recent: recentAttemptsIn(endpoint.recent_attempts),
    }
  }
}
