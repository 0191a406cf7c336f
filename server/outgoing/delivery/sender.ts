import type { KeyObject } from 'node:crypto'
import { setTimeout } from 'node:timers'

import { Agent, type Dispatcher as Http } from 'undici'

import { hiddenHeader } from '#contract/webhooks/config.ts'
import { wireBody } from '#server/platform/lib/wire-body.ts'

import { type AddressGuard, notAllowed } from './address-guard.ts'
import type { Outcome } from './decide.ts'
import { failureOf, headersOf, textOf } from './reply.ts'
import { signatureHeader } from './sign.ts'

/** A request to send. Id and body bytes are the same in every attempt; time and signature differ. */
export interface Message {
  readonly eventId: string
  /** The payload as JSON text. */
  readonly payload: string
  readonly isTest: boolean
  readonly url: string
  readonly method: 'POST' | 'PUT' | 'PATCH'
  readonly headers: Readonly<Record<string, string>>
  /** Names, in lower case, of headers whose values are never recorded. */
  readonly secretHeaders: readonly string[]
  readonly format: 'json' | 'form'
  readonly keys: readonly KeyObject[]
  readonly timeoutMs: number
}

/** How an attempt ended, with what went over the wire except secret values. */
export interface AttemptResult {
  readonly outcome: Outcome
  readonly startedAt: number
  readonly durationMs: number
  readonly requestHeaders: Readonly<Record<string, string>>
  readonly responseHeaders: Readonly<Record<string, string>> | null
  /** The first 4 KiB of the response, as text. */
  readonly responseBody: string | null
}

const connectTimeoutMs = 5_000
const readBytes = 64 * 1024
const mostHeaderBytes = 16 * 1024

/** Sends deliveries over HTTPS: no redirects, no decompression, certificates checked, connections reused. */
export class Sender {
  readonly #guard: AddressGuard
  readonly #agent: Agent

  constructor(guard: AddressGuard) {
    this.#guard = guard
    this.#agent = new Agent({
      connect: { lookup: guard.lookup, timeout: connectTimeoutMs, rejectUnauthorized: true },
      allowH2: false,
      maxHeaderSize: mostHeaderBytes,
      // One deadline covers the whole attempt.
      headersTimeout: 0,
      bodyTimeout: 0,
    })
  }

  /** Sends once and returns how it ended; it never throws for what the receiver did. */
  async attempt(message: Message): Promise<AttemptResult> {
    const startedAt = Date.now()
    const began = performance.now()
    const url = new URL(message.url)
    const body = wireBody(message.payload, message.format)
    const headers = requestHeaders(message, body, startedAt)
    const deadline = new AbortController()
    const timer = setTimeout(() => deadline.abort(), message.timeoutMs)
    const end = (outcome: Outcome, reply: Reply | undefined): AttemptResult => ({
      outcome,
      startedAt,
      durationMs: Math.round(performance.now() - began),
      requestHeaders: {
        host: url.host,
        ...headers,
        ...Object.fromEntries(message.secretHeaders.map((name) => [name, hiddenHeader])),
        'content-length': String(Buffer.byteLength(body)),
      },
      responseHeaders: reply?.headers ?? null,
      responseBody: reply?.body ?? null,
    })
    try {
      if (!this.#guard.mayTry(url)) return end({ kind: 'failed', error: notAllowed }, undefined)
      const reply = await this.#send(url, { method: message.method, headers, body, signal: deadline.signal })
      return end({ kind: 'answered', status: reply.status, retryAfter: reply.retryAfter }, reply)
    } catch (error) {
      const failure = deadline.signal.aborted
        ? `timed out after ${message.timeoutMs / 1000} s`
        : failureOf(error)
      return end({ kind: 'failed', error: failure }, undefined)
    } finally {
      clearTimeout(timer)
    }
  }

  async #send(url: URL, request: Pick<Http.RequestOptions, 'method' | 'headers' | 'body' | 'signal'>) {
    const { statusCode, headers, body } = await this.#agent.request({
      origin: url.origin,
      path: url.pathname + url.search,
      ...request,
    })
    const chunks: Buffer[] = []
    let bytes = 0
    // Leaving the loop early closes the connection, which bounds what an endless response costs.
    for await (const chunk of body as AsyncIterable<Buffer>) {
      chunks.push(chunk)
      bytes += chunk.length
      if (bytes >= readBytes) break
    }
    const retryAfter = headers['retry-after']
    return {
      status: statusCode,
      retryAfter: typeof retryAfter === 'string' ? retryAfter : null,
      headers: headersOf(headers),
      body: textOf(chunks),
    }
  }

  /** Closes every connection, idle or not. */
  close(): Promise<void> {
    return this.#agent.destroy()
  }
}

interface Reply {
  readonly headers: Record<string, string>
  readonly body: string
}

const mediaTypes = {
  json: 'application/json; charset=utf-8',
  form: 'application/x-www-form-urlencoded',
} as const

/** Returns headers by names in lower case; ours come last, so an endpoint's own headers never replace them. */
function requestHeaders(message: Message, body: string, now: number): Record<string, string> {
  const own = Object.entries(message.headers).map(([name, value]) => [name.toLowerCase(), value] as const)
  const timestamp = Math.floor(now / 1000)
  return {
    'user-agent': 'Bureau-Webhooks/1',
    accept: '*/*',
    ...Object.fromEntries(own),
    'accept-encoding': 'identity',
    'content-type': mediaTypes[message.format],
    ...(message.isTest && { 'webhook-test': 'true' }),
    'webhook-id': message.eventId,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': signatureHeader(message.keys, { id: message.eventId, timestamp, body }),
  }
}
