import { constants } from 'node:zlib'

import fastifyCompress from '@fastify/compress'
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify'

import { all } from '#contract/all.ts'
import type { Surface } from '#contract/wire/endpoint.ts'

import { isLoopback } from './config.ts'
import type { Context } from './context.ts'
import { serveDashboard } from './platform/dashboard/serve.ts'
import {
  type ConnectionLimits,
  boundedServer,
  closeSilentConnections,
  connectionLimits,
} from './platform/http/connections.ts'
import { fixedHeaders } from './platform/http/fixed-headers.ts'
import { makeHostGuard } from './platform/http/host-guard.ts'
import { readJsonBodies } from './platform/http/json-body.ts'
import { countBeforeSending, countUnmatchedRequest } from './platform/http/mount.ts'
import { callerOf, logRequest, requestFields, requestId } from './platform/http/request-log.ts'
import { normalTarget } from './platform/http/request-path.ts'
import { serveFiles } from './platform/http/serve-files.ts'
import { answerBrokenRequest, answerUnusualRequests, endSlowBodies } from './platform/http/slow-request.ts'
import { clientAddress, inNetworks } from './platform/lib/client-address.ts'
import { DatabaseUnavailable } from './platform/lib/database-unavailable.ts'
import { FilesUnavailable } from './platform/lib/files-unavailable.ts'
import { HttpError, toHttpError, toResponse, surfaceOf, unavailable } from './platform/lib/http-error.ts'
import { addRoutes } from './routes.ts'

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE'] as const
const largestJsonBytes = 1024 * 1024

/** The service without a socket: every route, ready for `inject` or `listen`. */
export async function buildApp(
  context: Context,
  limits: Partial<ConnectionLimits> = {},
): Promise<FastifyInstance> {
  const { config, log } = context
  const isHttps = config.publicUrl?.startsWith('https:') ?? false
  const guardHost = makeHostGuard(config)
  const isTrusted = inNetworks(config.trustedProxies)
  const app = Fastify({
    loggerInstance: log as FastifyBaseLogger,
    // One line a request, written below, instead of Fastify's two with the full URL.
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'request' }),
    bodyLimit: largestJsonBytes,
    trustProxy: config.trustedProxies.length > 0 && [...config.trustedProxies],
    serverFactory: (listener) =>
      boundedServer(listener, {
        ...connectionLimits,
        // One that isn't configured is usually on this machine.
        isProxy: (address) => isLoopback(address) || isTrusted(address),
        ...limits,
      }),
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 16_384 },
    rewriteUrl: ({ url = '/' }) => normalTarget(url),
    genReqId: requestId,
    clientErrorHandler: answerBrokenRequest,
    frameworkErrors: (error, request, reply) => sendError(request, reply, error),
  })

  countBeforeSending(app)
  // A page of customers repeats its field definitions in every row: 85 KB become 4. What comes in is never inflated.
  await app.register(fastifyCompress, {
    globalDecompression: false,
    encodings: ['br', 'gzip'],
    customTypes: /^application\/json/,
    threshold: 1024,
    // A window of 512 KB instead of 4 MB: repetition is near, and every slow reader of a long list holds a window.
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_LGWIN]: 19 } },
  })
  app.removeAllContentTypeParsers()
  readJsonBodies(app)
  endSlowBodies(app)
  answerUnusualRequests(app)

  const fixed = fixedHeaders(isHttps)
  // With callbacks: an asynchronous hook costs every request a promise and a turn of the queue.
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(fixed).header('x-request-id', request.id)
    if (surfaceOf(request.url)) reply.header('cache-control', 'no-store')
    // node:http would say so in its own words, which are none.
    if (request.raw.httpVersion === '1.1' && request.headers.host === undefined) {
      throw new HttpError('MALFORMED', 'The Host header is missing')
    }
    guardHost(request)
    done()
  })
  let isStopping = false
  app.addHook('preClose', async () => {
    isStopping = true
    closeSilentConnections(app.server)
  })
  app.addHook('onSend', (_request, reply, payload, done) => {
    // Otherwise the connection of a request that was under way keeps the stop waiting until it times out.
    if (isStopping) reply.header('connection', 'close')
    done(null, payload)
  })
  app.addHook('onResponse', (request, reply, done) => {
    logRequest(request, reply)
    context.metrics?.request(request, reply)
    const caller = callerOf(request)
    if (caller?.kind === 'token' || caller?.kind === 'key')
      context.usage.count(caller, reply.statusCode, clientAddress(request))
    done()
  })
  app.setErrorHandler((error, request, reply) => sendError(request, reply, error))

  app.get('/healthz', async () => ({ status: 'ok' }))
  app.get('/readyz', async () => {
    if (!(await context.store.isReady())) throw unavailable()
    return { status: 'ready' }
  })

  addRoutes(app, context)
  rejectOtherMethods(app, context)
  serveFiles(app, context)
  await serveDashboard(app, context)
  return app
}

function sendError(request: FastifyRequest, reply: FastifyReply, error: unknown) {
  const httpError = toHttpError(error)
  if (error instanceof DatabaseUnavailable || error instanceof FilesUnavailable)
    request.log.warn({ reason: error.message, ...requestFields(request) }, 'unavailable')
  // Unforeseen errors and our own faults; an `HttpError` that was thrown on purpose needs no log entry.
  else if (httpError !== error && toResponse(httpError, 'b').status >= 500)
    request.log.error({ err: error, ...requestFields(request) }, 'failed')
  // A reply that has begun cannot turn into an error; cutting it tells the client that it is incomplete.
  if (reply.raw.headersSent) return reply.raw.destroy()
  const surface: Surface = surfaceOf(request.url) ?? 'b'
  const { status, headers, body } = toResponse(httpError, surface)
  return reply
    .code(status)
    .headers({ 'x-request-id': request.id, ...headers })
    .type('application/json; charset=utf-8')
    .send(body)
}

function rejectOtherMethods(app: FastifyInstance, context: Context) {
  const byPath = Map.groupBy(all, ({ path }) => path)
  for (const [url, endpoints] of byPath) {
    const known = new Set<string>(endpoints.map(({ method }) => method))
    if (known.has('GET')) known.add('HEAD')
    const headers = { allow: [...known].join(', ') }
    app.route({
      method: methods.filter((method) => !known.has(method)),
      url,
      onRequest: async (request, reply) => {
        await countUnmatchedRequest(context, request, reply)
        throw new HttpError('METHOD_NOT_ALLOWED', undefined, { headers })
      },
      handler: async () => undefined,
    })
  }
}
