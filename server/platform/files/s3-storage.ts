import { createReadStream } from 'node:fs'
import { rm, stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'

import {
  CopyObjectCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3'

import type { BucketConfig } from '#server/config.ts'
import { sumOfFile } from '#server/platform/lib/durable.ts'
import { FilesUnavailable } from '#server/platform/lib/files-unavailable.ts'

import type { FileStorage, OpenedFile, StoredObject } from './storage.ts'

/** A store that accepts no connection, or doesn't begin to respond, for this long counts as unreachable. */
const [connectMs, respondMs] = [2000, 5000]
/** A transfer that stands still for this long has ended. */
const idleMs = 15_000
/** The slowest upload that is waited for, in bytes a millisecond. */
const slowestBytesPerMs = 250
const attempts = 2
/** Each file that is being sent to a slow reader has one, and the others shouldn't wait for it. */
const mostConnections = 1000

/** The SDK would write to the console; what fails is logged with its request. */
const quiet = () => undefined
const silent = { trace: quiet, debug: quiet, info: quiet, warn: quiet, error: quiet }

/** Stored files in a bucket, under the keys that they have in a data folder. */
export class S3Storage implements FileStorage {
  readonly #client: S3Client
  readonly #bucket: string
  readonly #prefix: string
  readonly #keysAtOnce: number
  readonly #respondMs: number

  /** A listing has up to `keysAtOnce` keys for each request. */
  constructor(settings: BucketConfig, { keysAtOnce = 1000, waitMs = respondMs } = {}) {
    const { endpoint, region, usesPath, accessKeyId, secretAccessKey, sessionToken } = settings
    this.#bucket = settings.bucket
    this.#prefix = settings.prefix === '' ? '' : `${settings.prefix}/`
    this.#keysAtOnce = keysAtOnce
    this.#respondMs = waitMs
    this.#client = new S3Client({
      region,
      ...(endpoint !== undefined && { endpoint }),
      forcePathStyle: usesPath,
      credentials: { accessKeyId, secretAccessKey, ...(sessionToken !== undefined && { sessionToken }) },
      maxAttempts: attempts,
      logger: silent,
      // Stores other than Amazon's refuse the SDK's own checksums, or write them into the file.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      requestHandler: {
        httpAgent: { keepAlive: true, maxSockets: mostConnections },
        httpsAgent: { keepAlive: true, maxSockets: mostConnections },
        connectionTimeout: connectMs,
        requestTimeout: waitMs,
        throwOnRequestTimeout: true,
        socketTimeout: idleMs,
      },
    })
  }

  async adopt(key: string, path: string): Promise<void> {
    await this.copyIn(key, path)
    await rm(path, { force: true })
  }

  async copyIn(key: string, path: string): Promise<void> {
    const [{ size }, sum] = [await stat(path), await sumOfFile(path)]
    // The SDK can't read a stream twice, so a second attempt gets a stream of its own.
    for (let attempt = 1; ; attempt += 1) {
      const problem = await this.#put(key, { body: createReadStream(path), size, sum }).catch(
        (error: unknown) => error ?? new Error('unknown'),
      )
      if (problem === undefined) return
      if (attempt === attempts || !isTransient(problem)) throw unavailable(problem)
    }
  }

  async write(key: string, bytes: Uint8Array): Promise<void> {
    await this.#try(() => this.#put(key, { body: bytes, size: bytes.length, sum: undefined }))
  }

  async open(key: string): Promise<OpenedFile | undefined> {
    const found = await this.#find(() => this.#client.send(new GetObjectCommand(this.#at(key))))
    if (!found) return undefined
    return {
      stream: readable(found.Body as Readable),
      bytes: found.ContentLength ?? 0,
      modifiedMs: found.LastModified?.getTime() ?? 0,
    }
  }

  async readBytes(key: string): Promise<Buffer | undefined> {
    const opened = await this.open(key)
    return opened && this.#try(() => buffer(opened.stream))
  }

  async has(key: string): Promise<boolean> {
    return (await this.#find(() => this.#client.send(new HeadObjectCommand(this.#at(key))))) !== undefined
  }

  async remove(key: string): Promise<boolean> {
    // One by one: not every store has a request for several.
    await this.#try(() => this.#client.send(new DeleteObjectCommand(this.#at(key))))
    return true
  }

  async move(from: string, to: string): Promise<boolean> {
    const source = this.#at(from)
    const copy = new CopyObjectCommand({
      ...this.#at(to),
      CopySource: `${source.Bucket}/${encodeURI(source.Key)}`,
    })
    const copied = await this.#find(() => this.#client.send(copy))
    return copied !== undefined && this.remove(from)
  }

  async *list(folder: 'files' | 'trash'): AsyncGenerator<readonly StoredObject[]> {
    let next: string | undefined
    do {
      const request = new ListObjectsV2Command({
        Bucket: this.#bucket,
        Prefix: `${this.#prefix}${folder}/`,
        MaxKeys: this.#keysAtOnce,
        ...(next !== undefined && { ContinuationToken: next }),
      })
      const page = await this.#try(() => this.#client.send(request))
      yield (page.Contents ?? []).map(({ Key = '', LastModified }) => ({
        key: Key.slice(this.#prefix.length),
        modifiedMs: LastModified?.getTime() ?? Date.now(),
      }))
      next = page.IsTruncated === true ? page.NextContinuationToken : undefined
    } while (next !== undefined)
  }

  localPath(): undefined {
    return undefined
  }

  #at(key: string): { readonly Bucket: string; readonly Key: string } {
    return { Bucket: this.#bucket, Key: this.#prefix + key }
  }

  async #put(
    key: string,
    { body, size, sum }: { body: Readable | Uint8Array; size: number; sum: string | undefined },
  ): Promise<void> {
    const command = new PutObjectCommand({ ...this.#at(key), Body: body, ContentLength: size })
    if (sum !== undefined)
      command.middlewareStack.add(
        (next) => (args) => {
          // Part of the signature: the store refuses a file that arrives damaged.
          ;(args.request as { headers: Record<string, string> }).headers['x-amz-content-sha256'] = sum
          return next(args)
        },
        { step: 'build', name: 'signFileContent' },
      )
    await this.#client.send(command, { requestTimeout: this.#respondMs + size / slowestBytesPerMs })
  }

  async #find<Found>(request: () => Promise<Found>): Promise<Found | undefined> {
    return request().catch((error: unknown) => {
      // A missing bucket is 404, too, and so is whatever else is at a wrong address.
      if (!['NoSuchKey', 'NotFound'].includes(nameOf(error))) throw unavailable(error)
      return undefined
    })
  }

  async #try<Result>(request: () => Promise<Result>): Promise<Result> {
    return request().catch((error: unknown) => {
      throw unavailable(error)
    })
  }
}

const nameOf = (error: unknown) => (error instanceof Error ? error.name : 'unknown')
const statusOf = (error: unknown): number | undefined =>
  (error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode

/** Whether the same request may succeed in a moment: lost connections and faults of the store. */
const isTransient = (error: unknown) => {
  const status = statusOf(error) ?? 500
  return status >= 500 || status === 429
}

/** A body whose connection is lost ends with our error. */
function readable(body: Readable): Readable {
  const stream = Readable.from(passOn(body), { objectMode: false })
  // Also where nothing of it was read.
  return stream.once('close', () => body.destroy())
}

async function* passOn(body: Readable) {
  try {
    yield* body as AsyncIterable<Buffer>
  } catch (error) {
    throw unavailable(error)
  }
}

/** Passes on only the kind of a store's error: its text may repeat the request. */
function unavailable(error: unknown): FilesUnavailable {
  if (error instanceof FilesUnavailable) return error
  const { code } = error as { code?: unknown }
  const status = statusOf(error)
  const reason = typeof code === 'string' ? code : nameOf(error)
  return new FilesUnavailable(status === undefined ? reason : `${reason} (${status})`)
}
