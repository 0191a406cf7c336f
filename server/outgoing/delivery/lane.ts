import type { KeyObject } from 'node:crypto'

import {
  type WebhookConfig,
  forbiddenHeader,
  hiddenHeader,
  timeoutSeconds,
} from '#contract/webhooks/config.ts'
import { now } from '#server/platform/lib/clock.ts'
import { type SealKey, openSecret } from '#server/platform/lib/seal.ts'

import type { LeasedDelivery, WebhookRow } from './batch.ts'
import { type Outcome, isGone, isSuccess } from './decide.ts'
import type { Message } from './sender.ts'
import { signingKey } from './sign.ts'
import { configIn } from './webhook-config.ts'
import { openHeaders } from './webhook-headers.ts'

/** Attempts at one endpoint at a time; one that keeps failing gets a single one as a probe. */
const mostAtOnce = { healthy: 2, failing: 1 } as const
/** From so many consecutive failures on, an endpoint counts as one that keeps failing. */
export const failingFrom = 5
/** Claimed ahead, so that a fast receiver never waits for a commit. */
const enoughWaiting = 8

/** The leased deliveries of one endpoint: those in flight, and those waiting for their turn. */
export class Lane {
  readonly endpoint: number
  readonly account: number
  readonly #sealKey: SealKey
  #webhook: WebhookRow
  #config: WebhookConfig | undefined
  /** Decrypted once, because every attempt signs. */
  readonly #keys = new Map<string, KeyObject>()
  #waiting: LeasedDelivery[] = []
  #inFlight = 0
  #failures: number
  /** Whether the last claim left deliveries of this endpoint in the queue. */
  hasMore = false

  constructor(webhook: WebhookRow, sealKey: SealKey) {
    this.endpoint = webhook.id
    this.account = webhook.account_id
    this.#sealKey = sealKey
    this.#webhook = webhook
    this.#config = configIn(webhook.config)
    this.#failures = webhook.failure_count
  }

  /** Deliveries in memory. */
  get held(): number {
    return this.#waiting.length + this.#inFlight
  }

  get wantsMore(): boolean {
    return this.#isFailing ? this.held === 0 : this.#waiting.length < enoughWaiting
  }

  /** Whether `next` would return one. */
  get isReady(): boolean {
    return this.#waiting.length > 0 && this.#inFlight < mostAtOnce[this.#isFailing ? 'failing' : 'healthy']
  }

  /** Updates the endpoint: it may have been changed, paused or deleted. Returns the ids it no longer sends. */
  refresh(webhook: WebhookRow | undefined): number[] {
    if (!webhook) return this.#drop(() => true)
    if (webhook.config !== this.#webhook.config) this.#config = configIn(webhook.config)
    this.#webhook = webhook
    return webhook.status === 'active' ? [] : this.#drop(({ is_test }) => is_test === 0)
  }

  add(delivery: LeasedDelivery): void {
    this.#waiting.push(delivery)
  }

  /** Returns the next delivery to send, if one may be sent now. */
  next(): LeasedDelivery | undefined {
    if (!this.isReady) return undefined
    this.#inFlight += 1
    return this.#waiting.shift()
  }

  /** After an attempt. If the endpoint keeps failing or is gone, drops what is waiting and returns its ids. */
  attemptEnded(outcome: Outcome): number[] {
    this.#inFlight -= 1
    this.#failures = isSuccess(outcome) ? 0 : this.#failures + 1
    return this.#isFailing || isGone(outcome) ? this.clear() : []
  }

  /** Frees the slot of a delivery for which no attempt could be made. */
  attemptNotMade(): void {
    this.#inFlight -= 1
  }

  get #isFailing(): boolean {
    return this.#failures >= failingFrom
  }

  /** Drops what is waiting. Returns its ids. */
  clear(): number[] {
    return this.#drop(() => true)
  }

  /** Returns what to send. Throws if the endpoint's secret or settings can't be read, which is never its own fault. */
  message({ event_id, is_test }: LeasedDelivery, body: string): Message {
    const { url, secret_sealed, previous_secret_sealed, previous_secret_until } = this.#webhook
    if (!this.#config || !URL.canParse(url)) throw new Error('The settings of this endpoint can’t be read')
    const isRotating = previous_secret_until !== null && previous_secret_until > now()
    const sealed = [secret_sealed, ...(isRotating && previous_secret_sealed ? [previous_secret_sealed] : [])]
    return {
      eventId: event_id,
      payload: body,
      isTest: is_test === 1,
      url,
      method: this.#config.method ?? 'POST',
      headers: this.#headers(this.#config.headers ?? {}),
      secretHeaders: this.#secretNames,
      format: this.#config.payload_format ?? 'json',
      keys: sealed.map((text) => this.#open(text)),
      timeoutMs: (this.#config.timeout ?? timeoutSeconds.usual) * 1000,
    }
  }

  /** Returns the endpoint's own headers, without those that are no longer allowed. Throws if a secret value is lost. */
  #headers(shown: Readonly<Record<string, string>>): Record<string, string> {
    const secret = openHeaders(this.#sealKey, this.#webhook.headers_sealed)
    const allowed = Object.entries(shown).filter(([name]) => !forbiddenHeader.test(name))
    return Object.fromEntries(
      allowed.map(([name, value]) => {
        const whole = value === hiddenHeader ? secret.get(name.toLowerCase()) : value
        if (whole === undefined) throw new Error('A secret header of this endpoint can’t be read')
        return [name, whole]
      }),
    )
  }

  get #secretNames(): string[] {
    const shown = Object.entries(this.#config?.headers ?? {})
    return shown.filter(([, value]) => value === hiddenHeader).map(([name]) => name.toLowerCase())
  }

  #open(sealed: string): KeyObject {
    const key = this.#keys.get(sealed) ?? signingKey(openSecret(this.#sealKey, sealed))
    this.#keys.set(sealed, key)
    return key
  }

  #drop(isDropped: (delivery: LeasedDelivery) => boolean): number[] {
    const dropped = this.#waiting.filter((delivery) => isDropped(delivery))
    this.#waiting = this.#waiting.filter((delivery) => !isDropped(delivery))
    return dropped.map(({ id }) => id)
  }
}
