import type { Finished, GivenUp, Turn } from './queue.ts'

const atOnce = 500
/** So often a delivery that fails to be recorded, alone in its transaction, is tried before it is given up. */
const triesAlone = 3

type Batch = Pick<Turn, 'finished' | 'released' | 'givenUp'>

/**
 * What the tables don't know yet. After a transaction that failed, attempts are recorded one at a time until those of
 * the failed batch are through, so that one that can't be recorded holds up no other.
 */
export class Unrecorded {
  #finished: Finished[] = []
  #released: number[] = []
  #givenUp: GivenUp[] = []
  /** So many of the next attempts go alone. */
  #alone = 0
  readonly #failures = new Map<number, number>()

  get isEmpty(): boolean {
    return this.#finished.length + this.#released.length + this.#givenUp.length === 0
  }

  /** Whether there is more than the next batch takes, or as much as is worth a commit. */
  get isFull(): boolean {
    return this.#finished.length >= atOnce || (this.#alone > 0 && this.#finished.length > 0)
  }

  get hasFinished(): boolean {
    return this.#finished.length > 0
  }

  finish(finished: Finished): void {
    this.#finished.push(finished)
  }

  release(ids: readonly number[]): void {
    this.#released.push(...ids)
  }

  giveUp(givenUp: GivenUp): void {
    this.#givenUp.push(givenUp)
  }

  take(): Batch {
    return {
      finished: this.#finished.splice(0, this.#alone > 0 ? 1 : atOnce),
      released: this.#released.splice(0, atOnce),
      givenUp: this.#givenUp.splice(0, atOnce),
    }
  }

  recorded({ finished }: Batch): void {
    if (this.#alone > 0) this.#alone -= finished.length
    for (const { delivery } of finished) this.#failures.delete(delivery.id)
  }

  /** Takes back a batch whose transaction failed. Returns the delivery that is given up over it, if one is. */
  failed({ finished, released, givenUp }: Batch): number | undefined {
    this.#released.unshift(...released)
    this.#givenUp.unshift(...givenUp)
    const [only, ...others] = finished
    if (!only || others.length > 0) {
      this.#finished.unshift(...finished)
      this.#alone = Math.max(this.#alone, finished.length)
      return undefined
    }
    const { id } = only.delivery
    const failures = (this.#failures.get(id) ?? 0) + 1
    if (failures < triesAlone) {
      this.#failures.set(id, failures)
      this.#alone = Math.max(this.#alone, 1)
      // Behind the others: what can be recorded doesn't wait for it.
      this.#finished.push(only)
      return undefined
    }
    this.#failures.delete(id)
    this.#alone = Math.max(0, this.#alone - 1)
    this.giveUp({ id, error: 'the result could not be stored' })
    return id
  }
}
