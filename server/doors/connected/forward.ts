import { PassThrough, Readable } from 'node:stream'

import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Logger } from 'pino'

import type { Endpoint } from '#contract/wire/endpoint.ts'
import type { LiveChange } from '#contract/wire/live.ts'
import type { ConnectionRef } from '#server/platform/access/caller-types.ts'
import type { Tenant } from '#server/platform/access/tenant.ts'
import type { Store } from '#server/platform/db/store.ts'
import { goneSignal } from '#server/platform/http/gone-signal.ts'
import { hostOf } from '#server/platform/lib/base-url.ts'
import { type ErrorCode, HttpError, toResponse } from '#server/platform/lib/http-error.ts'
import type { SealKey } from '#server/platform/lib/seal.ts'
import type { LiveBus } from '#server/platform/live/bus.ts'

import { checkedBody, isCheckable, readStart } from './checked-body.ts'
import { Connections, type OpenConnection } from './connections.ts'
import { problems } from './problems.ts'
import { RemoteFiles } from './remote-files.ts'
import { type SentResponse, SharedReads, type SharedResponse } from './shared-reads.ts'
import { Upstream, UpstreamFailure, type UpstreamResponse, asFailure } from './upstream.ts'
import { auditWrite } from './write-audit.ts'

/** Headers of a response that browsers get; everything else (cookies, policies, addresses) stays behind. */
const passedDown = [
  'content-type',
  'content-encoding',
  'content-length',
  'retry-after',
  'x-ratelimit-limit',
  'x-ratelimit-remaining',
] as const

/** How long the other service may be silent: less than a browser waits, so that its people learn whose fault it is. */
const usualSilence = { read: 15_000, write: 25_000 } as const

/** How much of the answer to a write is read for the name of what was written. */
const mostAnswerBytes = 256 * 1024

const json = 'application/json; charset=utf-8'
const wroteMessage = 'connected account wrote '

/** Dependencies of forwarding. */
export interface ForwardNeeds {
  readonly store: Pick<Store, 'db' | 'peers'>
  readonly sealKey: SealKey
  readonly live: LiveBus
  readonly log: Logger
  /** CIDRs of services that aren't public. */
  readonly networks: readonly string[]
  /** Hosts that files may be on besides that of a connection. */
  readonly fileHosts: readonly string[]
}

/** A request that has passed our own checks: session, rate limit and role. */
export interface ForwardedCall {
  readonly endpoint: Endpoint
  readonly params: object | undefined
  readonly connection: ConnectionRef
  /** The account of the person, for the audit log. */
  readonly tenant: Tenant
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

/**
 * Forwards requests of connected accounts to their services, with the credentials of the connection. Bodies stream in
 * both directions; headers pass by name only.
 */
export class Forwarder {
  /** How long the other service may be silent, in milliseconds. */
  silence: { readonly read: number; readonly write: number } = usualSilence
  readonly upstream: Upstream
  readonly connections: Connections
  readonly files: RemoteFiles
  readonly #reads = new SharedReads()
  readonly #needs: ForwardNeeds

  constructor(needs: ForwardNeeds) {
    this.#needs = needs
    this.upstream = new Upstream(needs.networks)
    this.connections = new Connections(needs.store, needs.sealKey)
    this.files = new RemoteFiles({ log: needs.log, networks: needs.networks, hosts: needs.fileHosts })
    needs.store.peers.subscribe({
      message: (text) => {
        if (text.startsWith(wroteMessage)) this.#reads.wrote(Number(text.slice(wroteMessage.length)))
      },
      missed: () => undefined,
    })
  }

  /** Sends the request on and its answer back. Throws an `HttpError` that says whose fault it is where there is none. */
  async forward(call: ForwardedCall): Promise<FastifyReply> {
    const connection = await this.connections.open(call.connection)
    if (!connection) throw new HttpError('NOT_FOUND')
    return call.endpoint.method === 'GET' ? this.#read(call, connection) : this.#write(call, connection)
  }

  async close(): Promise<void> {
    await Promise.all([this.upstream.close(), this.files.close()])
  }

