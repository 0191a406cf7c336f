import { PassThrough, Readable } from 'node:stream'

interface Response<Body> {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: Body
}

/** An answer as it comes. */
export type SentResponse = Response<Buffer | AsyncIterable<Buffer>>

/** An answer that has arrived in full, or whose rest is still to come. */
export type SharedResponse = Response<Buffer | Readable>

type WholeResponse = Response<Buffer>

interface Entry {
  readonly key: string
  /** Resolves to the answer once it is here in full; undefined if it is none that others may have. */
  readonly whole: Promise<WholeResponse | undefined>
  /** Until when it is kept; Infinity while it is under way. */
  untilMs: number
  bytes: number
}

/** How long an answer is kept, and how much of them. */
const keptMs = 5_000
const mostBytesEach = 1024 * 1024
const mostBytes = 32 * 1024 * 1024

/**
 * Sends identical reads once: those that come while the first is under way, or up to 5 s later, get the same answer.
 * Only answers of 200 up to 1 MB are shared; anything larger streams through for everyone on their own.
 */
export class SharedReads {
  readonly #entries = new Map<string, Entry>()
  /** Counts the writes of each account: reads from before one are not shared with reads after it. */
  readonly #writes = new Map<number, number>()
  readonly #nowMs: () => number
  #bytes = 0

  constructor(nowMs: () => number = () => performance.now()) {
    this.#nowMs = nowMs
  }

  /** Returns the answer to that read of an account, sent with `send` unless the same one is under way or has just been here. */
  async read(account: number, key: string, send: () => Promise<SentResponse>): Promise<SharedResponse> {
    this.#dropExpired()
    const full = `${account} ${this.#writes.get(account) ?? 0} ${key}`
    const known = this.#entries.get(full)
    if (known) return (await known.whole) ?? readable(await send())
    const { promise: whole, resolve, reject } = Promise.withResolvers<WholeResponse | undefined>()
    // If no one else waits for it, its failure isn’t unhandled.
    whole.catch(() => undefined)
    const entry: Entry = { key: full, whole, untilMs: Infinity, bytes: 0 }
    this.#entries.set(full, entry)
    try {
      const answer = await send()
      if (answer.status === 200) return { ...answer, body: this.#record(entry, answer, resolve) }
      const refusal = await inFull(answer)
      // Those who wait for the same read get it, too; the next one asks again.
      this.#drop(entry)
      resolve(refusal)
      return refusal
    } catch (error) {
      this.#drop(entry)
      reject(error)
      throw error
    }
  }

  /** Call it before a write of the account is sent, and again once it has been answered. */
  wrote(account: number): void {
    this.#writes.set(account, (this.#writes.get(account) ?? 0) + 1)
    const prefix = `${account} `
    for (const entry of this.#entries.values()) if (entry.key.startsWith(prefix)) this.#drop(entry)
  }

  /** Passes the body on as it comes, and keeps a copy while it is small. */
  #record(
    entry: Entry,
    { status, headers, body }: SentResponse,
    resolve: (whole: WholeResponse | undefined) => void,
  ): Readable {
    // Up to what is kept, the pace of the first reader doesn't hold up the others.
    const out = new PassThrough({ highWaterMark: mostBytesEach })
    out.on('error', () => undefined)
    let chunks: Buffer[] | undefined = []
    let bytes = 0
    const giveUp = () => {
      chunks = undefined
      this.#drop(entry)
      resolve(undefined)
    }
    const pass = async () => {
      for await (const chunk of Buffer.isBuffer(body) ? [body] : body) {
        bytes += chunk.length
        chunks?.push(chunk)
        if (chunks && bytes > mostBytesEach) giveUp()
        // The first reader has left: worth finishing only for the others.
        if (out.destroyed && !chunks) return
        if (!out.destroyed && !out.write(chunk)) await drained(out)
      }
      if (chunks) {
        this.#keep(entry, bytes)
        resolve({ status, headers, body: Buffer.concat(chunks) })
      }
      out.end()
    }
    pass().catch((error: unknown) => {
      giveUp()
      out.destroy(error as Error)
    })
    return out
  }

  #keep(entry: Entry, bytes: number): void {
    // A write may have made it outdated in the meantime.
    if (this.#entries.get(entry.key) !== entry) return
    entry.untilMs = this.#nowMs() + keptMs
    entry.bytes = bytes
    this.#bytes += bytes
    // In the order in which they were asked for, so the oldest goes first.
    for (const other of this.#entries.values()) {
      if (this.#bytes <= mostBytes) return
      if (other.bytes > 0) this.#drop(other)
    }
  }

  #drop(entry: Entry): void {
    if (this.#entries.get(entry.key) !== entry) return
    this.#entries.delete(entry.key)
    this.#bytes -= entry.bytes
  }

  #dropExpired(): void {
    const present = this.#nowMs()
    for (const entry of this.#entries.values()) if (entry.untilMs <= present) this.#drop(entry)
  }
}

const readable = ({ body, ...head }: SentResponse): SharedResponse => ({
  ...head,
  body: Buffer.isBuffer(body) ? body : Readable.from(body, { objectMode: false }),
})

/** An error is small; of a longer one, the beginning will do. */
async function inFull({ status, headers, body }: SentResponse): Promise<WholeResponse> {
  if (Buffer.isBuffer(body)) return { status, headers, body }
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of body) {
    chunks.push(chunk)
    bytes += chunk.length
    if (bytes > mostBytesEach) break
  }
  return { status, headers, body: Buffer.concat(chunks) }
}

function drained(out: PassThrough): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      out.off('drain', done)
      out.off('close', done)
      resolve()
    }
    out.on('drain', done)
    out.on('close', done)
  })
}
