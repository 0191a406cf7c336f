/** Runs work in the order of arrival, with limits on concurrency and memory. */
export class Turns {
  readonly #bytes: number
  readonly #waiting: { need: number; begin: () => void }[] = []
  #freeSlots: number
  #freeBytes: number

  constructor(slots: number, bytes: number) {
    this.#bytes = bytes
    this.#freeSlots = slots
    this.#freeBytes = bytes
  }

  /** Whether work of that need can ever run. */
  fits(need: number): boolean {
    return need <= this.#bytes
  }

  /** Runs the work once there is room for its `need` in bytes. Throws where it does not fit at all. */
  async run<Result>(need: number, work: () => Promise<Result>): Promise<Result> {
    if (!this.fits(need)) throw new RangeError('This needs more memory than is available')
    await new Promise<void>((begin) => {
      this.#waiting.push({ need, begin })
      this.#admit()
    })
    try {
      return await work()
    } finally {
      this.#freeSlots += 1
      this.#freeBytes += need
      this.#admit()
    }
  }

  #admit() {
    for (let next = this.#waiting[0]; next; next = this.#waiting[0]) {
      // Strictly in order, or small work would keep large work waiting forever.
      if (this.#freeSlots === 0 || next.need > this.#freeBytes) return
      this.#waiting.shift()
      this.#freeSlots -= 1
      this.#freeBytes -= next.need
      next.begin()
    }
  }
}
