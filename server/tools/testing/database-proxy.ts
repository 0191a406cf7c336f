import { once } from 'node:events'
import { type AddressInfo, type Server, type Socket, connect, createServer } from 'node:net'

/** A connection of a client, and the one to the server that it is passed on to. */
type Pair = readonly [client: Socket, server: Socket]

/** A proxy in front of PostgreSQL that can simulate outages. */
export class DatabaseProxy {
  readonly #target: URL
  readonly #pairs = new Set<Pair>()
  #server: Server | undefined
  #port = 0
  #isFrozen = false
  #answered = 0
  #fatal: Buffer | undefined

  private constructor(target: URL) {
    this.#target = target
  }

  /** Opens a proxy to the server of that `postgres://` address. */
  static async open(target: string): Promise<DatabaseProxy> {
    const proxy = new DatabaseProxy(new URL(target))
    await proxy.#listen()
    return proxy
  }

  /** The same address, through the proxy. */
  through(address: string): string {
    const url = new URL(address)
    url.host = `127.0.0.1:${this.#port}`
    return url.href
  }

  /** Cuts every connection and refuses new ones, as if the server had been stopped. */
  async refuse(): Promise<void> {
    this.#cut()
    this.#server?.close()
    this.#server = undefined
  }

  /** Passes nothing on any more, in neither direction, as if the server had been suspended. */
  freeze(): void {
    this.#isFrozen = true
    for (const pair of this.#pairs) for (const socket of pair) socket.pause()
  }

  /** Cuts every connection and answers new ones with that error, as a server does while it starts. */
  answer(sqlState: string, text: string): void {
    const fields = `SFATAL\0VFATAL\0C${sqlState}\0M${text}\0\0`
    const head = Buffer.from('E\0\0\0\0')
    head.writeInt32BE(fields.length + 4, 1)
    this.#fatal = Buffer.concat([head, Buffer.from(fields)])
    this.#cut()
  }

  /** How often a connection was answered with an error. */
  get answered(): number {
    return this.#answered
  }

  /** The server is as before. */
  async restore(): Promise<void> {
    this.#isFrozen = false
    this.#fatal = undefined
    for (const pair of this.#pairs) for (const socket of pair) socket.resume()
    if (!this.#server) await this.#listen()
  }

  async close(): Promise<void> {
    await this.refuse()
  }

  async #listen() {
    const server = createServer((client) => this.#accept(client))
    server.listen(this.#port, '127.0.0.1')
    await once(server, 'listening')
    this.#port = (server.address() as AddressInfo).port
    this.#server = server
  }

  #accept(client: Socket) {
    const fatal = this.#fatal
    if (fatal) {
      client
        .on('error', () => undefined)
        .once('data', () => {
          this.#answered += 1
          client.end(fatal)
        })
      return
    }
    const server = connect({ host: this.#target.hostname, port: Number(this.#target.port || 5432) })
    const pair: Pair = [client, server]
    this.#pairs.add(pair)
    for (const [from, to] of [pair, pair.toReversed() as [Socket, Socket]]) {
      from.on('data', (bytes) => to.write(bytes))
      from.on('error', () => undefined)
      from.once('close', () => {
        this.#pairs.delete(pair)
        to.destroy()
      })
      if (this.#isFrozen) from.pause()
    }
  }

  #cut() {
    for (const pair of this.#pairs) for (const socket of pair) socket.destroy()
  }
}
