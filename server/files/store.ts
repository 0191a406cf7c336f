import { createHash, randomBytes } from 'node:crypto'
import type { ReadStream } from 'node:fs'
import { open, readdir, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'

import { makeFolder, sync } from './durable.ts'
import { type SweepAsked, type Swept, sweepKept, sweepTrash, sweepUploads } from './sweep.ts'

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
const tokenShape = /^[A-Za-z0-9_-]{43}$/
const folderShape = /^[A-Za-z0-9_-]{2}$/

/** Files on disk: received aside, then kept under an unguessable token. */
export class FileStore {
  readonly #temp: string
  readonly #kept: string
  readonly #trash: string
  /** Paths of uploads that this process has received and neither kept nor discarded. */
  readonly #underWay = new Set<string>()

  private constructor(dataDir: string) {
    this.#temp = join(dataDir, 'tmp')
    this.#kept = join(dataDir, 'files')
    this.#trash = join(dataDir, 'trash')
  }

  static async open(dataDir: string): Promise<FileStore> {
    const store = new FileStore(dataDir)
    await makeFolder(store.#temp)
    await makeFolder(store.#kept)
    return store
  }

  /**
   * Streams an upload to disk; memory stays flat because a full disk buffer holds the sender back. Beyond `limit`
   * bytes nothing more is written: the rest is read and forgotten, so that the caller still gets an answer.
   */
  async receive(stream: Readable, limit: number): Promise<Received | 'too-large'> {
    const tempPath = this.#newTempPath()
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

  /** Makes an upload permanent and returns its token. File and folders are synced: after this a power cut loses nothing. */
  async keep({ tempPath }: Pick<Received, 'tempPath'>): Promise<string> {
    const token = randomBytes(32).toString('base64url')
    const folder = this.#folder(token)
    await makeFolder(folder)
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
    const tempPath = this.#newTempPath()
    const handle = await open(tempPath, 'wx', 0o600)
    await handle.writeFile(bytes)
    await handle.close()
    return this.keep({ tempPath })
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

  /** Stores a thumbnail for the next reader, whole or not at all. */
  async keepThumbnail(token: string, size: ThumbnailSize, bytes: Uint8Array): Promise<void> {
    const path = this.thumbnailPath(token, size)
    // Not by process id: in containers that share the folder every service has the same one.
    const draft = `${path}.${randomBytes(6).toString('hex')}.part`
    try {
      await writeFile(draft, bytes, { mode: 0o600, flush: true })
      await rename(draft, path)
    } catch (error) {
      await rm(draft, { force: true })
      throw error
    }
  }

  /** The file, open; undefined where it is gone. */
  async read(token: string): Promise<ReadStream | undefined> {
    const handle = await open(this.pathOf(token)).catch(() => undefined)
    return handle?.createReadStream()
  }

  /** The tokens of all kept files, folder by folder. */
  async *keptTokens(): AsyncGenerator<readonly string[]> {
    for (const folder of await readdir(this.#kept)) {
      if (!folderShape.test(folder)) continue
      const names = await readdir(join(this.#kept, folder)).catch(() => [])
      yield names.filter((name) => FileStore.isToken(name))
    }
  }

  /** Counts the files that were kept between two times. */
  async countKept(fromMs: number, untilMs: number): Promise<number> {
    let count = 0
    for await (const tokens of this.keptTokens()) {
      for (const token of tokens) {
        const found = await stat(this.pathOf(token)).catch(() => undefined)
        if (found && found.mtimeMs >= fromMs && found.mtimeMs < untilMs) count += 1
      }
    }
    return count
  }

  /**
   * Keeps uploads from looking abandoned while their request is under way; call it well within the hour after which
   * any process on this folder takes them for a killed one's.
   */
  async touchUploads(): Promise<void> {
    for (const path of this.#underWay) await utimes(path, new Date(), new Date()).catch(() => undefined)
  }

  /** Deletes uploads that a killed process left unfinished, and returns how many. */
  async sweepUploads(): Promise<number> {
    await this.touchUploads()
    return sweepUploads(this.#temp)
  }

  /** Moves kept files without a row to the trash, brings back those that have one again, and empties the oldest trash. */
  async sweep(asked: SweepAsked): Promise<Swept> {
    const uploads = await this.sweepUploads()
    const kept = await sweepKept(this.#kept, this.#trash, asked)
    const { restored, deleted } = await sweepTrash(this.#kept, this.#trash, asked)
    return { ...kept, uploads, restored, deleted }
  }

  #newTempPath(): string {
    return join(this.#temp, randomBytes(16).toString('hex'))
  }

  #folder(token: string): string {
    return join(this.#kept, token.slice(0, 2))
  }

  async #forget(tempPath: string) {
    await rm(tempPath, { force: true })
    this.#underWay.delete(tempPath)
  }
}

export const thumbnailSizes = [64, 256] as const
export type ThumbnailSize = (typeof thumbnailSizes)[number]
