/** Status of a record that is saved while it is edited. */
export type SaveState<Failure> =
  /** Nothing has been typed that isn't saved. */
  | { readonly kind: 'saved' }
  /** Saved once nobody has typed for a moment. */
  | { readonly kind: 'waiting' }
  | { readonly kind: 'saving' }
  /** The input can't be saved as it is. */
  | { readonly kind: 'blocked' }
  /** Retried automatically. */
  | { readonly kind: 'failed'; readonly failure: Failure }
  /** Needs a person before anything is sent again. */
  | { readonly kind: 'refused'; readonly failure: Failure }

/** One write. It is repeated unchanged until it is answered, so that none is done twice. */
export interface Attempt<Content> {
  readonly content: Content
  readonly key: string
  /** Undefined for a record that doesn't exist yet. */
  readonly version: string | undefined
}

/** How contents are compared, written and reported. */
export interface AutosaveOptions<Content, Failure> {
  /** Equal for contents that save the same. */
  readonly textOf: (content: Content) => string
  /** Writes and returns the new version; rejects with a failure. */
  readonly send: (attempt: Attempt<Content>) => Promise<string>
  /** `unknown`: the write may have been done. `not-done`: it wasn't, and can be repeated. `refused`: repeating it can't help. */
  readonly outcomeOf: (failure: Failure) => 'unknown' | 'not-done' | 'refused'
  readonly onState: (state: SaveState<Failure>) => void
  readonly freshKey: () => string
}

/** How long nobody types before a save, and between attempts that fail. */
const pauseMs = 600
const firstRetryMs = 2_000
const longestRetryMs = 30_000

/**
 * Saves a record while it is edited, one write at a time. A write whose response was lost is repeated as it was before
 * anything newer is sent: the service recognizes its key, and the version to go on from is known.
 */
export class Autosave<Content, Failure> {
  readonly #options: AutosaveOptions<Content, Failure>
  #version: string | undefined
  /** The text of what the service has. */
  #saved: string
  #content: Content | null
  #unanswered: Attempt<Content> | undefined
  #running: Promise<void> | undefined
  #timer: ReturnType<typeof setTimeout> | undefined
  #retryMs = firstRetryMs
  #isRefused = false
  #isClosed = false

  constructor(
    options: AutosaveOptions<Content, Failure>,
    start: { readonly content: Content | null; readonly text: string; readonly version: string | undefined },
  ) {
    this.#options = options
    this.#content = start.content
    this.#saved = start.text
    this.#version = start.version
  }

  /** The value to save; null while it can't be saved. */
  change(content: Content | null): void {
    this.#content = content
    this.#isRefused = false
    if (this.#running) return
    // An unanswered write is repeated on its own time.
    if (this.#unanswered) return
    this.#wait(pauseMs)
    this.#tell()
  }

  /** The record is at that version now, with that content: what others saved. */
  rebase(version: string, text: string): void {
    this.#version = version
    this.#saved = text
    this.#unanswered = undefined
    this.#isRefused = false
  }

  /** Saves at once. Returns whether everything is saved then. */
  async flush(): Promise<boolean> {
    this.#isRefused = false
    clearTimeout(this.#timer)
    await this.#run()
    return !this.hasUnsaved()
  }

  /** Whether something typed isn't saved, or may not be. */
  hasUnsaved(): boolean {
    if (this.#isClosed) return false
    if (this.#unanswered || this.#running) return true
    return this.#content === null || this.#options.textOf(this.#content) !== this.#saved
  }

  open(): void {
    this.#isClosed = false
  }

  /** Nothing is sent any more, until it is opened again. */
  close(): void {
    this.#isClosed = true
    clearTimeout(this.#timer)
  }

  #wait(ms: number): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => void this.#run(), ms)
  }

  #run(): Promise<void> {
    this.#running ??= this.#work().finally(() => (this.#running = undefined))
    return this.#running.then(() => this.#tell())
  }

  async #work(): Promise<void> {
    for (;;) {
      const attempt = this.#unanswered ?? this.#next()
      if (!attempt || this.#isClosed) return
      this.#unanswered = attempt
      this.#options.onState({ kind: 'saving' })
      try {
        this.#version = await this.#options.send(attempt)
      } catch (failure) {
        return this.#fail(failure as Failure)
      }
      this.#unanswered = undefined
      this.#failure = undefined
      this.#retryMs = firstRetryMs
      this.#saved = this.#options.textOf(attempt.content)
    }
  }

  #failure: Failure | undefined

  #fail(failure: Failure): void {
    const outcome = this.#options.outcomeOf(failure)
    this.#failure = failure
    if (outcome !== 'unknown') this.#unanswered = undefined
    if (outcome === 'refused') {
      this.#isRefused = true
      return
    }
    this.#wait(this.#retryMs)
    this.#retryMs = Math.min(this.#retryMs * 2, longestRetryMs)
  }

  #next(): Attempt<Content> | undefined {
    const content = this.#content
    if (content === null || this.#isRefused || this.#options.textOf(content) === this.#saved) return undefined
    return { content, key: this.#options.freshKey(), version: this.#version }
  }

  #tell(): void {
    if (!this.#isClosed) this.#options.onState(this.#state())
  }

  #state(): SaveState<Failure> {
    const failure = this.#failure
    if (this.#isRefused && failure !== undefined) return { kind: 'refused', failure }
    if (!this.hasUnsaved()) return { kind: 'saved' }
    if (this.#running) return { kind: 'saving' }
    if (this.#unanswered && failure !== undefined) return { kind: 'failed', failure }
    if (this.#content === null) return { kind: 'blocked' }
    return failure === undefined ? { kind: 'waiting' } : { kind: 'failed', failure }
  }
}
