import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'

import type { FastifyRequest } from 'fastify'

import { largestFileBytes, largestRequestBytes } from '#contract/customers/customers.ts'
import { type NamePath, parseName } from '#contract/wire/multipart.ts'
import type { FileStore, Upload } from '#server/platform/files/store.ts'
import { HttpError, invalidField, invalidInput } from '#server/platform/lib/http-error.ts'

import { noteRead } from './body-memory.ts'
import { malformed, mostParts, openParser } from './parser.ts'

/** A part with text, at most 64 KB of it. */
export interface TextPart {
  readonly name: string
  readonly path: NamePath
  readonly value: string
}

/** A part with a file. */
export interface FilePart {
  readonly name: string
  readonly path: NamePath
  /** As the sender wrote it; not yet safe. */
  readonly displayName: string
  readonly upload: Upload
}

/** Parts that a field name accepts: up to `most` parts of a kind, or none, with the reason. */
export type Expected =
  | { readonly kind: 'text' | 'file'; readonly most: number; readonly tooMany: string }
  | { readonly problem: string }

/** Parts that a form of one file in the field `file` accepts. */
export const oneFile = (path: readonly string[]): Expected =>
  path.length === 1 && path[0] === 'file'
    ? { kind: 'file', most: 1, tooMany: 'Upload one file at a time' }
    : { problem: 'Unknown field' }

/** A complete body. `problems` contains the errors of single parts, by the request's own field names. */
export interface MultipartBody {
  readonly texts: readonly TextPart[]
  readonly files: readonly FilePart[]
  readonly problems: Map<string, string[]>
  /** SHA-256 over names, values and contents, in order, of refused parts too: the same request has the same one. */
  readonly fingerprint: string
  /** Deletes the uploads that weren't committed. */
  discard(): Promise<void>
}

const longestTextBytes = 64 * 1024
/** Everything a request keeps in memory: its texts and the names of its files. */
const mostTextBytes = 1024 * 1024
/** Requests larger than this are rejected. */
export const largestBodyBytes = largestRequestBytes + 1024 * 1024

/**
 * Reads a multipart body part by part: files to disk, text to memory, nothing cut. Throws `HttpError` when the body as a
 * whole cannot be read; whatever had arrived is gone then.
 *
 * On Busboy itself, with every part as a stream: as "fields" it would decode bytes that are no UTF-8 into something
 * else and cut long values, and an ended connection would look like the end of the body.
 */
export async function readMultipart(
  request: FastifyRequest,
  files: FileStore,
  expected: (path: NamePath) => Expected,
): Promise<MultipartBody> {
  const reading = new Reading(files, expected)
  try {
    await reading.run(request.raw)
    return reading.body()
  } catch (error) {
    // A part that can't be stored breaks the stream that it is read from, and that error may come first.
    const fault = [error, ...(await reading.discard())].find(isOurFault)
    throw fault ?? (error instanceof HttpError ? error : malformed())
  }
}

class Reading {
  readonly #files: FileStore
  readonly #expected: (path: NamePath) => Expected
  readonly #texts: TextPart[] = []
  readonly #uploads: FilePart[] = []
  readonly #problems = new Map<string, string[]>()
  readonly #digests: string[] = []
  readonly #counts = new Map<string, number>()
  readonly #parts: Promise<void>[] = []
  #textBytes = 0
  /** The file before, so that a request has one file open however many it sends. */
  #fileBefore: Promise<unknown> = Promise.resolve()

  constructor(files: FileStore, expected: (path: NamePath) => Expected) {
    this.#files = files
    this.#expected = expected
  }

