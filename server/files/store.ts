import { createHash, randomBytes } from 'node:crypto'
import type { ReadStream } from 'node:fs'
import { open, readdir, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'

import { makeFolder, sync } from '#server/lib/durable.ts'

import { type SweepOptions, type SweepResult, sweepStored, sweepTrash, sweepUploads } from './sweep.ts'

/** A complete upload in the temporary folder; `commit` syncs it to disk. */
export interface Upload {
  readonly tempPath: string
  readonly bytes: number
  /** Hex. */
  readonly sha256: string
  /** The first bytes, enough to detect the file type. */
  readonly head: Buffer
}

const headBytes = 4100
const tokenShape = /^[A-Za-z0-9_-]{43}$/
const folderShape = /^[A-Za-z0-9_-]{2}$/

/** Files on disk: written to a temporary folder, then stored under an unguessable token. */
export class FileStore {
  readonly #temp: string
  readonly #files: string
  readonly #trash: string
  /** Temporary files of this process that were neither committed nor discarded. */
  readonly #inFlight = new Set<string>()

  private constructor(dataDir: string) {
    this.#temp = join(dataDir, 'tmp')
    this.#files = join(dataDir, 'files')
    this.#trash = join(dataDir, 'trash')
  }

  static async open(dataDir: string): Promise<FileStore> {
    const store = new FileStore(dataDir)
    await makeFolder(store.#temp)
    await makeFolder(store.#files)
    return store
  }

  /**
   * Streams an upload to disk; memory stays flat because a full disk buffer slows the sender down. Beyond `limit`
   * bytes nothing more is written: the rest is read and discarded, so that the caller still gets a response.
   */
  async writeTemp(stream: Readable, limit: number): Promise<Upload | 'too-large'> {
    const tempPath = this.#newTempPath()
    const handle = await open(tempPath, 'wx', 0o600)
    const hash = createHash('sha256')
    const heads: Buffer[] = []
    let bytes = 0
    let done = false
    this.#inFlight.add(tempPath)
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

  /** Makes an upload permanent and returns its token. File and folders are synced: after that, a power cut loses nothing. */
  async commit({ tempPath }: Pick<Upload, 'tempPath'>): Promise<string> {
    const token = randomBytes(32).toString('base64url')
    const folder = this.#folder(token)
    await makeFolder(folder)
    // The sweep judges by age, and this one may have waited long for the rest of its request.
    await utimes(tempPath, new Date(), new Date())
    await sync(tempPath)
    await rename(tempPath, join(folder, token))
    await sync(folder)
    this.#inFlight.delete(tempPath)
    return token
  }

  /** Stores bytes that were made here (demo data), as durably as `commit`, and returns their token. */
  async commitBytes(bytes: Uint8Array): Promise<string> {
    const tempPath = this.#newTempPath()
    const handle = await open(tempPath, 'wx', 0o600)
    await handle.writeFile(bytes)
    await handle.close()
    return this.commit({ tempPath })
  }

  async discard(uploads: readonly Upload[]): Promise<void> {
    await Promise.all(uploads.map(({ tempPath }) => this.#forget(tempPath)))
  }

  /** Deletes stored files and their thumbnails; missing ones are fine. */
  async remove(tokens: readonly string[]): Promise<void> {
    for (const token of tokens) {
      await rm(this.pathOf(token), { force: true })
      for (const size of thumbnailSizes) await rm(this.thumbnailPath(token, size), { force: true })
    }
  }

  /** Whether that text could be a token; only tokens become paths. */
  static isToken(text: string): boolean {
    return tokenShape.test(text)
  }

  pathOf(token: string): string {
    return join(this.#folder(token), token)
  }

  thumbnailPath(token: string, size: ThumbnailSize): string {
    return `${this.pathOf(token)}.${size}.webp`
  }

  /** Stores a thumbnail for the next request, atomically. */
  async writeThumbnail(token: string, size: ThumbnailSize, bytes: Uint8Array): Promise<void> {
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

  /** Returns the opened file; undefined if it is gone. */
  async read(token: string): Promise<ReadStream | undefined> {
    const handle = await open(this.pathOf(token)).catch(() => undefined)
    return handle?.createReadStream()
  }

  /** Yields the tokens of all stored files, folder by folder. */
  async *storedTokens(): AsyncGenerator<readonly string[]> {
    for (const folder of await readdir(this.#files)) {
      if (!folderShape.test(folder)) continue
      const names = await readdir(join(this.#files, folder)).catch(() => [])
      yield names.filter((name) => FileStore.isToken(name))
    }
  }

  /** Counts the files that were stored between two times. */
  async countStored(fromMs: number, untilMs: number): Promise<number> {
    let count = 0
    for await (const tokens of this.storedTokens()) {
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
    for (const path of this.#inFlight) await utimes(path, new Date(), new Date()).catch(() => undefined)
  }

  /** Deletes uploads that a killed process left unfinished, and returns how many. */
  async sweepUploads(): Promise<number> {
    await this.touchUploads()
    return sweepUploads(this.#temp)
  }

  /** Moves stored files without a row to the trash, restores those that have one again, and deletes the oldest trash. */
  async sweep(options: SweepOptions): Promise<SweepResult> {
    const uploads = await this.sweepUploads()
    const stored = await sweepStored(this.#files, this.#trash, options)
    const { restored, deleted } = await sweepTrash(this.#files, this.#trash, options)
    return { ...stored, uploads, restored, deleted }
  }

  #newTempPath(): string {
    return join(this.#temp, randomBytes(16).toString('hex'))
  }

  #folder(token: string): string {
    return join(this.#files, token.slice(0, 2))
  }

  async #forget(tempPath: string) {
    await rm(tempPath, { force: true })
    this.#inFlight.delete(tempPath)
  }
}

/** The sides of thumbnails, which are square, in pixels. */
export const thumbnailSizes = [64, 256] as const
export type ThumbnailSize = (typeof thumbnailSizes)[number]
