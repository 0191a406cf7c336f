import { clearInterval, setInterval } from 'node:timers'
import { setImmediate, setTimeout as delay } from 'node:timers/promises'

import type { Logger } from 'pino'

import type { Config } from '#server/config.ts'
import type { Store } from '#server/platform/db/store.ts'
import type { SealKey } from '#server/platform/lib/seal.ts'
import type { LiveBus } from '#server/platform/live/bus.ts'

import { AddressGuard } from './address-guard.ts'
import { BatchLoop } from './batch-loop.ts'
import type { BatchWrites, LeasedDelivery } from './batch.ts'
import { ClaimPace, Claims, claimedPerEndpoint } from './claims.ts'
import { ClockWatch, rescheduleFuture } from './clock-watch.ts'
import { type AttemptMetrics, DeliveryReport } from './delivery-report.ts'
import type { Lane } from './lane.ts'
import { Lanes } from './lanes.ts'
import { releaseDeadLeases, releaseStrayLeases } from './leases.ts'
import { Queue } from './queue.ts'
import { sweepDeliveries } from './retention.ts'
import { Sender } from './sender.ts'
import { UnrecordedWrites } from './unrecorded.ts'
import { sealStoredHeaders } from './webhook-headers.ts'

/** How often to look for what has become due, or what another process wrote. */
const claimEveryMs = 500
/** How often to look for processes that are gone, whose leases are then released. */
const checkPeersEveryMs = 2_000
const publishEveryMs = 200
/** An attempt is recorded this long after its end at the latest. */
const gatherMs = 15
const pauseAfterErrorMs = 1_000
const drainAtMostMs = 8_000

interface Parts {
  readonly config: Pick<Config, 'webhookAllowNetworks' | 'webhookRetryScheduleMs'>
  readonly store: Store
  readonly sealKey: SealKey
  readonly live: LiveBus
  readonly log: Logger
  readonly metrics?: AttemptMetrics | undefined
}

/**
 * `idle` until it is started; `running` while it claims and sends; `draining` while attempts in flight may still end;
 * `closed` once results are no longer recorded.
 */
type Phase = 'idle' | 'running' | 'draining' | 'closed'

/**
 * Sends what is queued: leases due deliveries, a few of each endpoint, attempts them, and records in one commit all that
 * have ended since the last one. Delivers at least once: what a kill interrupts is sent again.
 */
export class Dispatcher {
  readonly #parts: Parts
  readonly #queue: Queue
  readonly #sender: Sender
  readonly #lanes: Lanes
  readonly #claims: Claims
  readonly #report: DeliveryReport
  readonly #unrecorded = new UnrecordedWrites()
  readonly #clock = new ClockWatch()
  readonly #loop = new BatchLoop(() => this.#runBatch())
  readonly #pace = new ClaimPace(() => this.wake())
  #phase: Phase = 'idle'
  /** Commits while a batch is being recorded: its own, and those of others that have something to send. */
  #recording: { commits: number } | undefined
  #timers: NodeJS.Timeout[] = []

  constructor(parts: Parts) {
    const { store, config, sealKey, log, live, metrics } = parts
    this.#parts = parts
    this.#queue = new Queue(store, config.webhookRetryScheduleMs)
    this.#sender = new Sender(new AddressGuard(config.webhookAllowNetworks))
    this.#lanes = new Lanes(sealKey, (lane, delivery) => void this.#send(lane, delivery))
    this.#claims = new Claims(this.#lanes)
    this.#report = new DeliveryReport(log, live, metrics)
  }

