import { createHash, randomBytes } from 'node:crypto'
import { constants, type ReadStream, createReadStream } from 'node:fs'
import { type FileHandle, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'

/** An upload that lies in the temporary folder, whole and synced to disk by `keep`. */
export interface Received {
  readonly tempPath: string
  readonly bytes: number
  /** Hex. */
  readonly sha256: string
  /** The first bytes, enough to tell what kind of file it is. */
  readonly head: Buffer
}

const headBytes = 4100
const staleAfterMs = 60 * 60_000
const tokenShape = /^[A-Za-z0-9_-]{43}$/

/** Files on disk: received aside, then kept under an unguessable token. */
export class FileStore {
  readonly #temp: string
  readonly #kept: string

  private constructor(dataDir: string) {
    this.#temp = join(dataDir, 'tmp')
    this.#kept = join(dataDir, 'files')
  }

  /** Opens the store in `dataDir` and clears uploads that a killed process left unfinished. */
  static async open(dataDir: string): Promise<FileStore> {
    const store = new FileStore(dataDir)
    await mkdir(store.#temp, { recursive: true, mode: 0o700 })
    await mkdir(store.#kept, { recursive: true, mode: 0o700 })
    await store.#clearStale()
    return store
  }

  /**
   * Streams an upload to disk; memory stays flat because a full disk buffer holds the sender back. Beyond `limit`
   * bytes nothing more is written: the rest is read and forgotten, so that the caller still gets an answer.
   */
  async receive(stream: Readable, limit: number): Promise<Received | 'too-large'> {
    const tempPath = join(this.#temp, randomBytes(16).toString('hex'))
    const handle = await open(tempPath, 'wx', 0o600)
    const hash = createHash('sha256')
    const heads: Buffer[] = []
    let bytes = 0
    let done = false
    try {
      for await (const chunk of stream as AsyncIterable<Buffer>) {
        const before = bytes
        bytes += chunk.length
        if (bytes > limit) continue
        if (before < headBytes) heads.push(chunk.subarray(0, headBytes - before))
        hash.update(chunk)
        await handle.writeFile(chunk)
      }
      done = bytes <= limit
    } finally {
      await handle.close()
      if (!done) await rm(tempPath, { force: true })
    }
    return done ? { tempPath, bytes, sha256: hash.digest('hex'), head: Buffer.concat(heads) } : 'too-large'
  }

  /** Makes an upload permanent and gives its token. Both file and folder are synced: after this a power cut loses nothing. */
  async keep({ tempPath }: Received): Promise<string> {
    const token = randomBytes(32).toString('base64url')
    const folder = this.#folder(token)
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await sync(tempPath)
    await rename(tempPath, join(folder, token))
    await sync(folder)
    return token
  }

  /** Keeps bytes made here (demo data). */
  async keepBytes(bytes: Uint8Array): Promise<string> {
    const tempPath = join(this.#temp, randomBytes(16).toString('hex'))
    const handle = await open(tempPath, 'wx', 0o600)
    await handle.writeFile(bytes)
    await handle.close()
    const token = randomBytes(32).toString('base64url')
    await mkdir(this.#folder(token), { recursive: true, mode: 0o700 })
    await rename(tempPath, this.pathOf(token))
    return token
  }

  async discard(received: readonly Received[]): Promise<void> {
    await Promise.all(received.map(({ tempPath }) => rm(tempPath, { force: true })))
  }

  /** Deletes kept files and what was derived from them; missing ones are fine. */
  async remove(tokens: readonly string[]): Promise<void> {
    for (const token of tokens) {
      await rm(this.pathOf(token), { force: true })
      for (const size of thumbnailSizes) await rm(this.thumbnailPath(token, size), { force: true })
    }
  }

  /** Whether that text could be a token; nothing else is ever made into a path. */
  static isToken(text: string): boolean {
    return tokenShape.test(text)
  }

  pathOf(token: string): string {
    return join(this.#folder(token), token)
  }

  thumbnailPath(token: string, size: ThumbnailSize): string {
    return `${this.pathOf(token)}.${size}.webp`
  }

  read(token: string): ReadStream {
    return createReadStream(this.pathOf(token))
  }

  /**
   * Deletes kept files that no row names: those of a process killed between keeping and committing. `isKnown` gives
   * which of the tokens have a row. Young files are left alone; their transaction may still be under way.
   */
  async sweep(isKnown: (tokens: readonly string[]) => Promise<ReadonlySet<string>>): Promise<number> {
    let removed = 0
    for (const folder of await readdir(this.#kept)) {
      const names = await readdir(join(this.#kept, folder))
      const tokens = names.filter((name) => FileStore.isToken(name))
      const old = (
        await Promise.all(
          tokens.map(async (token) => ((await this.#isStale(this.pathOf(token))) ? token : '')),
        )
      ).filter(Boolean)
      if (old.length === 0) continue
      const known = await isKnown(old)
      const orphans = old.filter((token) => !known.has(token))
      await this.remove(orphans)
      removed += orphans.length
    }
    return removed
  }

  #folder(token: string): string {
    return join(this.#kept, token.slice(0, 2))
  }

  async #clearStale() {
    for (const name of await readdir(this.#temp)) {
      const path = join(this.#temp, name)
      if (await this.#isStale(path)) await rm(path, { force: true })
    }
  }

  async #isStale(path: string): Promise<boolean> {
    const found = await stat(path).catch(() => undefined)
    return found !== undefined && Date.now() - found.mtimeMs > staleAfterMs
  }
}

export const thumbnailSizes = [64, 256] as const
export type ThumbnailSize = (typeof thumbnailSizes)[number]

async function sync(path: string) {
  let handle: FileHandle | undefined
  try {
    handle = await open(path, constants.O_RDONLY)
    await handle.sync()
  } finally {
    await handle?.close()
  }
}
