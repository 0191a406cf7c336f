import { randomBytes } from 'node:crypto'
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { type Server, createServer } from 'node:https'
import type { AddressInfo } from 'node:net'

import type { WebhookConfig } from '#contract/webhooks/config.ts'
import type { Context } from '#server/context.ts'
import { Tenant } from '#server/platform/access/tenant.ts'
import { now } from '#server/platform/lib/clock.ts'
import { sealSecret } from '#server/platform/lib/seal.ts'

import type { Certificate } from './certificate.ts'

/** A request that arrived. `at` is in milliseconds since the epoch. */
export interface Received {
  readonly at: number
  readonly path: string
  readonly method: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

type Answer = (response: ServerResponse, received: Received) => void

/** A real HTTPS receiver on loopback, for tests and benchmarks: records requests and answers as configured. */
export class Receiver {
  readonly received: Received[] = []
  answer: Answer = (response) => response.writeHead(204).end()
  readonly #server: Server

  constructor(certificate: Certificate) {
    this.#server = createServer(certificate, (request, response) => this.#take(request, response))
  }

  async listen(port = 0): Promise<this> {
    await new Promise<void>((resolve) => {
      this.#server.listen(port, '127.0.0.1', resolve)
    })
    return this
  }

  url(path = '/hook'): string {
    return `https://127.0.0.1:${(this.#server.address() as AddressInfo).port}${path}`
  }

  close(): Promise<void> {
    this.#server.closeAllConnections()
    return new Promise((resolve) => {
      this.#server.close(() => resolve())
    })
  }

  #take(request: IncomingMessage, response: ServerResponse) {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const { url = '', method = '', headers } = request
      const received = {
        at: performance.now(),
        path: url,
        method,
        headers,
        body: Buffer.concat(chunks).toString(),
      }
      this.received.push(received)
      this.answer(response, received)
    })
  }
}

/** Inserts a webhook like `POST /api/v1/webhooks` does; returns its id and secret. */
export async function addEndpoint(
  { store, sealKey }: Pick<Context, 'store' | 'sealKey'>,
  account: number,
  { url, events = ['contact.created'], config }: { url: string; events?: string[]; config?: WebhookConfig },
): Promise<{ id: number; secret: string }> {
  const secret = `whsec_${randomBytes(32).toString('base64')}`
  const id = await new Tenant(store.db, store.dialect, account, 'a test').insertOne('webhooks', {
    url,
    events: JSON.stringify(events),
    config: config ? JSON.stringify(config) : null,
    status: 'active',
    failing_since: null,
    last_delivery_at: null,
    disabled_at: null,
    secret_sealed: sealSecret(sealKey, secret),
    secret_fingerprint: '',
    previous_secret_sealed: null,
    previous_secret_until: null,
    created_at: now(),
    updated_at: now(),
  })
  return { id, secret }
}
