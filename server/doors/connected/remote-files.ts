import { Readable } from 'node:stream'

import { fileTypeFromBuffer } from 'file-type'
import type { Logger } from 'pino'

import { largestFileBytes, photoFormats } from '#contract/customers/customers.ts'
import { drawThumbnail } from '#server/platform/files/images.ts'
import type { FileStore, ThumbnailSize } from '#server/platform/files/store.ts'
import { hostOf, isEncryptedOrLocal } from '#server/platform/lib/base-url.ts'
import { type ErrorCode, HttpError } from '#server/platform/lib/http-error.ts'

import type { OpenConnection } from './connections.ts'
import { problems } from './problems.ts'
import { Thumbnails } from './thumbnails.ts'
import { Upstream, UpstreamFailure, type UpstreamResponse, asFailure } from './upstream.ts'

/** How long the host of a file may be silent: as long as for other reads. */
const usualSilenceMs = 15_000
/** Less than for requests, which never wait for files: those have connections of their own. */
const mostConnections = 12
/** Enough to detect the file type. */
const headBytes = 4100
/** A host is logged once, and only so many of them: addresses are written by the other service. */
const mostLoggedHosts = 100

const tooLarge = `This file is larger than ${largestFileBytes / 1024 / 1024} MB`

/** Dependencies of reaching files elsewhere. */
export interface RemoteFileNeeds {
  readonly log: Logger
  /** CIDRs of hosts that aren't public. */
  readonly networks: readonly string[]
  /** Hosts that files may be on besides that of the connection. */
  readonly hosts: readonly string[]
}

/** A file elsewhere, whose content is still to come. */
export interface RemoteFile {
  /** `image/…` for one that a browser may show in place, by its content; null for any other file. */
  readonly imageType: string | null
  /** Undefined where the host didn't say. */
  readonly bytes: number | undefined
  /** Ends with an error beyond the size that is allowed, or where the host breaks off. */
  readonly content: Readable
}

/**
 * Reads photos and files of connected accounts, from the service's own host and those of SERVICE_FILE_HOSTS. No
 * credential is ever sent: addresses come from records, which anybody may have filled in.
 */
export class RemoteFiles {
  /** How long a host may be silent, in milliseconds. */
  silentMs = usualSilenceMs
  readonly #needs: RemoteFileNeeds
  readonly #upstream: Upstream
  readonly #thumbnails = new Thumbnails()
  readonly #loggedHosts = new Set<string>()

  constructor(needs: RemoteFileNeeds) {
    this.#needs = needs
    this.#upstream = new Upstream(needs.networks, mostConnections)
  }

  /** Starts to read a file. Throws an `HttpError` that says whose fault it is where there is none. */
  async open(connection: OpenConnection, address: string, signal: AbortSignal): Promise<RemoteFile> {
    const url = this.#allowed(connection, address)
    const { body, bytes } = await this.#request(url, signal)
    const chunks = this.#bounded(body, url.host, signal)
    const head: Buffer[] = []
    let length = 0
    while (length < headBytes) {
      const { done, value } = await chunks.next()
      if (done) break
      head.push(value)
      length += value.length
    }
    const start = Buffer.concat(head)
    const content = Readable.from(joined(start, chunks), { objectMode: false })
    // Nobody may be listening yet when the host breaks off.
    content.on('error', () => undefined)
    return { imageType: await imageTypeOf(start), bytes, content }
  }

