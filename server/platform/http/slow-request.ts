import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

import type { FastifyInstance } from 'fastify'

import { type ErrorCode, HttpError, toResponse, surfaceOf } from '#server/platform/lib/http-error.ts'

import { afterResponses } from './connections.ts'
import { largestBodyBytes } from './multipart/read.ts'
import { normalTarget } from './request-path.ts'

const checkEveryMs = 5_000
/** Below this a body counts as stalled. An honest upload over a poor mobile line is ten times faster. */
const slowestBytesPerSecond = 500
/** Windows below the rate before the request is ended. */
const patience = 3

/**
 * Ends requests whose body drips: under 500 bytes a second for 15 s. A minimum rate, not a total, so that a large upload
 * over a slow line goes through. Also ends those that go on sending after their answer, beyond what any request may hold.
 */
export function endSlowBodies(app: FastifyInstance): void {
  app.addHook('onRequest', ({ raw }, reply, done) => {
    if (raw.headers['content-length'] !== undefined || raw.headers['transfer-encoding'] !== undefined)
      watch(raw, reply.raw)
    done()
  })
}

function watch(request: IncomingMessage, response: ServerResponse) {
  const { socket } = request
  const started = socket.bytesRead
  let seen = started
  let slow = 0
  const timer = setInterval(() => {
    if (request.complete || request.destroyed) return clearInterval(timer)
    if (response.writableFinished && socket.bytesRead - started > largestBodyBytes) return socket.destroy()
    const got = socket.bytesRead - seen
    seen = socket.bytesRead
    // While we are the ones who do not read, the sender is not slow.
    slow = got < (slowestBytesPerSecond * checkEveryMs) / 1000 && !request.isPaused() ? slow + 1 : 0
    if (slow < patience) return
    clearInterval(timer)
    // An answer that has begun cannot become another one.
    if (response.headersSent) return socket.destroy()
    writeAndClose(socket, 'TIMEOUT', request.url ?? '/')
    request.destroy()
  }, checkEveryMs)
  timer.unref()
  request.once('close', () => clearInterval(timer))
}

/** Answers what never became a request (bad syntax, too large or too slow headers) in the words of its surface. */
export function answerBrokenRequest(
  error: Error & { code?: string | undefined; rawPacket?: unknown },
  socket: Socket,
): void {
  if (error.code === 'ECONNRESET' || socket.destroyed || !socket.writable) {
    socket.destroy()
    return
  }
  // Typed otherwise by Fastify; node:http has the bytes read so far.
  const start = Buffer.isBuffer(error.rawPacket) ? error.rawPacket.toString('latin1', 0, 2100) : ''
  const path = /^[A-Z]+ (\S{1,2000})/.exec(start)?.[1]
  const code = codes[error.code ?? ''] ?? 'MALFORMED'
  afterResponses(socket, () => writeAndClose(socket, code, path ?? '/'))
}

/** Answers requests that node:http would reject without a body: CONNECT, and an unknown Expect header. */
export function answerUnusualRequests({ server }: FastifyInstance): void {
  server.on('connect', ({ url = '/' }: IncomingMessage, socket: Socket) => {
    // Node.js no longer handles errors of a tunnel's socket, and an unhandled one would end the process.
    socket.on('error', () => socket.destroy())
    afterResponses(socket, () => writeAndClose(socket, 'MALFORMED', url))
  })
  // An expectation that is not met may be passed over (RFC 9110, 10.1.1).
  server.on('checkExpectation', (request, response) => server.emit('request', request, response))
}

// Source: node:http, `server.on('clientError')`.
const codes: Record<string, ErrorCode | undefined> = {
  HPE_HEADER_OVERFLOW: 'HEADERS_TOO_LARGE',
  ERR_HTTP_REQUEST_TIMEOUT: 'TIMEOUT',
}

function writeAndClose(socket: Socket, code: ErrorCode, path: string) {
  const surface = surfaceOf(normalTarget(path)) ?? 'b'
  const { status, body } = toResponse(new HttpError(code), surface)
  const text = JSON.stringify(body)
  const head = [
    `HTTP/1.1 ${status} ${code}`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(text)}`,
    `x-request-id: ${randomUUID()}`,
    'connection: close',
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${text}`, () => socket.destroySoon())
}
