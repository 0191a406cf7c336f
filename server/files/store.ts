import { createHash, randomBytes } from 'node:crypto'
import { type ReadStream, constants } from 'node:fs'
import { mkdir, open, readdir, rename, rm, stat, utimes } from 'node:fs/promises'
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
const tokenLength = 43
const tokenShape = /^[A-Za-z0-9_-]{43}$/

/** Files on disk: received aside, then kept under an unguessable token. */
export class FileStore {
  readonly #temp: string
  readonly #kept: string
  /** Paths of uploads that this process has received and neither kept nor discarded. */
  readonly #underWay = new Set<string>()

  private constructor(dataDir: string) {
    this.#temp = join(dataDir, 'tmp')
    this.#kept = join(dataDir, 'files')
  }

  /** Opens the store in `dataDir` and clears uploads that a killed process left unfinished. */
  static async open(dataDir: string): Promise<FileStore> {
    const store = new FileStore(dataDir)
    await mkdir(store.#temp, { recursive: true, mode: 0o700 })
    await mkdir(store.#kept, { recursive: true, mode: 0o700 })
    await store.#sweepTemp()
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
    this.#underWay.add(tempPath)
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
      if (!done) await this.#forget(tempPath)
    }
    return done ? { tempPath, bytes, sha256: hash.digest('hex'), head: Buffer.concat(heads) } : 'too-large'
  }

  /** Makes an upload permanent and gives its token. Both file and folder are synced: after this a power cut loses nothing. */
  async keep({ tempPath }: Received): Promise<string> {
    const token = randomBytes(32).toString('base64url')
    const folder = this.#folder(token)
    await mkdir(folder, { recursive: true, mode: 0o700 })
    // The sweep judges by age, and this one may have waited long for the rest of its request.
    await utimes(tempPath, new Date(), new Date())
    await sync(tempPath)
    await rename(tempPath, join(folder, token))
    await sync(folder)
    this.#underWay.delete(tempPath)
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
    await Promise.all(received.map(({ tempPath }) => this.#forget(tempPath)))
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

  /** The file, open; undefined where it is gone. */
  async read(token: string): Promise<ReadStream | undefined> {
    const handle = await open(this.pathOf(token)).catch(() => undefined)
    return handle?.createReadStream()
  }

  /**
   * Deletes what a killed process left behind: unfinished uploads, half-drawn thumbnails, and kept files that no row
   * names. `isKnown` gives which of the tokens have a row. What is younger than an hour is left alone; its transaction
   * may still be under way, here or in another process.
   */
  async sweep(isKnown: (tokens: readonly string[]) => Promise<ReadonlySet<string>>): Promise<void> {
    await this.#sweepTemp()
    for (const folder of await readdir(this.#kept)) {
      const stale = await staleIn(join(this.#kept, folder))
      const known = stale.length === 0 ? new Set<string>() : await isKnown(stale.map(tokenOf))
      const orphans = stale.filter((name) => !known.has(tokenOf(name)) || name.endsWith('.part'))
      for (const name of orphans) await rm(join(this.#kept, folder, name), { force: true })
    }
  }

  #folder(token: string): string {
    return join(this.#kept, token.slice(0, 2))
  }

  async #sweepTemp() {
    // Touched, so that no process on this folder takes a slow upload of ours for a forgotten one.
    for (const path of this.#underWay) await utimes(path, new Date(), new Date()).catch(() => undefined)
    for (const name of await staleIn(this.#temp)) await rm(join(this.#temp, name), { force: true })
  }

  async #forget(tempPath: string) {
    await rm(tempPath, { force: true })
    this.#underWay.delete(tempPath)
  }
}

export const thumbnailSizes = [64, 256] as const
export type ThumbnailSize = (typeof thumbnailSizes)[number]

/** A thumbnail's name begins with the token of its file. */
const tokenOf = (name: string): string => name.slice(0, tokenLength)

async function staleIn(folder: string): Promise<string[]> {
  const before = Date.now() - staleAfterMs
  const stale: string[] = []
  for (const name of await readdir(folder)) {
    // Gone meanwhile is as good as swept.
    const found = await stat(join(folder, name)).catch(() => undefined)
    if (found && found.mtimeMs < before) stale.push(name)
  }
  return stale
}

async function sync(path: string) {
  const handle = await open(path, constants.O_RDONLY)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
