/** Records that a job works on. */
interface Subject {
  readonly id: number
}

/** Work in the background of this process, once for each subject at a time. */
export class ActiveJobs<Of extends Subject> {
  readonly #work: (subject: Of) => Promise<void>
  readonly #onError: (error: unknown, subject: Of) => void
  readonly #active = new Map<number, Promise<void>>()
  readonly #again = new Set<number>()
  #isStopping = false

  /** `work` ends early once `isStopping` says so. */
  constructor(work: (subject: Of) => Promise<void>, onError: (error: unknown, subject: Of) => void) {
    this.#work = work
    this.#onError = onError
  }

  get isStopping(): boolean {
    return this.#isStopping
  }

  /** Begins to work on it. What is being worked on is looked at once more after that, as it may have changed. */
  run(subject: Of): void {
    const { id } = subject
    if (this.#isStopping) return
    if (this.#active.has(id)) return void this.#again.add(id)
    const work = this.#work(subject)
      .catch((error: unknown) => this.#onError(error, subject))
      .finally(() => {
        this.#active.delete(id)
        if (this.#again.delete(id)) this.run(subject)
      })
    this.#active.set(id, work)
  }

  /** Resolves once nothing is being worked on any more. */
  async stop(): Promise<void> {
    this.#isStopping = true
    await this.settled()
  }

  /** Resolves once this process has nothing left to do. */
  async settled(): Promise<void> {
    while (this.#active.size > 0) await Promise.all(this.#active.values())
  }
}
