import { Lane } from './lane.ts'
import type { Claimed, Turn, Turned } from './queue.ts'
import type { SealKey } from './seal.ts'
import { Slots } from './slots.ts'

/** An endpoint that can't be read is looked at again after this long. */
const restMs = 30_000
/** What is held for one account: more is left in the queue, so that there is room for others. */
const mostHeldOfAccount = 1_000

/** All that this process has under lease, endpoint by endpoint, and who sends next. */
export class Lanes {
  readonly #sealKey: SealKey
  readonly #send: (lane: Lane, delivery: Claimed) => void
  readonly #lanes = new Map<number, Lane>()
  /** Deliveries under lease until that is on record: what is claimed a second time is not sent a second time. */
  readonly #leased = new Map<number, number>()
  readonly #heldOf = new Map<number, number>()
  /** Lanes that have something to send, in the order in which they have their turn. */
  readonly #ready = new Set<Lane>()
  readonly #resting = new Map<number, number>()
  readonly #slots = new Slots()
  #isClosed = false

  constructor(sealKey: SealKey, send: (lane: Lane, delivery: Claimed) => void) {
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

  /** Endpoints that need nothing more. */
  busy(): number[] {
    const now = performance.now()
    for (const [id, until] of this.#resting) if (until <= now) this.#resting.delete(id)
    const busy = [...this.#lanes].filter(([, lane]) => !lane.wantsMore).map(([id]) => id)
    return [...new Set([...busy, ...this.#resting.keys()])]
  }

  /** Accounts of which enough is held. */
  busyAccounts(): number[] {
    return [...this.#heldOf].filter(([, held]) => held >= mostHeldOfAccount).map(([account]) => account)
  }

  /** Takes what a turn claimed, and the endpoints as they are now. Returns the deliveries that are not sent after all. */
  take({ claimed, webhooks }: Turned, perEndpoint: number): number[] {
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

  /** What is on record is no longer under lease. */
  settled({ finished, released, givenUp }: Pick<Turn, 'finished' | 'released' | 'givenUp'>): void {
    for (const { delivery } of finished) this.#unlease(delivery.id)
    for (const id of released) this.#unlease(id)
    for (const { id } of givenUp) this.#unlease(id)
  }

  #lease({ id, account_id }: Claimed) {
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

  /** Sends what may go now. Returns whether an endpoint wants more of what is left in the queue. */
  pump(): boolean {
    this.#sendReady()
    let isHungry = false
    for (const [id, lane] of this.#lanes) {
      if (this.#wants(lane)) isHungry = true
      if (lane.held === 0) this.#lanes.delete(id)
    }
    return isHungry
  }

  /** A delivery was sent, or could not be: its slot is free for the next in turn. Returns whether the lane wants more. */
  ended(lane: Lane): boolean {
    this.#slots.free(lane.account)
    if (lane.isReady) this.#ready.add(lane)
    this.#sendReady()
    const isHungry = this.#wants(lane)
    if (lane.held === 0) this.#lanes.delete(lane.endpoint)
    return isHungry
  }

  #wants(lane: Lane): boolean {
    return lane.hasMore && lane.wantsMore && (this.#heldOf.get(lane.account) ?? 0) < mostHeldOfAccount
  }

  /** A lane that has sent goes behind the others that still wait for a slot. */
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

  /** Leaves an endpoint alone for a while. Returns its deliveries. */
  rest(id: number): number[] {
    this.#resting.set(id, performance.now() + restMs)
    const lane = this.#lanes.get(id)
    if (lane) lane.hasMore = false
    return lane?.clear() ?? []
  }

  /** Begins nothing more. */
  close(): void {
    this.#isClosed = true
  }

  clear(): number[] {
    return [...this.#lanes.values()].flatMap((lane) => lane.clear())
  }
}
