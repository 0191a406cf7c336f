import type { AbandonedDelivery, BatchWrites, CompletedAttempt } from './batch.ts'

const atOnce = 500
/** A delivery whose result can't be recorded, alone in its transaction, is abandoned after so many tries. */
const triesAlone = 3

/**
 * Results that still have to be written to the database. After a transaction that failed, attempts are recorded one at a time
 * until those of the failed batch are through, so that one that can't be recorded holds up no other.
 */
export class UnrecordedWrites {
  #completed: CompletedAttempt[] = []
  #released: number[] = []
  #abandoned: AbandonedDelivery[] = []
  /** How many of the next attempts get a batch of their own. */
  #alone = 0
  readonly #failures = new Map<number, number>()

  get isEmpty(): boolean {
    return this.#completed.length + this.#released.length + this.#abandoned.length === 0
  }

  /** Whether there is more than the next batch takes, or enough to be worth a commit. */
  get isFull(): boolean {
    return this.#completed.length >= atOnce || (this.#alone > 0 && this.#completed.length > 0)
  }

  get hasCompleted(): boolean {
    return this.#completed.length > 0
  }

  complete(attempt: CompletedAttempt): void {
    this.#completed.push(attempt)
  }

  release(ids: readonly number[]): void {
    this.#released.push(...ids)
  }

  abandon(delivery: AbandonedDelivery): void {
    this.#abandoned.push(delivery)
  }

  /** Returns what the next batch writes. Afterwards call `recorded` or `failed` with it. */
  take(): BatchWrites {
    return {
      completed: this.#completed.splice(0, this.#alone > 0 ? 1 : atOnce),
      released: this.#released.splice(0, atOnce),
      abandoned: this.#abandoned.splice(0, atOnce),
    }
  }

  recorded({ completed }: BatchWrites): void {
    if (this.#alone > 0) this.#alone -= completed.length
    for (const { delivery } of completed) this.#failures.delete(delivery.id)
  }

  /** Takes back what a failed transaction was to write. Returns the delivery that is abandoned for it, if there is one. */
  failed({ completed, released, abandoned }: BatchWrites): number | undefined {
    this.#released.unshift(...released)
    this.#abandoned.unshift(...abandoned)
    const [only, ...others] = completed
    if (!only || others.length > 0) {
      this.#completed.unshift(...completed)
      this.#alone = Math.max(this.#alone, completed.length)
      return undefined
    }
    const { id } = only.delivery
    const failures = (this.#failures.get(id) ?? 0) + 1
    if (failures < triesAlone) {
      this.#failures.set(id, failures)
      this.#alone = Math.max(this.#alone, 1)
      // Behind the others: what can be recorded doesn't wait for it.
      this.#completed.push(only)
      return undefined
    }
    this.#failures.delete(id)
    this.#alone = Math.max(0, this.#alone - 1)
    this.abandon({ id, error: 'the result could not be stored' })
    return id
  }
}
