import { createHash, randomBytes } from 'node:crypto'
import { createWriteStream, existsSync } from 'node:fs'
import { open, rm, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

import type { Config } from '#server/config.ts'
import { createOnce, makeFolder } from '#server/platform/lib/durable.ts'
import { forEach } from '#server/platform/lib/each.ts'
import { FilesUnavailable } from '#server/platform/lib/files-unavailable.ts'
import { StartupError } from '#server/platform/lib/startup-error.ts'

import { FolderStorage } from './folder-storage.ts'
import type { FileStorage, OpenedFile } from './storage.ts'
import { type SweepOptions, type SweepResult, keyOf, sweepStored, sweepTrash, sweepUploads } from './sweep.ts'

/** A complete upload in the temporary folder; `commit` stores it. */
export interface Upload {
  readonly tempPath: string
  readonly bytes: number
  /** Hex. */
  readonly sha256: string
  /** The first bytes, enough to detect the file type. */
  readonly head: Buffer
}

/** Where an installation has its files. */
export type FilesConfig = Pick<Config, 'dataDir' | 'files'>

const headBytes = 4100
const tokenShape = /^[A-Za-z0-9_-]{43}$/

/** Uploaded files: written to a temporary folder on this machine, then stored under an unguessable token. */
export class FileStore {
  readonly #dataDir: string
  readonly #temp: string
  readonly #storage: FileStorage
  /** Temporary files of this process that were neither committed nor discarded. */
  readonly #inFlight = new Set<string>()

  /** Files that couldn't be removed because their storage was unreachable. */
  readonly #unremoved = new Set<string>()

  private constructor(dataDir: string, storage: FileStorage) {
    this.#dataDir = dataDir
    this.#temp = join(dataDir, 'tmp')
    this.#storage = storage
  }

  /** Opens the files of an installation: in its data folder, or in the bucket of FILES_URL. Throws `StartupError`. */
  static async open({ dataDir, files }: FilesConfig): Promise<FileStore> {
    if (!files && existsSync(bucketMarker(dataDir)))
      throw new StartupError(
        `The files of ${dataDir} are in an S3 bucket. Set FILES_URL to it, as before. To have them in the folder, restore a backup into a new one.`,
      )
    await makeFolder(join(dataDir, 'tmp'))
    // Loading the client takes as long as a tenth of the start.
    const storage = files
      ? new (await import('./s3-storage.ts')).S3Storage(files)
      : await FolderStorage.open(dataDir)
    return new FileStore(dataDir, storage)
  }

  /** Returns the id of the installation that these files belong to; undefined where it isn't known yet. */
  async owner(): Promise<string | undefined> {
    return (await this.#storage.readBytes(ownerKey))?.toString().trim()
  }

  /** Makes a bucket without an owner that of an installation, whose data folder needs FILES_URL from then on. Returns whether it is. */
  async claimBucket(id: string): Promise<boolean> {
    if ((await this.owner()) === undefined) await this.#storage.write(ownerKey, Buffer.from(id))
    // Somebody else may have been as quick.
    if ((await this.owner()) !== id) return false
    await createOnce(bucketMarker(this.#dataDir), id)
    return true
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

  /** Makes an upload permanent and returns its token: after that, a power cut loses nothing. */
  async commit({ tempPath }: Pick<Upload, 'tempPath'>): Promise<string> {
    const token = randomBytes(32).toString('base64url')
    await this.#storage.adopt(keyOf(token), tempPath)
    this.#inFlight.delete(tempPath)
    return token
  }

  /** Stores bytes that were made here (demo data), as durably as `commit`, and returns their token. */
  async commitBytes(bytes: Uint8Array): Promise<string> {
    const tempPath = this.#newTempPath()
    try {
      await writeFile(tempPath, bytes, { flag: 'wx', mode: 0o600 })
      return await this.commit({ tempPath })
    } catch (error) {
      await rm(tempPath, { force: true })
      throw error
    }
  }

  async discard(uploads: readonly Upload[]): Promise<void> {
    await Promise.all(uploads.map(({ tempPath }) => this.#forget(tempPath)))
  }

  /** Stores a copy of a local file under its token, as in a restore. */
  async copyIn(token: string, path: string): Promise<void> {
    await this.#storage.copyIn(keyOf(token), path)
  }

  /**
   * Deletes stored files and their thumbnails; missing ones are fine. What they belonged to is gone already, so where they can't be
   * reached, `removeAgain` does it later, or the sweep, and the caller isn't told.
   */
  async remove(tokens: readonly string[]): Promise<void> {
    for (const token of tokens) this.#unremoved.add(token)
    await this.removeAgain(tokens).catch((error: unknown) => {
      if (!(error instanceof FilesUnavailable)) throw error
    })
  }

  /** Deletes what couldn't be deleted before. */
  async removeAgain(tokens: Iterable<string> = [...this.#unremoved]): Promise<void> {
    await forEach(
      tokens,
      (token) => ({ file: token.slice(0, 8) }),
      async (token) => {
        const keys = [keyOf(token), ...thumbnailSizes.map((size) => thumbnailKey(token, size))]
        await Promise.all(keys.map((key) => this.#storage.remove(key)))
        this.#unremoved.delete(token)
      },
    )
  }

  /** Whether that text could be a token; only tokens become keys. */
  static isToken(text: string): boolean {
    return tokenShape.test(text)
  }

  async has(token: string): Promise<boolean> {
    return this.#storage.has(keyOf(token))
  }

  /** Returns the opened file; undefined if it is gone. */
  async open(token: string): Promise<OpenedFile | undefined> {
    return this.#storage.open(keyOf(token))
  }

  /** Returns a file that is small enough for memory; undefined if it is gone. */
  async readBytes(token: string): Promise<Buffer | undefined> {
    return this.#storage.readBytes(keyOf(token))
  }

  async readThumbnail(token: string, size: ThumbnailSize): Promise<Buffer | undefined> {
    return this.#storage.readBytes(thumbnailKey(token, size))
  }

  /** Stores a thumbnail for the next request, atomically. */
  async writeThumbnail(token: string, size: ThumbnailSize, bytes: Uint8Array): Promise<void> {
    await this.#storage.write(thumbnailKey(token, size), bytes)
  }

  /** Calls `work` with a path of the file on this machine, which is good until it returns; undefined if the file is gone. */
  async withPath<Result>(
    token: string,
    work: (path: string) => Promise<Result>,
  ): Promise<Result | undefined> {
    const path = this.#storage.localPath(keyOf(token))
    if (path !== undefined) return (await this.has(token)) ? work(path) : undefined
    const opened = await this.open(token)
    if (!opened) return undefined
    const tempPath = this.#newTempPath()
    this.#inFlight.add(tempPath)
    try {
      await pipeline(opened.stream, createWriteStream(tempPath, { flags: 'wx', mode: 0o600 }))
      return await work(tempPath)
    } finally {
      await this.#forget(tempPath)
    }
  }

  /** Yields the tokens of all stored files, many at a time. */
  async *storedTokens(): AsyncGenerator<readonly string[]> {
    for await (const files of this.#stored()) yield files.map(({ token }) => token)
  }

  async hasAny(): Promise<boolean> {
    for await (const tokens of this.storedTokens()) if (tokens.length > 0) return true
    return false
  }

  /** Counts the files that were stored between two times. */
  async countStored(fromMs: number, untilMs: number): Promise<number> {
    let count = 0
    for await (const files of this.#stored())
      count += files.filter(({ modifiedMs }) => modifiedMs >= fromMs && modifiedMs < untilMs).length
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
    let result: SweepResult = { uploads: 0, trashed: 0, refused: 0, restored: 0, deleted: 0 }
    const steps: readonly (() => Promise<Partial<SweepResult>>)[] = [
      async () => ({ uploads: await this.sweepUploads() }),
      () => sweepStored(this.#storage, options),
      () => sweepTrash(this.#storage, options),
    ]
    await forEach(
      steps,
      () => ({}),
      async (step) => (result = { ...result, ...(await step()) }),
    )
    return result
  }

  #newTempPath(): string {
    return join(this.#temp, randomBytes(16).toString('hex'))
  }

  async *#stored() {
    for await (const objects of this.#storage.list('files')) {
      yield objects.flatMap(({ key, modifiedMs }) => {
        const token = key.split('/').at(-1) ?? ''
        return FileStore.isToken(token) ? [{ token, modifiedMs }] : []
      })
    }
  }

  async #forget(tempPath: string) {
    await rm(tempPath, { force: true })
    this.#inFlight.delete(tempPath)
  }
}

/** The sides of thumbnails, which are square, in pixels. */
export const thumbnailSizes = [64, 256] as const
export type ThumbnailSize = (typeof thumbnailSizes)[number]

/** Whose files these are; in a data folder, `installation.ts` writes it. */
const ownerKey = 'installation'

/** Stands in a data folder whose files are in a bucket. */
const bucketMarker = (dataDir: string) => join(dataDir, 'files-in-bucket')

const thumbnailKey = (token: string, size: ThumbnailSize) => `${keyOf(token)}.${size}.webp`
