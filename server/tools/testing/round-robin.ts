import { once } from 'node:events'
import {
  type IncomingMessage,
  type Server,
  type ServerResponse,
  createServer,
  request as send,
} from 'node:http'
import type { AddressInfo } from 'node:net'

/** Something that serves requests, such as a process of the service. */
interface Backend {
  /** Its origin. */
  readonly url: string
}

/** The header by which a response says which backend it is from, by its index. */
export const servedBy = 'x-served-by'

/**
 * A proxy that gives each request to the next backend. One that takes no connections is passed over; a connection that
 * breaks once a request is on its way is broken towards the client too, because nobody knows what became of the request.
 */
export class RoundRobinProxy {
  readonly #backends: readonly Backend[]
  readonly #server: Server
  #next = 0

  private constructor(backends: readonly Backend[]) {
    this.#backends = backends
    this.#server = createServer((request, response) => {
      this.#next += 1
      this.#forward(request, response, this.#next, backends.length)
    })
  }

  /** Opens one on a free port of loopback. */
  static async open(backends: readonly Backend[]): Promise<RoundRobinProxy> {
    const proxy = new RoundRobinProxy(backends)
    proxy.#server.listen(0, '127.0.0.1')
    await once(proxy.#server, 'listening')
    return proxy
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections()
    this.#server.close()
  }

  #forward(request: IncomingMessage, response: ServerResponse, turn: number, tries: number) {
    const index = turn % this.#backends.length
    const { method, url, headers } = request
    let isConnected = false
    const forwarded = send(`${this.#backends[index]?.url}${url}`, {
      method,
      headers: { ...headers, connection: 'close' },
      agent: false,
    })
    forwarded.once('socket', (socket) =>
      socket.once('connect', () => {
        isConnected = true
        request.pipe(forwarded)
      }),
    )
    forwarded.once('response', (answer) => {
      response.writeHead(answer.statusCode ?? 0, { ...answer.headers, [servedBy]: String(index) })
      response.flushHeaders()
      answer.once('close', () => answer.complete || response.destroy())
      answer.pipe(response)
    })
    forwarded.once('error', () => {
      if (!isConnected && tries > 1) this.#forward(request, response, turn + 1, tries - 1)
      else response.destroy()
    })
    response.once('close', () => forwarded.destroy())
  }
}
