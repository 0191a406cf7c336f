import { clearInterval, clearTimeout, setInterval, setTimeout } from 'node:timers'
import { setImmediate, setTimeout as delay } from 'node:timers/promises'

import type { Logger } from 'pino'

import { timestamp } from '../clock.ts'
import type { Config } from '../config.ts'
import type { Store } from '../db/open.ts'
import type { LiveBus } from '../live.ts'
import { AddressGuard } from './address-guard.ts'
import { type Attempted, Sender } from './attempt.ts'
import { Lane, failingFrom } from './lane.ts'
import { type Claimed, type Finished, Queue, type Recorded, type Turn, type Turned } from './queue.ts'
import { sweepDeliveries } from './retention.ts'
import type { SealKey } from './seal.ts'

/** Longer than any attempt: the longest timeout is 30 s, and a delivery that waited too long here is not begun. */
const leaseMs = 60_000
/** Looks for what has become due, or another process wrote, so often. */
const lookEveryMs = 500
/** Also bounds what a kill may send twice. */
const mostInFlight = 500
const mostHeld = 2_000
const claimedAtOnce = 500
const claimedPerEndpoint = 16
const recordedAtOnce = 500
/** An attempt is on record so long after its end at the latest. */
const gatherMs = 15
const tellEveryMs = 200
const afterTroubleMs = 1_000
const drainAtMostMs = 8_000

interface Parts {
  readonly config: Pick<Config, 'webhookAllowNetworks' | 'webhookRetryScheduleMs'>
  readonly store: Store
  readonly sealKey: SealKey
  readonly live: LiveBus
  readonly log: Logger
}

/**
 * Sends what is queued: claims due deliveries under a lease, a few of each endpoint, tries them, and records in one
 * commit all that ended since the last. At least once: what a kill interrupts is sent again. CHOICE 0019.
 */
export class Dispatcher {
  readonly #parts: Parts
  readonly #queue: Queue
  readonly #sender: Sender
  readonly #lanes = new Map<number, Lane>()
  #finished: Finished[] = []
  #released: number[] = []
  readonly #changed = new Map<number, number>()
  #inFlight = 0
  #after = 0
  #isRunning = false
  #isOver = false
  #isHungry = false
  #isRecording = false
  #again = false
  #turning: Promise<void> | undefined
  #gather: NodeJS.Timeout | undefined
  #look: NodeJS.Timeout | undefined
  #tell: NodeJS.Timeout | undefined

  constructor(parts: Parts) {
    this.#parts = parts
    this.#queue = new Queue(parts.store, parts.config.webhookRetryScheduleMs)
    this.#sender = new Sender(new AddressGuard(parts.config.webhookAllowNetworks))
  }