  /** Starts delivering. What a process that is gone left in flight is due at once. */
  async start(): Promise<void> {
    const { store, sealKey } = this.#parts
    await sealStoredHeaders(store, sealKey)
    await store.peers.join()
    await releaseDeadLeases(store)
    await releaseStrayLeases(store, { isStart: true })
    await rescheduleFuture(store)
    this.#phase = 'running'
    store.onCommit(() => {
      if (this.#recording) this.#recording.commits += 1
      else this.#wakeSoon()
    })
    // While this process was cut off, another one may have taken over what waits here.
    store.peers.subscribe({
      message: () => undefined,
      missed: () => this.#unrecorded.release(this.#lanes.clear()),
    })
    this.#timers = [
      setInterval(() => this.#checkClock(), claimEveryMs),
      setInterval(() => this.#checkPeers(), checkPeersEveryMs),
      setInterval(() => this.#report.publish(), publishEveryMs).unref(),
    ]
    this.wake()
  }

  /** Looks for due deliveries now: after a change that was no transaction. Safe at any time. */
  wake(): void {
    if (this.#phase !== 'running') return
    this.#pace.cancel()
    this.#claims.request()
    this.#loop.run()
  }

  /** Waits for attempts in flight, within a limit, and records them; the rest is sent again by the next start. */
  async stop(): Promise<void> {
    this.#phase = 'draining'
    this.#lanes.close()
    this.#claims.cancel()
    for (const timer of this.#timers) clearInterval(timer)
    this.#pace.cancel()
    const latest = performance.now() + drainAtMostMs
    while (this.#lanes.inFlight > 0 && performance.now() < latest) await delay(20)
    await this.#loop.settled()
    this.#unrecorded.release(this.#lanes.clear())
    while (!this.#unrecorded.isEmpty && performance.now() < latest) {
      this.#loop.run()
      await this.#loop.settled()
      await delay(20)
    }
    // What is cut off now has not failed: it stays leased, and the next start sends it.
    this.#phase = 'closed'
    this.#loop.cancel()
    await this.#sender.close()
    await this.#parts.store.peers.leave()
  }

  /** Deletes what is older than 30 days. */
  async sweep(): Promise<void> {
    await sweepDeliveries(this.#parts.store, Date.now())
    await releaseStrayLeases(this.#parts.store, { isStart: false })
  }

  get #mayClaim(): boolean {
    return this.#phase === 'running' && this.#parts.store.peers.isAlive()
  }

  #wakeSoon() {
    if (this.#phase === 'running') this.#pace.claimSoon()
  }

  #checkClock() {
    if (!this.#clock.wasSetBack()) return this.wake()
    const { log, store } = this.#parts
    log.warn('the clock was set back; rescheduling pending deliveries')
    this.#thenWake('pending deliveries could not be rescheduled', () => rescheduleFuture(store))
  }

  #checkPeers() {
    const { log, store } = this.#parts
    this.#thenWake('the deliveries of a process that is gone could not be taken over', async () => {
      if (await releaseDeadLeases(store)) log.warn('took over the deliveries of a process that is gone')
    })
  }

  #thenWake(errorText: string, work: () => Promise<void>) {
    void work().then(
      () => this.wake(),
      (error: unknown) => this.#parts.log.error({ err: error }, errorText),
    )
  }

  async #runBatch(): Promise<void> {
    const writes = this.#unrecorded.take()
    try {
      await this.#writeAndClaim(writes)
      this.#unrecorded.recorded(writes)
      if (this.#unrecorded.isFull) this.#loop.run()
    } catch (error) {
      const delivery = this.#unrecorded.failed(writes)
      this.#parts.log.error({ err: error, delivery }, 'deliveries could not be recorded or claimed')
      if (this.#phase !== 'running') return
      this.#claims.request()
      this.#loop.run()
      await delay(pauseAfterErrorMs)
    }
  }

  async #writeAndClaim(writes: BatchWrites): Promise<void> {
    const began = performance.now()
    const claim = this.#mayClaim ? this.#claims.next() : undefined
    try {
      const result = await this.#queue.run({ ...writes, watched: this.#lanes.endpoints, claim }, () => {
        this.#recording = { commits: 0 }
      })
      if (this.#recording && this.#recording.commits > 1) this.#wakeSoon()
      for (const attempt of result.recorded) this.#report.add(attempt)
      this.#lanes.settled(writes)
      this.#unrecorded.release(this.#lanes.take(result, claimedPerEndpoint))
      if (claim) this.#claims.completed(claim, result.claimed)
    } finally {
      this.#recording = undefined
    }
    if (claim) this.#pace.claimed(performance.now() - began)
    if (this.#phase === 'running' && this.#lanes.fillSlots()) this.#claims.request()
    this.#runIfWorthwhile()
  }

  #runIfWorthwhile() {
    // A commit stops the whole process for as long as the disk takes, so it is worth batching.
    const needsClaim = this.#mayClaim && this.#claims.isRequested
    if (needsClaim || this.#unrecorded.isFull) this.#loop.run()
    else if (this.#unrecorded.hasCompleted) this.#loop.runWithin(gatherMs)
  }

  async #send(lane: Lane, delivery: LeasedDelivery) {
    try {
      if (!this.#parts.store.peers.isAlive()) throw new CutOff()
      if (delivery.body === undefined) throw new LostEvent()
      const result = await this.#sender.attempt(lane.message(delivery, delivery.body))
      if (this.#phase === 'closed') return
      this.#unrecorded.complete({ delivery, result })
      this.#unrecorded.release(lane.attemptEnded(result.outcome))
    } catch (error) {
      // Not within the loop that sends.
      await setImmediate()
      lane.attemptNotMade()
      if (error instanceof CutOff) this.#unrecorded.release([delivery.id, ...lane.clear()])
      else this.#cannotSend(delivery, error)
    }
    if (this.#lanes.slotFreed(lane)) this.#claims.request()
    this.#runIfWorthwhile()
  }

  /** The service's own error, such as a changed SECRET_KEY: it never counts against the endpoint. */
  #cannotSend({ id, webhook_id, is_test }: LeasedDelivery, error: unknown) {
    this.#parts.log.error({ err: error, webhook: webhook_id, delivery: id }, 'a delivery can’t be sent')
    if (error instanceof LostEvent) this.#unrecorded.abandon({ id, error: error.message })
    else if (is_test === 1)
      this.#unrecorded.abandon({ id, error: 'the settings of this webhook can’t be read' })
    else this.#unrecorded.release([id, ...this.#lanes.pauseEndpoint(webhook_id)])
  }
}

/** Another process may have taken over what this one has leased. */
class CutOff extends Error {}

/** The event of a delivery is missing from the log. */
class LostEvent extends Error {
  constructor() {
    super('the event of this delivery is lost')
  }
}