  async #read(call: ForwardedCall, connection: OpenConnection): Promise<FastifyReply> {
    const encoding = acceptedEncoding(call.request)
    const path = pathOf(call)
    const key = `${connection.id} ${connection.version} ${call.endpoint.surface} ${encoding} ${path}`
    // Not ended with the browser's request: others may wait for the same answer.
    const answer = await this.#reads.read(connection.account, key, () =>
      this.#send(call, connection, { path, encoding }),
    )
    return respond(call.reply, answer)
  }

  async #write(call: ForwardedCall, connection: OpenConnection): Promise<FastifyReply> {
    const { endpoint, request, reply } = call
    this.#wrote(connection.account)
    // Before the answer is passed on: a read after it must see what was written.
    const sent = this.#send(call, connection, {
      path: pathOf(call),
      // Small answers, of which the audit log needs the name.
      encoding: 'identity',
      body: bodyOf(endpoint, request),
      signal: goneSignal(reply),
    }).finally(() => {
      this.#wrote(connection.account)
      const topic = topicOf(endpoint.path)
      if (topic) this.#needs.live.publish(connection.account, { topic, id: null })
    })
    const { body, ...answer } = await sent.catch(async (error: unknown) => {
      if (error instanceof LostAnswer) await this.#audit(call, { isAccepted: false })
      throw error
    })
    const isAccepted = answer.status >= 200 && answer.status < 300
    const read = isAccepted
      ? await readStart(body, mostAnswerBytes).catch(async (error: unknown) => {
          await this.#audit(call, { isAccepted })
          throw error
        })
      : { whole: undefined, body }
    if (isAccepted) await this.#audit(call, { isAccepted, answer: read.whole })
    return respond(reply, {
      ...answer,
      body: Buffer.isBuffer(read.body) ? read.body : Readable.from(read.body, { objectMode: false }),
    })
  }

  /** The write there is done, or may be, so a failure here must not become its response. */
  async #audit(
    { endpoint, params, tenant, request }: ForwardedCall,
    { isAccepted, answer }: { readonly isAccepted: boolean; readonly answer?: Buffer | undefined },
  ) {
    const id = (params as { id?: number } | undefined)?.id ?? null
    const body = endpoint.bodyType === 'multipart' ? undefined : request.body
    try {
      await auditWrite(tenant, { endpoint, id, body, answer: answer && jsonOf(answer), isAccepted })
    } catch (error) {
      request.log.error(
        { err: error, path: endpoint.path },
        'a write of a connected account isn’t in the audit log',
      )
    }
  }

  /** Reads from before a write are not used after it, here and in the other processes. */
  #wrote(account: number): void {
    this.#reads.wrote(account)
    this.#needs.store.peers.publish(`${wroteMessage}${account}`)
  }

  async #send(
    { endpoint, request }: ForwardedCall,
    connection: OpenConnection,
    {
      path,
      encoding,
      body,
      signal,
    }: {
      readonly path: string
      readonly encoding: string
      readonly body?: ForwardedBody | undefined
      readonly signal?: AbortSignal
    },
  ): Promise<SentResponse> {
    const host = hostOf(connection.baseUrl)
    const credential = endpoint.surface === 'v1' ? connection.token : connection.key
    const fail = (
      code: ErrorCode & `UPSTREAM_${string}`,
      reason: string,
      { headers, isLost = false }: { headers?: Record<string, string>; isLost?: boolean } = {},
    ) => {
      this.connections.note(connection, reason)
      request.log.warn({ host, path: endpoint.path, reason }, 'connected service failed')
      const of = endpoint.surface === 'v1' ? 'access token' : 'API key'
      return new (isLost ? LostAnswer : HttpError)(code, problems[code](host, of), headers && { headers })
    }
    const failed = ({ isSilence, isUnsent, message }: UpstreamFailure) =>
      fail(isSilence ? 'UPSTREAM_SILENT' : 'UPSTREAM_UNREACHABLE', message, { isLost: !isUnsent })
    const isRead = endpoint.method === 'GET'
    let answer: UpstreamResponse
    try {
      answer = await this.upstream.send({
        method: endpoint.method,
        url: connection.baseUrl + path,
        headers: {
          accept: 'application/json',
          'accept-encoding': encoding,
          authorization: `Bearer ${credential}`,
          'user-agent': 'Bureau/1',
          'x-request-id': request.id,
          // Surface B is called with it even where there is no body.
          ...((body || endpoint.surface === 'b') && { 'content-type': body?.type ?? 'application/json' }),
          ...(body?.length !== undefined && { 'content-length': body.length }),
        },
        ...(body && { body: body.content }),
        ...(signal && { signal }),
        silentMs: isRead ? this.silence.read : this.silence.write,
      })
    } catch (error) {
      if (error instanceof UpstreamFailure) throw failed(error)
      throw error
    }
    const { status } = answer
    const headers = headersDown(answer)
    const discard = () => answer.body.on('error', () => undefined).destroy()
    if (status === 401) {
      discard()
      throw fail('UPSTREAM_CREDENTIAL', 'the credential was rejected')
    }
    if (status >= 500) {
      discard()
      const again = headers['retry-after']
      throw fail('UPSTREAM_FAILED', `responded with ${status}`, {
        headers: again === undefined ? {} : { 'retry-after': again },
        // A proxy in front of it lost the answer.
        isLost: status === 502 || status === 504,
      })
    }
    const isSuccess = status >= 200 && status < 300
    const isJson = /^application\/(?:[\w.+-]+\+)?json\b/i.test(headers['content-type'] ?? '')
    if (status < 400 && (!isSuccess || (isRead && !isJson))) {
      discard()
      throw fail('UPSTREAM_UNEXPECTED', isSuccess ? 'responded without JSON' : `responded with ${status}`)
    }
    const arriving = chunksOf(answer.body, (error) => failed(asFailure(error)))
    const isChecked = isRead && isSuccess && isCheckable(endpoint.path, headers)
    const checked = isChecked ? await checkedBody(arriving, headers['content-encoding']) : arriving
    if (!checked) throw fail('UPSTREAM_UNEXPECTED', 'responded with JSON that can’t be read')
    if (isSuccess) this.connections.note(connection, null)
    if (isJson) return { status, headers, body: checked }
    // Nothing, words for people or the page of a proxy. What a write has done is done, whatever is said of it.
    discard()
    const {
      'content-type': _type,
      'content-encoding': _encoding,
      'content-length': _length,
      ...kept
    } = headers
    if (isSuccess) return { status: 204, headers: kept, body: Buffer.alloc(0) }
    const refusal = toResponse(refusals[status] ?? new HttpError('MALFORMED'), endpoint.surface)
    const text = JSON.stringify(refusal.body)
    return { status, headers: { ...kept, 'content-type': json }, body: Buffer.from(text) }
  }
}

