import { once } from 'node:events'
import { type Socket, connect } from 'node:net'

/** Requests to send, and for how long. */
export interface Load {
  /** Origin, such as `http://127.0.0.1:3000`. */
  readonly origin: string
  /** The path of the nth request. */
  readonly path: (n: number) => string
  readonly headers?: Readonly<Record<string, string>>
  /** Connections, each with one request at a time. */
  readonly connections: number
  readonly seconds: number
}

/**
 * Returns how many requests a second an HTTP/1.1 server answers on keep-alive connections. It writes bytes to sockets
 * and counts those that come back, which costs a fraction of what any HTTP client does: the server stays the limit.
 * Throws when an answer is anything but a 200 with a length.
 */
export async function requestsPerSecond(load: Load): Promise<number> {
  const { hostname, port } = new URL(load.origin)
  const sockets = await Promise.all(
    Array.from({ length: load.connections }, async () => {
      const socket = connect({ host: hostname, port: Number(port), noDelay: true })
      await once(socket, 'connect')
      return socket
    }),
  )
  const head = Object.entries({ host: `${hostname}:${port}`, ...load.headers })
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')
  const beganMs = performance.now()
  const endMs = beganMs + load.seconds * 1000
  let sent = 0
  const next = () =>
    performance.now() < endMs ? `GET ${load.path(sent++)} HTTP/1.1\r\n${head}\r\n` : undefined
  try {
    await Promise.all(sockets.map((socket) => keepAsking(socket, next)))
    return (sent / (performance.now() - beganMs)) * 1000
  } finally {
    for (const socket of sockets) socket.destroy()
  }
}

/** Sends one request after another until `next` has none, each once the answer to the one before is complete. */
function keepAsking(socket: Socket, next: () => string | undefined): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  let unread: Buffer = Buffer.alloc(0)
  let missing = 0
  const ask = () => {
    const request = next()
    if (request === undefined) resolve()
    else socket.write(request)
  }
  socket.on('data', (chunk: Buffer) => {
    if (missing === 0) {
      unread = unread.length === 0 ? chunk : Buffer.concat([unread, chunk])
      const headEnd = unread.indexOf('\r\n\r\n')
      if (headEnd === -1) return
      const head = unread.toString('latin1', 0, headEnd)
      const [, length] = /^content-length: (\d+)/im.exec(head) ?? []
      if (!head.startsWith('HTTP/1.1 200 ') || length === undefined)
        return reject(new Error(`The answer cannot be measured: ${head}`))
      missing = headEnd + 4 + Number(length) - unread.length
      unread = Buffer.alloc(0)
    } else {
      missing -= chunk.length
    }
    if (missing === 0) ask()
  })
  socket.on('error', reject)
  socket.on('close', () => reject(new Error('The server closed a connection under load')))
  ask()
  return promise
}
