import {
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
  createServer,
} from 'node:http'
import type { Socket } from 'node:net'

import { countedAddress } from '#server/platform/lib/client-address.ts'

/** Limits of one connection, and of all of them together. */
export interface ConnectionLimits {
  /** Connections open at once; when they are used up, idle ones make room. */
  readonly connections: number
  /** Connections of one address at once, except where others are behind it. */
  readonly perAddress: number
  /** Whether others may be behind that address: a proxy. */
  readonly isProxy: (address: string) => boolean
  /** Pipelined requests that may wait for the one before them. One more closes the connection. */
  readonly waiting: number
  /** How long a client may take nothing of a response that waits to be sent. */
  readonly stalledMs: number
  /** How long a connection may stay idle; above the 60 s after which most proxies stop using one. */
  readonly keepAliveMs: number
}

/** The limits of the service; tests set lower ones. */
export const connectionLimits: Omit<ConnectionLimits, 'isProxy'> = {
  connections: 2_000,
  perAddress: 100,
  waiting: 16,
  stalledMs: 30_000,
  keepAliveMs: 72_000,
}

interface Exchange {
  readonly request: IncomingMessage
  readonly response: ServerResponse
}

interface Line {
  /** The request being answered. */
  current: Exchange | undefined
  readonly waiting: Exchange[]
  /** Called once nothing is left to answer. */
  last: (() => void) | undefined
}

const lines = new WeakMap<Socket, Line>()
const silentConnections = new WeakMap<Server, Set<Socket>>()

/** Returns a server that answers the requests of a connection one at a time, within the limits. */
export function boundedServer(listener: RequestListener, limits: ConnectionLimits): Server {
  const server = createServer({
    // A slow but honest upload may take its time; `endSlowBodies` asks for a minimum rate instead of a total.
    requestTimeout: 0,
    headersTimeout: 15_000,
    keepAliveTimeout: limits.keepAliveMs,
    connectionsCheckingInterval: 2_000,
    // Refused in our own words.
    requireHostHeader: false,
  })
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const isHttp1 = request.httpVersionMajor === 1
    if (isHttp1) answerInTurn(listener, limits, { request, response })
    // HTTP/0.9 has no headers to say whose request it is, and HTTP/2 is not spoken here.
    else server.emit('clientError', new Error('Not HTTP/1'), request.socket)
  })
  server.maxConnections = limits.connections
  // A client that holds many idle connections must not keep everybody else out.
  server.on('drop', () => server.closeIdleConnections())
  shareAmongAddresses(server, limits)
  closeStalled(server, limits.stalledMs)
  const silent = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    silent.add(socket)
    socket.once('close', () => silent.delete(socket))
  })
  server.prependListener('request', ({ socket }: IncomingMessage) => silent.delete(socket))
  silentConnections.set(server, silent)
  return server
}

/** Closes connections that an address opens beyond its share: otherwise one client could keep everybody else out. */
function shareAmongAddresses(server: Server, { perAddress, isProxy }: ConnectionLimits): void {
  const open = new Map<string, number>()
  server.on('connection', (socket: Socket) => {
    const { remoteAddress = '' } = socket
    if (isProxy(remoteAddress)) return
    const address = countedAddress({ ip: remoteAddress, socket })
    const count = (open.get(address) ?? 0) + 1
    open.set(address, count)
    socket.once('close', () => {
      const left = (open.get(address) ?? 0) - 1
      if (left > 0) open.set(address, left)
      else open.delete(address)
    })
    if (count <= perAddress) return
    server.closeIdleConnections()
    socket.destroy()
  })
}

/**
 * Closes connections that have not sent a request yet. To node:http they are not idle, so a server that closes would wait
 * for them, and browsers open some in advance.
 */
export function closeSilentConnections(server: Server): void {
  for (const socket of silentConnections.get(server) ?? []) socket.destroy()
}

/**
 * node:http starts every pipelined request as soon as it is parsed, hundreds from one packet, though their responses have
 * to be sent in order. Started one at a time they cost no more than one.
 */
function answerInTurn(listener: RequestListener, limits: ConnectionLimits, exchange: Exchange): void {
  const { socket } = exchange.request
  // The rest of a packet after the request that closed the connection.
  if (isClosing(socket)) return
  const line = lineOf(socket)
  if (!line.current) return start(listener, line, exchange)
  if (line.waiting.length < limits.waiting) line.waiting.push(exchange)
  else socket.destroy()
}

function start(listener: RequestListener, line: Line, exchange: Exchange): void {
  line.current = exchange
  // After the last byte was handed to the system, or the connection is gone.
  exchange.response.once('close', () => {
    line.current = undefined
    if (isClosing(exchange.request.socket)) return
    const next = line.waiting.shift()
    if (next) start(listener, line, next)
    else line.last?.()
  })
  listener(exchange.request, exchange.response)
}

/**
 * Calls `respond` when a response of its own can be written to the connection: after those that are still due. Closes the
 * connection instead where one has begun that will never end.
 */
export function afterResponses(socket: Socket, respond: () => void): void {
  const line = lineOf(socket)
  if (!line.current) respond()
  else if (line.current.request.complete) line.last ??= respond
  // What is broken is the body of the request being answered.
  else if (line.current.response.headersSent) socket.destroy()
  else respond()
}

const isClosing = (socket: Socket): boolean => socket.destroyed || socket.writableEnded

function lineOf(socket: Socket): Line {
  const known = lines.get(socket)
  if (known) return known
  const line: Line = { current: undefined, waiting: [], last: undefined }
  lines.set(socket, line)
  return line
}

/** Closes connections whose client takes nothing of what waits to be sent for `afterMs`. However slow, progress counts. */
function closeStalled(server: Server, afterMs: number): void {
  const open = new Map<Socket, { mark: string; since: number }>()
  server.on('connection', (socket: Socket) => {
    open.set(socket, { mark: '', since: performance.now() })
    socket.once('close', () => open.delete(socket))
  })
  const look = () => {
    const now = performance.now()
    for (const [socket, seen] of open) {
      const mark = progressMark(socket)
      if (mark === undefined || mark !== seen.mark) open.set(socket, { mark: mark ?? '', since: now })
      else if (now - seen.since >= afterMs) socket.destroy()
    }
  }
  server.once('listening', () => {
    const timer = setInterval(look, afterMs / 10).unref()
    server.once('close', () => clearInterval(timer))
  })
}

/** Returns a text that changes whenever the system takes bytes of the connection; undefined where none are waiting. */
function progressMark(socket: Socket): string | undefined {
  // The public counters only move when a whole write is done, and one write may be megabytes. node:net looks at these two
  // for its own timeout, which does not help here: bytes that arrive reset it.
  const { _handle: handle } = socket as Socket & {
    _handle?: { readonly bytesWritten: number; readonly writeQueueSize: number } | null
  }
  if (!handle || (socket.writableLength === 0 && handle.writeQueueSize === 0)) return undefined
  return `${handle.bytesWritten} ${handle.writeQueueSize}`
}