  /** Begins to deliver. What a process before this one left under way is due again at once. */
  async start(): Promise<void> {
    const { store } = this.#parts
    // Where other processes deliver as well, leases run out by themselves.
    await store.peers.join(() => this.#queue.voidLeases())
    this.#isRunning = true
    store.onCommit(() => {
      if (!this.#isRecording) this.wake()
    })
    this.#look = setInterval(() => this.wake(), lookEveryMs)
    this.#tell = setInterval(() => this.#publish(), tellEveryMs).unref()
    this.wake()
  }

  /** Looks for due deliveries now: after a change that was no transaction. Cheap, and safe at any time. */
  wake(): void {
    if (!this.#isRunning) return
    this.#isHungry = true
    this.#takeTurns()
  }

  /** Lets attempts under way end within a bound and records them; the rest is sent again by the next start. */
  async stop(): Promise<void> {
    this.#isRunning = false
    clearInterval(this.#look)
    clearInterval(this.#tell)
    const latest = Date.now() + drainAtMostMs
    while (this.#inFlight > 0 && Date.now() < latest) await delay(20)
    await this.#turning
    for (const lane of this.#lanes.values()) this.#released.push(...lane.clear())
    if (this.#finished.length + this.#released.length > 0) {
      this.#takeTurns()
      await this.#turning
    }
    // What is cut off now did not fail: it stays under its lease, and the next start sends it.
    this.#isOver = true
    clearTimeout(this.#gather)
    await this.#sender.close()
    await this.#parts.store.peers.leave()
  }

  /** Forgets what is older than 30 days. */
  sweep(): Promise<void> {
    return sweepDeliveries(this.#parts.store)
  }

  #takeTurns() {
    clearTimeout(this.#gather)
    this.#gather = undefined
    this.#again = true
    this.#turning ??= this.#turns()
  }

  async #turns() {
    while (this.#again) {
      // What ends at the same moment shares a commit.
      await setImmediate()
      this.#again = false
      const finished = this.#finished.splice(0, recordedAtOnce)
      const released = this.#released.splice(0, recordedAtOnce)
      try {
        await this.#turn(finished, released)
      } catch (error) {
        this.#parts.log.error({ err: error }, 'deliveries could not be recorded or claimed')
        this.#finished.unshift(...finished)
        this.#released.unshift(...released)
        this.#again = this.#isRunning
        if (this.#again) await delay(afterTroubleMs)
      }
    }
    this.#turning = undefined
  }

  async #turn(finished: readonly Finished[], released: readonly number[]): Promise<void> {
    const time = Date.now()
    const claim = this.#wanted(time)
    const watched = [...this.#lanes.keys()]
    let turned: Turned
    try {
      turned = await this.#queue.turn({ finished, released, watched, claim }, () => {
        this.#isRecording = true
      })
    } finally {
      this.#isRecording = false
    }
    const { recorded, claimed, webhooks } = turned
    for (const one of recorded) this.#note(one)
    for (const [id, lane] of this.#lanes) this.#released.push(...lane.refresh(webhooks.get(id)))
    const counts = new Map<number, number>()
    for (const delivery of claimed) {
      const webhook = webhooks.get(delivery.webhook_id)
      if (!webhook) continue
      const lane = this.#lanes.get(webhook.id) ?? new Lane(webhook, this.#parts.sealKey)
      this.#lanes.set(webhook.id, lane)
      lane.add(delivery, time + leaseMs)
      counts.set(webhook.id, (counts.get(webhook.id) ?? 0) + 1)
    }
    for (const [id, count] of counts) {
      const lane = this.#lanes.get(id)
      if (lane) lane.hasMore = count >= claimedPerEndpoint
    }
    if (claim) this.#moveOn(claim, claimed)
    for (const [id, lane] of this.#lanes) this.#pump(id, lane)
    if (this.#isHungry || this.#finished.length >= recordedAtOnce) this.#again = true
    else if (this.#finished.length > 0) this.#gather ??= setTimeout(() => this.#takeTurns(), gatherMs)
  }

  #wanted(time: number): Turn['claim'] {
    const isHungry = this.#isRunning && this.#isHungry
    this.#isHungry = false
    const held = [...this.#lanes.values()].reduce((sum, lane) => sum + lane.held, 0)
    const most = Math.min(claimedAtOnce, mostHeld - held)
    if (!isHungry || most <= 0) return undefined
    return {
      now: timestamp(time),
      leasedUntil: timestamp(time + leaseMs),
      after: this.#after,
      busy: [...this.#lanes].filter(([, lane]) => !lane.wantsMore).map(([id]) => id),
      perEndpoint: claimedPerEndpoint,
      failingFrom,
      most,
    }
  }

  /** A claim that was full goes on behind its last endpoint, so that those with a high id have their turn as well. */
  #moveOn({ after, most }: NonNullable<Turn['claim']>, claimed: readonly Claimed[]) {
    const isFull = claimed.length >= most
    this.#after = isFull ? Math.max(...claimed.map(({ webhook_id }) => webhook_id)) : 0
    if (isFull || after > 0) this.#isHungry = true
  }

  #pump(id: number, lane: Lane) {
    while (this.#isRunning && this.#inFlight < mostInFlight) {
      const delivery = lane.next(Date.now())
      if (!delivery) break
      this.#inFlight += 1
      void this.#send(lane, delivery)
    }
    if (lane.held === 0) this.#lanes.delete(id)
    if (lane.hasMore && lane.wantsMore) this.#isHungry = this.#isRunning
  }

  async #send(lane: Lane, delivery: Claimed) {
    const attempted = await this.#attempt(lane, delivery)
    this.#inFlight -= 1
    if (this.#isOver) return
    this.#finished.push({ delivery, attempted })
    this.#released.push(...lane.ended(attempted.outcome))
    this.#pump(delivery.webhook_id, lane)
    // A commit stops the whole process for as long as the disk takes, so it is worth waiting for company.
    if (this.#isHungry || this.#finished.length >= recordedAtOnce) this.#takeTurns()
    else this.#gather ??= setTimeout(() => this.#takeTurns(), gatherMs)
  }

  /** An attempt that cannot even be made, because its endpoint is damaged in the database, failed like any other. */
  async #attempt(lane: Lane, delivery: Claimed): Promise<Attempted> {
    const startedAt = Date.now()
    try {
      return await this.#sender.attempt(lane.message(delivery))
    } catch (error) {
      this.#parts.log.error({ err: error, webhook: delivery.webhook_id }, 'delivery cannot be sent')
      return {
        outcome: { kind: 'failed', error: 'cannot be signed or addressed' },
        startedAt,
        durationMs: Date.now() - startedAt,
        requestHeaders: {},
        responseHeaders: null,
        responseBody: null,
      }
    }
  }

  #note({ delivery, attempted, decision }: Recorded) {
    const { outcome, durationMs, requestHeaders } = attempted
    this.#changed.set(delivery.webhook_id, delivery.account_id)
    this.#parts.log.info(
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

  #publish() {
    for (const [webhook, account] of this.#changed) {
      this.#parts.live.publish(account, { topic: 'deliveries', id: webhook })
    }
    this.#changed.clear()
  }
}
