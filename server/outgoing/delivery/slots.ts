/** Attempts in flight, in this process and for one account. */
const most = 500
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
    return this.#taken >= most
  }

  mayTake(account: number): boolean {
    const own = this.#byAccount.get(account) ?? 0
    return this.#taken < most && own < (this.#taken < scarceFrom ? mostOfAccount : mostWhenScarce)
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
