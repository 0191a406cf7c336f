import type { Logger } from 'pino'

import { timestamp } from '#server/platform/lib/clock.ts'
import type { LiveBus } from '#server/platform/live/bus.ts'

import type { RecordedAttempt } from './batch.ts'

/** Measures recorded attempts. */
export interface AttemptMetrics {
  attempt(decision: string, durationMs: number): void
}

/** Logs and measures recorded attempts, and notifies open screens of the endpoints that had any. */
export class DeliveryReport {
  readonly #log: Logger
  readonly #live: LiveBus
  readonly #metrics: AttemptMetrics | undefined
  /** Endpoints with attempts that weren't published yet, and their accounts. */
  readonly #changed = new Map<number, number>()

  constructor(log: Logger, live: LiveBus, metrics: AttemptMetrics | undefined) {
    this.#log = log
    this.#live = live
    this.#metrics = metrics
  }

  add({ delivery, result, decision }: RecordedAttempt): void {
    const { outcome, durationMs, requestHeaders } = result
    this.#changed.set(delivery.webhook_id, delivery.account_id)
    this.#metrics?.attempt(decision.kind, durationMs)
    this.#log.info(
      {
        account: delivery.account_id,
        webhook: delivery.webhook_id,
        delivery: delivery.id,
        event: delivery.event,
        event_id: delivery.event_id,
        attempt: delivery.attempts + 1,
        host: requestHeaders['host'],
        ...(outcome.kind === 'answered' ? { status: outcome.status } : { error: outcome.error }),
        ms: durationMs,
        decision: decision.kind,
        ...(decision.kind === 'retry' && { next: timestamp(decision.at) }),
        ...(decision.kind === 'disabled' && { because: decision.because }),
      },
      'delivery',
    )
  }

  /** Publishes each endpoint once, however many attempts it had since the last call. */
  publish(): void {
    for (const [webhook, account] of this.#changed) {
      this.#live.publish(account, { topic: 'deliveries', id: webhook })
    }
    this.#changed.clear()
  }
}
