import type { Readable } from 'node:stream'

import ipaddr from 'ipaddr.js'
import { Agent, type Dispatcher } from 'undici'

import { AddressError, AddressGuard } from '#server/outgoing/delivery/address-guard.ts'
import { failureOf } from '#server/outgoing/delivery/reply.ts'

const connectTimeoutMs = 5_000
const mostHeaderBytes = 16 * 1024
/** Connections to one service at the same time; what exceeds them waits. */
const mostConnections = 32

/** The other service didn't answer: it can't be reached, or it was silent for too long. */
export class UpstreamFailure extends Error {
  readonly isSilence: boolean
  /** Nothing of the request has left us; otherwise the other service may have done what it asks for. */
  readonly isUnsent: boolean

  constructor(reason: string, { isSilence, isUnsent }: { isSilence: boolean; isUnsent: boolean }) {
    super(reason)
    this.isSilence = isSilence
    this.isUnsent = isUnsent
  }
}

/** A request to another service. */
export interface UpstreamRequest {
  readonly method: string
  /** Absolute. */
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: Buffer | Readable
  readonly signal?: AbortSignal
  /** How long the other service may be silent, before its answer and within it. */
  readonly silentMs: number
}

/** The head of an answer, and its body as it comes. */
export interface UpstreamResponse {
  readonly status: number
  /** By names in lower case. */
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly body: Readable
}

/** Sends requests to the services that accounts are connected to: allowed addresses only, no redirects, certificates checked. */
export class Upstream {
  readonly #guard: AddressGuard
  readonly #agent: Agent

  /** `networks`: CIDRs that are allowed in addition to public addresses. */
  constructor(networks: readonly string[], connections = mostConnections) {
    this.#guard = new AddressGuard(networks)
    this.#agent = new Agent({
      connect: { lookup: this.#guard.lookup, timeout: connectTimeoutMs, rejectUnauthorized: true },
      connections,
      allowH2: false,
      maxHeaderSize: mostHeaderBytes,
    })
  }

  /** Returns the answer as soon as its head is here. Throws `UpstreamFailure`; its message says why, without the address. */
  async send({ method, url, headers, body, signal, silentMs }: UpstreamRequest): Promise<UpstreamResponse> {
    const { origin, pathname, search, hostname } = new URL(url)
    const host = hostname.replace(/^\[|\]$/g, '')
    try {
      // Names are checked when connecting, by the very addresses that are used.
      if (ipaddr.isValid(host) && !this.#guard.isAllowed(host)) throw new AddressError()
      const answer = await this.#agent.request({
        origin,
        path: pathname + search,
        method: method as Dispatcher.HttpMethod,
        headers,
        body: body ?? null,
        ...(signal && { signal }),
        headersTimeout: silentMs,
        bodyTimeout: silentMs,
      })
      return { status: answer.statusCode, headers: answer.headers, body: answer.body }
    } catch (error) {
      throw asFailure(error)
    }
  }

  /** Closes every connection, idle or not. */
  close(): Promise<void> {
    return this.#agent.destroy()
  }
}

/** Returns why a request, or the rest of its answer, didn't come. */
export function asFailure(error: unknown): UpstreamFailure {
  const { code = '' } = error as NodeJS.ErrnoException
  const isSilence = code === 'UND_ERR_HEADERS_TIMEOUT' || code === 'UND_ERR_BODY_TIMEOUT'
  const reason = isSilence ? 'no response' : failureOf(error)
  return new UpstreamFailure(reason, { isSilence, isUnsent: isBeforeConnection(error) })
}

/** Whether there was no connection yet to send anything on. Where that isn’t certain, false. */
function isBeforeConnection(error: unknown): boolean {
  const { code = '', syscall = '', cause } = error as NodeJS.ErrnoException
  // Several addresses were tried, none of which could be connected to.
  if (error instanceof AggregateError) return true
  if (error instanceof AddressError || cause instanceof AddressError) return true
  if (code === 'ECONNREFUSED' || code === 'UND_ERR_CONNECT_TIMEOUT') return true
  return /^(connect|getaddrinfo|query)/.test(syscall) || /CERT|SELF_SIGNED|ALTNAME|ISSUER/.test(code)
}
