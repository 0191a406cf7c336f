import { type IncomingMessage, type ServerResponse, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Another service on loopback, which answers as the test says. */
export interface OtherService {
  readonly url: string
  /** `GET /api/invoices?page=1`, oldest first. */
  readonly requests: readonly string[]
  /** The headers of each request, in the same order. */
  readonly headers: readonly IncomingMessage['headers'][]
  /** How the requests from now on are answered. */
  answer(answer: (request: IncomingMessage, response: ServerResponse) => void): void
  stop(): Promise<void>
}

export const otherToken = 'token-of-the-other-service-4711'
export const otherKey = 'key-of-the-other-service-0815'

/** Starts one on a free port. Until told otherwise it answers everything with an empty list. */
export async function startOtherService(): Promise<OtherService> {
  const requests: string[] = []
  const headers: IncomingMessage['headers'][] = []
  let current = sendJson({ data: [] })
  const server = createServer((request, response) => {
    requests.push(`${request.method} ${request.url}`)
    headers.push(request.headers)
    current(request, response)
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    headers,
    answer: (answer) => {
      current = answer
    },
    stop: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => {
        server.close(resolve)
      })
    },
  }
}

/** Answers with that value and those headers. */
export function sendJson(
  value: unknown,
  status = 200,
  headers: Readonly<Record<string, string>> = {},
): (request: IncomingMessage, response: ServerResponse) => void {
  return (request, response) => {
    request.resume()
    response.writeHead(status, { 'content-type': 'application/json', ...headers })
    response.end(JSON.stringify(value))
  }
}
