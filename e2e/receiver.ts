import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import type { IncomingHttpHeaders } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { makeCertificate } from '../server/tools/testing/certificate.ts'

/** A request as the receiver got it. */
export interface Received {
  readonly method: string
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

/** A real HTTPS receiver on loopback. */
export interface Receiver {
  readonly url: string
  /** `127.0.0.1:port` */
  readonly host: string
  /** The file with its certificate, for NODE_EXTRA_CA_CERTS. */
  readonly certificate: string
  /** What arrived under an address of this receiver, oldest first. */
  readonly receivedAt: (url: string) => readonly Received[]
  /** The status it answers with from now on. */
  answerWith: (status: number) => void
  readonly stop: () => Promise<void>
}

/** Starts one with a self-signed certificate of its own. */
export async function startReceiver(): Promise<Receiver> {
  const folder = mkdtempSync(join(tmpdir(), 'bureau-receiver-'))
  const { cert, key } = await makeCertificate()
  const certificate = join(folder, 'certificate.pem')
  writeFileSync(certificate, cert)

  let status = 200
  const received: Received[] = []
  const server = createServer({ cert, key }, (request, response) => {
    let body = ''
    request.setEncoding('utf8').on('data', (text: string) => {
      body += text
    })
    request.on('end', () => {
      const { method = '', url: path = '', headers } = request
      received.push({ method, path, headers, body })
      response
        .writeHead(status, { 'content-type': 'application/json' })
        .end(JSON.stringify({ seen: received.length }))
    })
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url: `https://${host}/bureau`,
    host,
    certificate,
    receivedAt: (url) => received.filter(({ path }) => path === new URL(url).pathname),
    answerWith: (next) => {
      status = next
    },
    stop: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => {
        server.close(resolve)
      })
      rmSync(folder, { recursive: true })
    },
  }
}
