import type { WebhookConfig } from '#contract/webhooks.ts'

import { timestamp } from '../clock.ts'
import type { Attempted } from './attempt.ts'
import { type Decision, decide } from './decide.ts'

/** What the ledger has to know of an endpoint. */
export interface Account {
  readonly id: number
  readonly status: string
  readonly config: string | null
  readonly failing_since: string | null
}

export interface Entry {
  readonly webhook: number
  readonly isTest: boolean
  /** Which attempt of its delivery it was; the first is 1. */
  readonly attempt: number
  readonly attempted: Attempted
}

/** What a batch of attempts changes at an endpoint. */
export interface Standing {
  readonly id: number
  readonly last_delivery_at: string
  /** Whether an attempt succeeded; the failures counted are then those after it. */
  readonly succeeded: 'yes' | 'no'
  readonly failures: number
  readonly failing_since: string | null
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

  enter({ webhook, isTest, attempt, attempted }: Entry): Decision {
    const account = this.#accounts.get(webhook)
    // Deleted meanwhile: there is nothing left to decide about.
    if (!account) return { kind: 'exhausted' }
    const standing = this.#standingOf(account)
    const failingSince =
      standing.failing_since ?? (standing.succeeded === 'no' ? account.failing_since : null)
    const now = attempted.startedAt + attempted.durationMs
    const { max_retries: maxRetries } = JSON.parse(account.config ?? '{}') as WebhookConfig
    const decision = decide(
      attempted.outcome,
      { scheduleMs: this.#scheduleMs, maxRetries: isTest ? 0 : maxRetries },
      {
        attempt,
        failingSince: failingSince === null ? null : Date.parse(failingSince),
        now,
        random: this.#random(),
      },
    )
    const last_delivery_at = timestamp(now)
    // A test says nothing about the endpoint's standing. CHOICE 0020.
    if (isTest) {
      this.#standings.set(webhook, { ...standing, last_delivery_at })
      return decision.kind === 'delivered' ? decision : { kind: 'exhausted' }
    }
    if (decision.kind === 'delivered') {
      this.#standings.set(webhook, {
        id: webhook,
        last_delivery_at,
        succeeded: 'yes',
        failures: 0,
        failing_since: null,
      })
      return decision
    }
    this.#standings.set(webhook, {
      ...standing,
      last_delivery_at,
      failures: standing.failures + 1,
      failing_since: failingSince ?? last_delivery_at,
    })
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

  #standingOf({ id }: Account): Standing {
    const fresh = { id, last_delivery_at: '', succeeded: 'no', failures: 0, failing_since: null } as const
    return this.#standings.get(id) ?? fresh
  }
}
