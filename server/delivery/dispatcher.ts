import { clearInterval, clearTimeout, setInterval, setTimeout } from 'node:timers'
import { setImmediate, setTimeout as delay } from 'node:timers/promises'

import type { Logger } from 'pino'

import type { Config } from '#server/config.ts'
import type { Store } from '#server/db/open.ts'
import { timestamp } from '#server/lib/clock.ts'
import type { LiveBus } from '#server/live/bus.ts'

import { AddressGuard } from './address-guard.ts'
import { Sender } from './attempt.ts'
import { ClockWatch } from './clock-watch.ts'
import { type Lane, failingFrom } from './lane.ts'
import { Lanes } from './lanes.ts'
import { type Claimed, Queue, type Recorded, type Turn } from './queue.ts'
import { sweepDeliveries } from './retention.ts'
import { sealStoredHeaders } from './seal-headers.ts'
import type { SealKey } from './seal.ts'
import { Unrecorded } from './unrecorded.ts'

/** After this long, a process that lost sight of what it had claimed claims it again. Longer than any attempt. */
const leaseMs = 60_000
/** Looks for what has become due, or another process wrote, so often. */
const lookEveryMs = 500
/** Looks for processes that are gone so often: what they had under lease waits no longer. */
const lookForDeadEveryMs = 2_000
const mostHeld = 4_000
const claimedAtOnce = 500
const claimedPerEndpoint = 16
/** An attempt is on record so long after its end at the latest. */
const gatherMs = 15
/** After commits, looks again after this many times what the last look took, so that looking never fills the day. */
const restPerLook = 2
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
 * commit all that ended since the last. At least once: what a kill interrupts is sent again. CHOICE 0019, 0046.
 */
export class Dispatcher {
  readonly #parts: Parts
  readonly #queue: Queue
  readonly #sender: Sender
  readonly #lanes: Lanes
  readonly #unrecorded = new Unrecorded()
  readonly #clock = new ClockWatch()
  readonly #changed = new Map<number, number>()
  #after = 0
  #isRunning = false
  #isOver = false
  #isHungry = false
  #isRecording = false
  /** Commits during a recording: its own, and those of others that have something to send. */
  #commits = 0
  #again = false
  #nextLookAt = 0
  #turning: Promise<void> | undefined
  #gather: NodeJS.Timeout | undefined
  #soon: NodeJS.Timeout | undefined
  #timers: NodeJS.Timeout[] = []

  constructor(parts: Parts) {
    this.#parts = parts
    this.#queue = new Queue(parts.store, parts.config.webhookRetryScheduleMs)
    this.#sender = new Sender(new AddressGuard(parts.config.webhookAllowNetworks))
    this.#lanes = new Lanes(parts.sealKey, (lane, delivery) => void this.#send(lane, delivery))
  }