  async run(raw: Readable & { headers: NodeJS.Dict<string | string[]> }): Promise<void> {
    // The sender went away while we found out who it is: nothing more comes, not even word of the end.
    if (raw.destroyed) throw malformed()
    const length = Number(raw.headers['content-length'] ?? 0)
    if (length > largestBodyBytes) throw this.#endEarly(raw)
    const busboy = openParser(String(raw.headers['content-type'] ?? ''))
    const streams: Readable[] = []
    await new Promise<void>((done, fail) => {
      let bytes = 0
      busboy.on('file', (name: string | undefined, stream: Readable, filename: string | undefined) => {
        // The stream's end is awaited with the part; an error on it ends the whole body below.
        stream.on('error', fail)
        streams.push(stream)
        const part = this.#take(name ?? '', filename, stream)
        part.catch(fail)
        this.#parts.push(part)
      })
      busboy.once('partsLimit', () =>
        fail(invalidField('body', `The request must have at most ${mostParts} parts`)),
      )
      busboy.once('error', fail)
      busboy.once('finish', done)
      raw.once('aborted', () => fail(malformed()))
      raw.once('error', fail)
      raw.on('data', (chunk: Buffer) => {
        bytes += chunk.length
        noteRead(chunk.length)
        if (bytes > largestBodyBytes) fail(this.#endEarly(raw))
      })
      raw.pipe(busboy)
    }).catch((error: unknown) => {
      raw.unpipe(busboy)
      raw.resume()
      // The part that was under way would wait for its end for ever, and its file with it.
      for (const stream of streams) stream.destroy(malformed())
      throw error
    })
    await Promise.all(this.#parts)
  }

  body(): MultipartBody {
    return {
      texts: this.#texts,
      files: this.#uploads,
      problems: this.#problems,
      fingerprint: sha256(this.#digests.join('\n')),
      discard: async () => void (await this.discard()),
    }
  }

  /** Deletes the uploads, and returns why parts failed. */
  async discard(): Promise<unknown[]> {
    const ended = await Promise.allSettled(this.#parts)
    await this.#files.discard(this.#uploads.map(({ upload }) => upload))
    return ended.filter((result) => result.status === 'rejected').map(({ reason }) => reason)
  }

  async #take(name: string, filename: string | undefined, stream: Readable): Promise<void> {
    const index = this.#digests.push('') - 1
    this.#countText(filename ?? '')
    const path = name.isWellFormed() && !name.includes('\uFFFD') ? parseName(name) : undefined
    const problem = path ? this.#problemOf(name, path, filename) : 'Unknown field'
    let content: string
    if (!path || problem !== undefined) {
      this.#addProblem(shown(name), problem ?? '')
      content = await hashOf(stream)
    } else if (filename === undefined) content = await this.#text(name, path, stream)
    else content = await this.#file(name, path, filename, stream)
    this.#digests[index] = sha256(JSON.stringify([name, filename ?? null, content]))
  }

  #problemOf(name: string, path: NamePath, filename: string | undefined): string | undefined {
    const expected = this.#expected(path)
    if ('problem' in expected) return expected.problem
    const count = (this.#counts.get(name) ?? 0) + 1
    this.#counts.set(name, count)
    if (count > expected.most) return expected.tooMany
    if ((expected.kind === 'file') === (filename !== undefined)) return undefined
    return expected.kind === 'file' ? 'This must be a file' : 'This must be text, not a file'
  }

  /** Reads a text and returns the hash of its bytes. Neither is ever held twice. */
  async #text(name: string, path: NamePath, stream: Readable): Promise<string> {
    const hash = createHash('sha256')
    const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
    let value = ''
    let bytes = 0
    let problem: string | undefined
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      hash.update(chunk)
      bytes += chunk.length
      if (bytes > longestTextBytes) problem = 'This text is too long'
      if (problem !== undefined) continue
      this.#countText(chunk)
      const decoded = decode(decoder, chunk)
      if (decoded === undefined) problem = 'This text is not valid UTF-8'
      else value += decoded
    }
    if (problem === undefined && decode(decoder) === undefined) problem = 'This text is not valid UTF-8'
    if (problem === undefined) this.#texts.push({ name, path, value })
    else this.#addProblem(name, problem)
    return hash.digest('hex')
  }

  async #file(name: string, path: NamePath, displayName: string, stream: Readable): Promise<string> {
    const before = this.#fileBefore
    const receiving = before.then(() => this.#files.writeTemp(stream, largestFileBytes))
    this.#fileBefore = receiving.catch(() => undefined)
    const upload = await receiving
    if (upload === 'too-large') {
      this.#addProblem(name, `${shown(displayName)} is larger than 20 MB`)
      return ''
    }
    this.#uploads.push({ name, path, displayName, upload })
    return upload.sha256
  }

  #countText(text: string | Buffer) {
    this.#textBytes += Buffer.byteLength(text)
    if (this.#textBytes <= mostTextBytes) return
    throw invalidInput(
      'VALIDATION_FAILED',
      new Map([['body', ['The text of the request may have at most 1 MB']]]),
    )
  }

  #addProblem(name: string, text: string) {
    const texts = this.#problems.get(name) ?? []
    if (!texts.includes(text)) this.#problems.set(name, [...texts, text])
  }

  #endEarly(raw: Readable): HttpError {
    raw.resume()
    return invalidField('body', 'The request must be at most 100 MB')
  }
}

async function hashOf(stream: Readable): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of stream as AsyncIterable<Buffer>) hash.update(chunk)
  return hash.digest('hex')
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

/** Returns the text of the next bytes, or of those still held back at the end; undefined where they are not UTF-8. */
function decode(decoder: InstanceType<typeof TextDecoder>, bytes?: Buffer): string | undefined {
  try {
    return bytes ? decoder.decode(bytes, { stream: true }) : decoder.decode()
  } catch {
    return undefined
  }
}

/** A full disk says nothing about the request. What a socket cannot read is the sender's end of it. */
const isOurFault = (error: unknown): boolean =>
  error instanceof Error && 'syscall' in error && error.syscall !== 'read'

/** A name as it may be repeated in an answer: never longer than sensible. */
const shown = (name: string): string => (name === '' ? 'body' : name.toWellFormed().slice(0, 200))
