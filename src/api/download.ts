import { mediaTypeOf } from '#contract/values/media-types.ts'
import type { Endpoint } from '#contract/wire/endpoint.ts'

import { accountHeaders } from './account.ts'
import { noteBudget } from './budget.ts'
import { type Input, address } from './client.ts'
import { checkConnection } from './connection.ts'
import { ApiError, errorOf } from './errors.ts'
import { signInAgain } from './gate.ts'
import { waitForRetryAfter } from './rate-limit-pause.ts'

/** How a download is canceled and followed. */
export interface DownloadOptions {
  readonly signal?: AbortSignal
  /** Called with the number of rows of a CSV file so far, or of the files in a ZIP file. */
  readonly onRows?: (rows: number) => void
}

/** Those of an export, which always has both. */
export type ExportOptions = Required<DownloadOptions>

/** Makes a file, and reports how many rows it has so far. */
export type Export = (options: ExportOptions) => Promise<Blob>

const stalledAfterMs = 30_000

/**
 * Downloads a file in pieces. Rejects with `ApiError` only, or when aborted: a 401 waits for somebody to sign in
 * again, a 429 is waited out, and 30 seconds without a byte are too long.
 */
export async function download(
  endpoint: Endpoint,
  { params = {}, query = {} }: Pick<Input<Endpoint>, 'params' | 'query'>,
  { signal = new AbortController().signal, onRows }: DownloadOptions = {},
): Promise<Blob> {
  const type = mediaTypeOf(endpoint.path)
  const stalled = new AbortController()
  let timer = setTimeout(() => stalled.abort(), stalledAfterMs)
  const moves = () => {
    clearTimeout(timer)
    timer = setTimeout(() => stalled.abort(), stalledAfterMs)
  }
  const headers = { accept: type, ...accountHeaders() }
  const send = () => {
    moves()
    return fetch(address(endpoint.path, params, query), {
      headers,
      signal: AbortSignal.any([signal, stalled.signal]),
    })
  }
  try {
    let response = await send()
    noteBudget((name) => response.headers.get(name))
    while (response.status === 401 && (await signInAgain())) response = await send()
    while (response.status === 429) {
      clearTimeout(timer)
      await waitForRetryAfter(Number(response.headers.get('retry-after')), signal)
      response = await send()
    }
    if (!response.ok || !response.body)
      throw errorOf(response.status, await response.text(), response.headers.get('retry-after'))
    const pieces: Uint8Array<ArrayBuffer>[] = []
    const count = type === 'application/zip' ? counter(fileInZip) : counter([lineFeed], -1)
    for (const reader = response.body.getReader(); ;) {
      const { done, value } = await reader.read()
      if (done) return new Blob(pieces, { type: response.headers.get('content-type') ?? type })
      moves()
      pieces.push(value)
      onRows?.(count(value))
    }
  } catch (error) {
    if (error instanceof ApiError || signal.aborted) throw error
    void checkConnection()
    throw stalled.signal.aborted
      ? new ApiError('timeout', 'The server is taking too long to respond')
      : new ApiError('offline', 'Can’t reach the server')
  } finally {
    clearTimeout(timer)
  }
}

const lineFeed = 10
/** What each file in a ZIP file begins with. */
const fileInZip = [0x50, 0x4b, 3, 4]

/** Counts a mark in the pieces of a file, one that is split between two as well. A CSV file begins with a header: with -1. */
function counter(mark: readonly number[], from = 0) {
  let found = from
  let matched = 0
  return (piece: Uint8Array): number => {
    for (const byte of piece) {
      matched = byte === mark[matched] ? matched + 1 : Number(byte === mark[0])
      if (matched < mark.length) continue
      found += 1
      matched = 0
    }
    return Math.max(found, 0)
  }
}
