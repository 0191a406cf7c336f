import { once } from 'node:events'
import { type Server, createServer } from 'node:http'

import type { Logger } from 'pino'

import { makeHostGuard } from '#server/platform/http/host-guard.ts'

import type { Metrics } from './metrics.ts'

const requestAtMostMs = 5_000
const connectionsAtMost = 20

/** Serves `GET /metrics` on a port of its own, to which no proxy forwards. Rejects if the port is taken. */
export async function serveMetrics(
  metrics: Metrics,
  { host, port }: { readonly host: string; readonly port: number },
  log: Logger,
): Promise<Server> {
  const guardHost = makeHostGuard({ host, publicUrl: undefined })
  const server = createServer({ requestTimeout: requestAtMostMs }, (request, response) => {
    try {
      guardHost(request)
    } catch {
      return response.writeHead(421, { 'content-type': 'text/plain' }).end('Misdirected request\n')
    }
    const isScrape = request.method === 'GET' && request.url?.split('?', 1)[0] === '/metrics'
    if (!isScrape) return response.writeHead(404, { 'content-type': 'text/plain' }).end('Not found\n')
    return metrics.read().then(
      ({ contentType, text }) => response.writeHead(200, { 'content-type': contentType }).end(text),
      (error: unknown) => {
        log.error({ err: error }, 'metrics could not be read')
        response.writeHead(503).end()
      },
    )
  })
  server.maxConnections = connectionsAtMost
  server.listen(port, host)
  await once(server, 'listening')
  return server
}
