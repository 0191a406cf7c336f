import { minuteMs } from '#contract/values/durations.ts'

interface Kept {
  readonly bytes: Buffer
  readonly untilMs: number
}

/** How long thumbnails are kept, and how much of them. */
const keptMs = 5 * minuteMs
const mostBytes = 16 * 1024 * 1024

/** Keeps thumbnails of files elsewhere in memory, and makes each of them once at a time. */
export class Thumbnails {
  readonly #kept = new Map<string, Kept>()
  readonly #drawing = new Map<string, Promise<Buffer>>()
  readonly #nowMs: () => number
  #bytes = 0

  constructor(nowMs: () => number = () => performance.now()) {
    this.#nowMs = nowMs
  }

  /** Returns the thumbnail of that key, made with `draw` unless it is known. What `draw` throws isn't remembered. */
  async get(key: string, draw: () => Promise<Buffer>): Promise<Buffer> {
    const known = this.#kept.get(key)
    if (known && known.untilMs > this.#nowMs()) return known.bytes
    const under = this.#drawing.get(key)
    if (under) return under
    const work = draw()
      .then((bytes) => this.#keep(key, bytes))
      .finally(() => this.#drawing.delete(key))
    this.#drawing.set(key, work)
    return work
  }

  #keep(key: string, bytes: Buffer): Buffer {
    this.#drop(key)
    this.#kept.set(key, { bytes, untilMs: this.#nowMs() + keptMs })
    this.#bytes += bytes.length
    // In the order in which they were made, so the oldest goes first.
    for (const oldest of this.#kept.keys()) {
      if (this.#bytes <= mostBytes) break
      this.#drop(oldest)
    }
    return bytes
  }

  #drop(key: string) {
    this.#bytes -= this.#kept.get(key)?.bytes.length ?? 0
    this.#kept.delete(key)
  }
}