  /** Returns a WebP thumbnail of an image elsewhere. Throws as `open` does, and 404 for what isn't an image. */
  async thumbnail(
    connection: OpenConnection,
    address: string,
    { size, files }: { readonly size: ThumbnailSize; readonly files: FileStore },
  ): Promise<Buffer> {
    const { href } = this.#allowed(connection, address)
    const key = `${connection.account} ${connection.version} ${size} ${href}`
    return this.#thumbnails.get(key, async () => {
      // Not ended with the browser's request: others may wait for the same one.
      const rest = new AbortController()
      const { imageType, content } = await this.open(connection, href, rest.signal)
      if (imageType === null) {
        rest.abort()
        throw new HttpError('NOT_FOUND')
      }
      const upload = await files.writeTemp(content, largestFileBytes)
      if (upload === 'too-large') throw new HttpError('UPSTREAM_UNEXPECTED', tooLarge)
      try {
        return await drawThumbnail(upload.tempPath, size)
      } catch {
        throw new HttpError('NOT_FOUND')
      } finally {
        await files.discard([upload])
      }
    })
  }

  close(): Promise<void> {
    return this.#upstream.close()
  }

  /** Returns the address in full. Throws 404 unless files may be read from its host. */
  #allowed({ baseUrl }: OpenConnection, address: string): URL {
    // A service may write its own files as paths.
    const url = URL.parse(address, `${baseUrl}/`)
    if (!url || url.username + url.password !== '' || !isEncryptedOrLocal(url))
      throw new HttpError('NOT_FOUND')
    if (url.host === hostOf(baseUrl) || this.#needs.hosts.includes(url.host)) return url
    if (!this.#loggedHosts.has(url.host) && this.#loggedHosts.size < mostLoggedHosts) {
      this.#loggedHosts.add(url.host)
      this.#needs.log.warn({ host: url.host }, 'files of this host aren’t in SERVICE_FILE_HOSTS')
    }
    throw new HttpError('NOT_FOUND', `Files on ${url.host} aren’t shown here`)
  }

  async #request(
    url: URL,
    signal: AbortSignal,
  ): Promise<{ readonly body: Readable; readonly bytes: number | undefined }> {
    let answer: UpstreamResponse
    try {
      answer = await this.#upstream.send({
        method: 'GET',
        url: url.href,
        headers: { accept: '*/*', 'accept-encoding': 'identity', 'user-agent': 'Bureau/1' },
        signal,
        silentMs: this.silentMs,
      })
    } catch (error) {
      if (error instanceof UpstreamFailure) throw this.#failed(error, url.host, signal)
      throw error
    }
    const { status, headers, body } = answer
    const length = Number(headers['content-length'] ?? NaN)
    const encoding = String(headers['content-encoding'] ?? 'identity')
    const problem =
      this.#problemOf(status, url.host, String(headers['retry-after'] ?? '')) ??
      (encoding === 'identity'
        ? undefined
        : this.#fail('UPSTREAM_UNEXPECTED', url.host, 'sent it compressed')) ??
      (length > largestFileBytes ? this.#tooLarge(url.host) : undefined)
    if (problem) {
      body.on('error', () => undefined).destroy()
      throw problem
    }
    return { body, bytes: Number.isSafeInteger(length) ? length : undefined }
  }

  /** The problem of a response with that status; undefined for one with the file. */
  #problemOf(status: number, host: string, retryAfter: string): HttpError | undefined {
    if (status === 200) return undefined
    const headers = retryAfter === '' ? {} : { headers: { 'retry-after': retryAfter } }
    if (status === 429) return new HttpError('RATE_LIMITED', undefined, headers)
    if (status >= 500) return this.#fail('UPSTREAM_FAILED', host, `responded with ${status}`)
    // No credential was sent, so a 401 says nothing about ours.
    if (status >= 400) return new HttpError('NOT_FOUND')
    return this.#fail('UPSTREAM_UNEXPECTED', host, `responded with ${status}`)
  }

  /** Yields a body as it comes, up to the size that is allowed. */
  async *#bounded(body: Readable, host: string, signal: AbortSignal): AsyncGenerator<Buffer, undefined> {
    let bytes = 0
    try {
      for await (const chunk of body as AsyncIterable<Buffer>) {
        bytes += chunk.length
        if (bytes > largestFileBytes) throw this.#tooLarge(host)
        yield chunk
      }
    } catch (error) {
      throw error instanceof HttpError ? error : this.#failed(asFailure(error), host, signal)
    }
    return undefined
  }

  #failed({ isSilence, message }: UpstreamFailure, host: string, { aborted }: AbortSignal): HttpError {
    // The browser has left: nobody is at fault, and nobody reads it.
    if (aborted) return new HttpError('UPSTREAM_UNREACHABLE')
    return this.#fail(isSilence ? 'UPSTREAM_SILENT' : 'UPSTREAM_UNREACHABLE', host, message)
  }

  #tooLarge(host: string): HttpError {
    this.#fail('UPSTREAM_UNEXPECTED', host, 'the file is too large')
    return new HttpError('UPSTREAM_UNEXPECTED', tooLarge)
  }

  #fail(code: ErrorCode & `UPSTREAM_${string}`, host: string, reason: string): HttpError {
    // Not noted at the connection: a file says nothing about whether its credentials work.
    this.#needs.log.warn({ host, reason }, 'file of a connected service failed')
    return new HttpError(code, problems[code](host, 'API key'))
  }
}

async function* joined(start: Buffer, rest: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
  try {
    if (start.length > 0) yield start
    for await (const chunk of rest) yield chunk
  } finally {
    // A browser that stops reading in the middle ends the request to the host.
    await rest.return(undefined)
  }
}

/** By its content, whatever its host or its name say. The formats are those of our own photos. */
async function imageTypeOf(head: Buffer): Promise<string | null> {
  const found = await fileTypeFromBuffer(head).catch(() => undefined)
  const format = photoFormats.find((known) => `image/${known}` === found?.mime)
  return format === undefined ? null : `image/${format}`
}