  /** Begins to deliver. What a process that is gone left under way is due again at once. */
  async start(): Promise<void> {
    const { store, sealKey } = this.#parts
    await sealStoredHeaders(store, sealKey)
    await store.peers.join()
    await this.#queue.takeOverDead()
    await this.#queue.voidStrayLeases({ isStart: true })
    await this.#queue.bringForward()
    this.#isRunning = true
    store.onCommit(() => {
      if (this.#isRecording) this.#commits += 1
      else this.#wakeSoon()
    })
    this.#timers = [
      setInterval(() => this.#look(), lookEveryMs),
      setInterval(() => this.#lookForDead(), lookForDeadEveryMs),
      setInterval(() => this.#publish(), tellEveryMs).unref(),
    ]
    this.wake()
  }

  /** Looks for due deliveries now: after a change that was no transaction. Safe at any time. */
  wake(): void {
    if (!this.#isRunning) return
    clearTimeout(this.#soon)
    this.#soon = undefined
    this.#isHungry = true
    this.#takeTurns()
  }

  /** Lets attempts under way end within a bound and records them; the rest is sent again by the next start. */
  async stop(): Promise<void> {
    this.#isRunning = false
    this.#lanes.close()
    for (const timer of this.#timers) clearInterval(timer)
    clearTimeout(this.#soon)
    const latest = performance.now() + drainAtMostMs
    while (this.#lanes.inFlight > 0 && performance.now() < latest) await delay(20)
    await this.#turning
    this.#unrecorded.release(this.#lanes.clear())
    while (!this.#unrecorded.isEmpty && performance.now() < latest) {
      this.#takeTurns()
      await this.#turning
      await delay(20)
    }
    // What is cut off now did not fail: it stays under its lease, and the next start sends it.
    this.#isOver = true
    clearTimeout(this.#gather)
    await this.#sender.close()
    await this.#parts.store.peers.leave()
  }

  /** Forgets what is older than 30 days. */
  async sweep(): Promise<void> {
    await sweepDeliveries(this.#parts.store, Date.now())
    await this.#queue.voidStrayLeases({ isStart: false })
  }

  /** A busy account commits far more often than it is worth looking. */
  #wakeSoon() {
    if (this.#soon || !this.#isRunning) return
    const waitMs = this.#nextLookAt - performance.now()
    if (waitMs <= 0) this.wake()
    else this.#soon = setTimeout(() => this.wake(), waitMs)
  }

  #look() {
    if (!this.#clock.wasSetBack()) return this.wake()
    this.#parts.log.warn('the clock was set back; waiting deliveries are scheduled anew')
    this.#attend('waiting deliveries could not be scheduled anew', () => this.#queue.bringForward())
  }

  #lookForDead() {
    this.#attend('the deliveries of a process that is gone could not be taken over', async () => {
      if (!(await this.#queue.takeOverDead())) return
      this.#parts.log.warn('took over the deliveries of a process that is gone')
    })
  }

  #attend(trouble: string, work: () => Promise<void>) {
    void work().then(
      () => this.wake(),
      (error: unknown) => this.#parts.log.error({ err: error }, trouble),
    )
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
      const batch = this.#unrecorded.take()
      try {
        await this.#turn(batch)
        this.#unrecorded.recorded(batch)
        if (this.#unrecorded.isFull) this.#again = true
      } catch (error) {
        const delivery = this.#unrecorded.failed(batch)
        this.#parts.log.error({ err: error, delivery }, 'deliveries could not be recorded or claimed')
        this.#again = this.#isRunning
        this.#isHungry = this.#isRunning
        if (this.#again) await delay(afterTroubleMs)
      }
    }
    this.#turning = undefined
  }

  async #turn(batch: ReturnType<Unrecorded['take']>): Promise<void> {
    const began = performance.now()
    const claim = this.#wanted()
    try {
      const turned = await this.#queue.turn({ ...batch, watched: this.#lanes.endpoints, claim }, () => {
        this.#isRecording = true
        this.#commits = 0
      })
      if (this.#isRecording && this.#commits > 1) this.#wakeSoon()
      for (const one of turned.recorded) this.#note(one)
      this.#lanes.settled(batch)
      this.#unrecorded.release(this.#lanes.take(turned, claimedPerEndpoint))
      if (claim) this.#moveOn(claim, turned.claimed)
    } finally {
      this.#isRecording = false
    }
    const now = performance.now()
    if (claim) this.#nextLookAt = now + restPerLook * (now - began)
    if (this.#isRunning && this.#lanes.pump()) this.#isHungry = true
    this.#takeTurnsIfWorthwhile()
  }

  #takeTurnsIfWorthwhile() {
    // A commit stops the whole process for as long as the disk takes, so it is worth waiting for company.
    if (this.#isHungry || this.#unrecorded.isFull) this.#takeTurns()
    else if (this.#unrecorded.hasFinished) this.#gather ??= setTimeout(() => this.#takeTurns(), gatherMs)
  }

  #wanted(): Turn['claim'] {
    const isHungry = this.#isRunning && this.#isHungry
    this.#isHungry = false
    const most = Math.min(claimedAtOnce, mostHeld - this.#lanes.held)
    if (!isHungry || most <= 0) return undefined
    const time = Date.now()
    return {
      now: timestamp(time),
      leasedUntil: timestamp(time + leaseMs),
      after: this.#after,
      busy: this.#lanes.busy(),
      busyAccounts: this.#lanes.busyAccounts(),
      perEndpoint: claimedPerEndpoint,
      failingFrom,
      limit: most,
    }
  }

  /** A claim that was full goes on behind its last endpoint, so that those with a high id have their turn as well. */
  #moveOn({ after, limit: most }: NonNullable<Turn['claim']>, claimed: readonly Claimed[]) {
    const isFull = claimed.length >= most
    this.#after = isFull ? Math.max(...claimed.map(({ webhook_id }) => webhook_id)) : 0
    if (isFull || after > 0) this.#isHungry = true
  }

  async #send(lane: Lane, delivery: Claimed) {
    try {
      if (delivery.body === undefined) throw new LostEvent()
      const attempted = await this.#sender.attempt(lane.message(delivery, delivery.body))
      if (this.#isOver) return
      this.#unrecorded.finish({ delivery, attempted })
      this.#unrecorded.release(lane.ended(attempted.outcome))
    } catch (error) {
      // Not within the loop that sends.
      await setImmediate()
      lane.notSent()
      this.#cannotSend(delivery, error)
    }
    if (this.#lanes.ended(lane)) this.#isHungry = this.#isRunning
    this.#takeTurnsIfWorthwhile()
  }

  /** The service's own trouble, such as another SECRET_KEY: it never counts against the endpoint. */
  #cannotSend({ id, webhook_id, is_test }: Claimed, error: unknown) {
    this.#parts.log.error({ err: error, webhook: webhook_id, delivery: id }, 'a delivery can’t be sent')
    if (error instanceof LostEvent) this.#unrecorded.giveUp({ id, error: error.message })
    else if (is_test === 1)
      this.#unrecorded.giveUp({ id, error: 'the settings of this webhook can’t be read' })
    else this.#unrecorded.release([id, ...this.#lanes.rest(webhook_id)])
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

/** The event that a delivery tells of is not in the log. */
class LostEvent extends Error {
  constructor() {
    super('the event of this delivery is lost')
  }
}