/** A fault that leaves open whether the other service has done what it was asked to. */
class LostAnswer extends HttpError {}

/** The message of a refusal without a text of its own. */
const refusals: Readonly<Record<number, HttpError | undefined>> = {
  403: new HttpError('FORBIDDEN'),
  404: new HttpError('NOT_FOUND'),
  405: new HttpError('METHOD_NOT_ALLOWED'),
  409: new HttpError('CONFLICT'),
  413: new HttpError('TOO_LARGE'),
  422: new HttpError('VALIDATION_FAILED'),
  429: new HttpError('RATE_LIMITED'),
}

async function respond(
  reply: FastifyReply,
  { status, headers, body }: SharedResponse,
): Promise<FastifyReply> {
  reply.code(status).headers(headers)
  if (body instanceof Readable) return reply.send(body)
  return body.length === 0 ? reply.send() : reply.send(body)
}

function jsonOf(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString())
  } catch {
    return undefined
  }
}

/** Yields a body as it comes. What ends it too early becomes the error that `asError` makes of it. */
async function* chunksOf(body: Readable, asError: (error: unknown) => HttpError): AsyncGenerator<Buffer> {
  try {
    for await (const chunk of body as AsyncIterable<Buffer>) yield chunk
  } catch (error) {
    throw asError(error)
  }
}

function headersDown({ headers }: UpstreamResponse): Record<string, string> {
  return Object.fromEntries(
    passedDown.flatMap((name) => {
      const [value] = [headers[name] ?? []].flat()
      return value === undefined ? [] : [[name, value] as const]
    }),
  )
}

interface ForwardedBody {
  readonly content: Buffer | Readable
  readonly type: string
  readonly length: string | undefined
}

/** A form is passed on as it arrives, unread. JSON has been read by now, which has bounded its size. */
function bodyOf({ bodyType }: Endpoint, { body, raw, headers }: FastifyRequest): ForwardedBody | undefined {
  if (bodyType === 'multipart')
    return { content: passedOn(raw), type: headers['content-type'] ?? '', length: headers['content-length'] }
  if (body === undefined) return undefined
  const content = Buffer.from(JSON.stringify(body))
  return { content, type: 'application/json', length: String(content.length) }
}

/**
 * Returns the body of a request as a stream of its own. The client of the other service destroys what it is given once
 * it has an answer; the browser's connection still has to carry that answer back.
 */
function passedOn(raw: FastifyRequest['raw']): Readable {
  const content = new PassThrough()
  content.on('error', () => undefined)
  raw.pipe(content)
  raw.once('error', (error) => content.destroy(error))
  raw.once('close', () => raw.complete || content.destroy())
  content.once('close', () => {
    raw.unpipe(content)
    // The rest is of no use, but a browser reads its answer only after it has sent everything.
    raw.resume()
  })
  return content
}

/** The path of the endpoint with the parameters of the request, which have been checked, and its query as it is. */
function pathOf({ endpoint, params, request }: ForwardedCall): string {
  const values = (params ?? {}) as Readonly<Record<string, unknown>>
  const path = endpoint.path.replaceAll(/:(\w+)/g, (_all, name: string) =>
    encodeURIComponent(String(values[name])),
  )
  const query = request.url.indexOf('?')
  return query === -1 ? path : path + request.url.slice(query)
}

/** The other service may compress for the browser: what it sends is passed on as it is. */
function acceptedEncoding({ headers }: FastifyRequest): string {
  const accepted = String(headers['accept-encoding'] ?? '')
  return (
    ['br', 'gzip'].filter((name) => new RegExp(`\\b${name}\\b(?!\\s*;\\s*q=0)`).test(accepted)).join(', ') ||
    'identity'
  )
}

/** Topics that open screens read again after a write. */
function topicOf(path: string): LiveChange['topic'] | undefined {
  if (path.startsWith('/api/customers')) return 'customers'
  return path.startsWith('/api/v1/webhooks') ? 'webhooks' : undefined
}
