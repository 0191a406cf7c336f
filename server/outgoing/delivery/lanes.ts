import type { SealKey } from '#server/platform/lib/seal.ts'

import type { BatchResult, BatchWrites, LeasedDelivery } from './batch.ts'
import { Lane } from './lane.ts'

/** An endpoint whose settings can't be read is tried again after this time. */
const pauseMs = 30_000
/** Deliveries of one account in memory: the rest stays in the queue, so that there is room for others. */
const mostHeldOfAccount = 1_000

/** All deliveries that this process has leased, by endpoint, and which endpoint sends next. */
export class Lanes {
  readonly #sealKey: SealKey
  readonly #send: (lane: Lane, delivery: LeasedDelivery) => void
  readonly #lanes = new Map<number, Lane>()
  /** Leased deliveries and their accounts, until they are recorded: one that is claimed twice isn't sent twice. */
  readonly #leased = new Map<number, number>()
  readonly #heldOf = new Map<number, number>()
  /** Lanes that have something to send, in the order of their turns. */
  readonly #ready = new Set<Lane>()
  readonly #paused = new Map<number, number>()
  readonly #slots = new Slots()
  #isClosed = false

  constructor(sealKey: SealKey, send: (lane: Lane, delivery: LeasedDelivery) => void) {
    this.#sealKey = sealKey
    this.#send = send
  }

  get inFlight(): number {
    return this.#slots.taken
  }

  get held(): number {
    return this.#leased.size
  }

  get endpoints(): number[] {
    return [...this.#lanes.keys()]
  }

  /** Returns the endpoints that need nothing more. */
  busy(): number[] {
    const now = performance.now()
    for (const [id, until] of this.#paused) if (until <= now) this.#paused.delete(id)
    const busy = [...this.#lanes].filter(([, lane]) => !lane.wantsMore).map(([id]) => id)
    return [...new Set([...busy, ...this.#paused.keys()])]
  }

  /** Returns the accounts that have enough in memory. */
  busyAccounts(): number[] {
    return [...this.#heldOf].filter(([, held]) => held >= mostHeldOfAccount).map(([account]) => account)
  }

  /** Adds what a batch claimed, and updates the endpoints. Returns the deliveries that aren't sent after all. */
  take({ claimed, webhooks }: BatchResult, perEndpoint: number): number[] {
    const released = [...this.#lanes].flatMap(([id, lane]) => lane.refresh(webhooks.get(id)))
    const counts = new Map<number, number>()
    for (const delivery of claimed) {
      const webhook = webhooks.get(delivery.webhook_id)
      counts.set(delivery.webhook_id, (counts.get(delivery.webhook_id) ?? 0) + 1)
      if (!webhook || this.#leased.has(delivery.id)) continue
      const lane = this.#lanes.get(webhook.id) ?? new Lane(webhook, this.#sealKey)
      this.#lanes.set(webhook.id, lane)
      this.#lease(delivery)
      lane.add(delivery)
      this.#ready.add(lane)
    }
    for (const [id, count] of counts) {
      const lane = this.#lanes.get(id)
      if (lane) lane.hasMore = count >= perEndpoint
    }
    return released
  }

  /** Forgets the leases of what has been recorded. */
  settled({ completed, released, abandoned }: BatchWrites): void {
    for (const { delivery } of completed) this.#unlease(delivery.id)
    for (const id of released) this.#unlease(id)
    for (const { id } of abandoned) this.#unlease(id)
  }

  #lease({ id, account_id }: LeasedDelivery) {
    this.#leased.set(id, account_id)
    this.#heldOf.set(account_id, (this.#heldOf.get(account_id) ?? 0) + 1)
  }

  #unlease(id: number) {
    const account = this.#leased.get(id)
    if (account === undefined) return
    this.#leased.delete(id)
    const left = (this.#heldOf.get(account) ?? 0) - 1
    if (left > 0) this.#heldOf.set(account, left)
    else this.#heldOf.delete(account)
  }

  /** Sends what may be sent now. Returns whether an endpoint wants more of what is left in the queue. */
  fillSlots(): boolean {
    this.#sendReady()
    let wantsMore = false
    for (const [id, lane] of this.#lanes) {
      if (this.#wants(lane)) wantsMore = true
      if (lane.held === 0) this.#lanes.delete(id)
    }
    return wantsMore
  }

  /** After a delivery was sent or couldn't be: its slot goes to the next in turn. Returns whether the lane wants more. */
  slotFreed(lane: Lane): boolean {
    this.#slots.free(lane.account)
    if (lane.isReady) this.#ready.add(lane)
    this.#sendReady()
    const wantsMore = this.#wants(lane)
    if (lane.held === 0) this.#lanes.delete(lane.endpoint)
    return wantsMore
  }

  #wants(lane: Lane): boolean {
    return lane.hasMore && lane.wantsMore && (this.#heldOf.get(lane.account) ?? 0) < mostHeldOfAccount
  }

  /** A lane that has sent lines up behind the others that wait for a slot. */
  #sendReady() {
    if (this.#isClosed) return
    const round = [...this.#ready]
    for (const lane of round) {
      if (this.#slots.isFull) return
      this.#ready.delete(lane)
      while (lane.isReady && this.#slots.mayTake(lane.account)) this.#begin(lane)
      if (lane.isReady) this.#ready.add(lane)
    }
  }

  #begin(lane: Lane) {
    const delivery = lane.next()
    if (!delivery) return
    this.#slots.take(lane.account)
    this.#send(lane, delivery)
  }

  /** Leaves an endpoint alone for a while. Returns the ids of what was waiting. */
  pauseEndpoint(id: number): number[] {
    this.#paused.set(id, performance.now() + pauseMs)
    const lane = this.#lanes.get(id)
    if (lane) lane.hasMore = false
    return lane?.clear() ?? []
  }

  /** Starts no further attempts. */
  close(): void {
    this.#isClosed = true
  }

  /** Drops everything that isn't in flight. Returns its ids. */
  clear(): number[] {
    return [...this.#lanes.values()].flatMap((lane) => lane.clear())
  }
}

/** Attempts in flight, in this process and for one account. */
const mostInFlight = 500
const mostOfAccount = 100
/** From here on an account gets only a few, so that latecomers still find some. */
const scarceFrom = 400
const mostWhenScarce = 10

/** Limits how many attempts are in flight, altogether and by account, so that no account takes all slots. */
export class Slots {
  readonly #byAccount = new Map<number, number>()
  #taken = 0

  get taken(): number {
    return this.#taken
  }

  get isFull(): boolean {
    return this.#taken >= mostInFlight
  }

  mayTake(account: number): boolean {
    const own = this.#byAccount.get(account) ?? 0
    return this.#taken < mostInFlight && own < (this.#taken < scarceFrom ? mostOfAccount : mostWhenScarce)
  }

  take(account: number): void {
    this.#taken += 1
    this.#byAccount.set(account, (this.#byAccount.get(account) ?? 0) + 1)
  }

  free(account: number): void {
    this.#taken -= 1
    const left = (this.#byAccount.get(account) ?? 0) - 1
    if (left > 0) this.#byAccount.set(account, left)
    else this.#byAccount.delete(account)
  }
}
