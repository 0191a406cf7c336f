import type { KeyObject } from 'node:crypto'

import { type WebhookConfig, timeoutSeconds } from '#contract/webhooks.ts'

import { now } from '../clock.ts'
import type { Message } from './attempt.ts'
import { type Outcome, isGone, isSuccess } from './decide.ts'
import type { Claimed, WebhookRow } from './queue.ts'
import { type SealKey, openSecret } from './seal.ts'
import { signingKey } from './sign.ts'

/** At a time to one endpoint; one that keeps failing is probed by a single attempt. */
const mostAtOnce = { healthy: 2, failing: 1 } as const
/** So many failures in a row, and an endpoint keeps failing; one that refuses now and then does not. */
export const failingFrom = 5
/** Fetched ahead, so that a fast receiver never waits for a commit. */
const enoughWaiting = 8
/** What recording may take, beside the attempt itself. */
const leaseMarginMs = 5_000

/** What one endpoint has under lease: in flight, and waiting for its turn. */
export class Lane {
  readonly #sealKey: SealKey
  #webhook: WebhookRow
  #config: WebhookConfig
  /** Opened once, because every attempt signs. */
  readonly #keys = new Map<string, KeyObject>()
  #waiting: { readonly delivery: Claimed; readonly until: number }[] = []
  #inFlight = 0
  #failures: number
  /** Whether the last claim left deliveries of this endpoint in the queue. */
  hasMore = false

  constructor(webhook: WebhookRow, sealKey: SealKey) {
    this.#sealKey = sealKey
    this.#webhook = webhook
    this.#config = JSON.parse(webhook.config ?? '{}') as WebhookConfig
    this.#failures = webhook.failure_count
  }

  /** Deliveries in memory. */
  get held(): number {
    return this.#waiting.length + this.#inFlight
  }

  get wantsMore(): boolean {
    return this.#isFailing ? this.held === 0 : this.#waiting.length < enoughWaiting
  }

  /** Takes the endpoint as it is now: changed, paused, or gone. Gives the deliveries it no longer sends. */
  refresh(webhook: WebhookRow | undefined): number[] {
    if (!webhook) return this.#drop(() => true)
    if (webhook.config !== this.#webhook.config) {
      this.#config = JSON.parse(webhook.config ?? '{}') as WebhookConfig
    }
    this.#webhook = webhook
    return webhook.status === 'active' ? [] : this.#drop(({ is_test }) => is_test === 0)
  }

  add(delivery: Claimed, leasedUntil: number): void {
    this.#waiting.push({ delivery, until: leasedUntil })
  }

  /** The next to send, if one may go now. What waited too long for its lease to cover an attempt is left to the next claim. */
  next(time: number): Claimed | undefined {
    if (this.#inFlight >= mostAtOnce[this.#isFailing ? 'failing' : 'healthy']) return undefined
    for (;;) {
      const first = this.#waiting.shift()
      if (!first) return undefined
      if (first.until - time < this.#timeoutMs + leaseMarginMs) continue
      this.#inFlight += 1
      return first.delivery
    }
  }

  /** An attempt ended. Of an endpoint that keeps failing or is gone the others go back into the queue: gives them. */
  ended(outcome: Outcome): number[] {
    this.#inFlight -= 1
    this.#failures = isSuccess(outcome) ? 0 : this.#failures + 1
    return this.#isFailing || isGone(outcome) ? this.clear() : []
  }

  get #isFailing(): boolean {
    return this.#failures >= failingFrom
  }

  clear(): number[] {
    return this.#drop(() => true)
  }

  message({ event_id, body, is_test }: Claimed): Message {
    const { url, secret_sealed, previous_secret_sealed, previous_secret_until } = this.#webhook
    const isRotating = previous_secret_until !== null && previous_secret_until > now()
    const sealed = [secret_sealed, ...(isRotating && previous_secret_sealed ? [previous_secret_sealed] : [])]
    return {
      eventId: event_id,
      payload: body,
      isTest: is_test === 1,
      url,
      method: this.#config.method ?? 'POST',
      headers: this.#config.headers ?? {},
      format: this.#config.payload_format ?? 'json',
      keys: sealed.map((text) => this.#open(text)),
      timeoutMs: this.#timeoutMs,
    }
  }

  #open(sealed: string): KeyObject {
    const key = this.#keys.get(sealed) ?? signingKey(openSecret(this.#sealKey, sealed))
    this.#keys.set(sealed, key)
    return key
  }

  get #timeoutMs(): number {
    return (this.#config.timeout ?? timeoutSeconds.usual) * 1000
  }

  #drop(isOver: (delivery: Claimed) => boolean): number[] {
    const dropped = this.#waiting.filter(({ delivery }) => isOver(delivery))
    this.#waiting = this.#waiting.filter(({ delivery }) => !isOver(delivery))
    return dropped.map(({ delivery }) => delivery.id)
  }
}
