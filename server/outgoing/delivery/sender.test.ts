import type { ServerResponse } from 'node:http'
import { type Server, type Socket, createServer } from 'node:net'
import { getCACertificates, setDefaultCACertificates, createServer as createTlsServer } from 'node:tls'
import { gzipSync } from 'node:zlib'

import { Webhook as Verifier } from 'standardwebhooks'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { makeCertificate } from '#server/tools/testing/certificate.ts'
import { type Received, Receiver } from '#server/tools/testing/receiver.ts'

import { AddressGuard } from './address-guard.ts'
import { type Message, Sender } from './sender.ts'
import { signingKey } from './sign.ts'

const certificate = await makeCertificate()
const expired = await makeCertificate(['localhost'], new Date('2020-01-01T00:00:00Z'))
const stranger = await makeCertificate()
const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'

beforeAll(() => setDefaultCACertificates([...getCACertificates('default'), certificate.cert, expired.cert]))

let receiver: Receiver
let sender: Sender
beforeEach(async () => {
  receiver = await new Receiver(certificate).listen()
  sender = new Sender(new AddressGuard(['127.0.0.0/8']))
})
afterEach(async () => {
  await sender.close()
  await receiver.close()
})

const send = (more: Partial<Message> = {}) =>
  sender.attempt({
    eventId: 'evt_1',
    payload: '{"type":"a.b","timestamp":"2026-03-01T12:00:00.000000Z","data":{"name":"Zoë & Co"}}',
    isTest: false,
    url: receiver.url(),
    secretHeaders: [],
    method: 'POST',
    headers: {},
    format: 'json',
    keys: [signingKey(secret)],
    timeoutMs: 5000,
    ...more,
  })
const first = () => receiver.received[0] as Received
const failed = (error: unknown) => ({ kind: 'failed', error })

describe('the request', () => {
  test('has the method, path and query of the endpoint', async () => {
    await send({ method: 'PUT', url: receiver.url('/a/b%20c?x=1&y=%2F') })
    expect(first()).toMatchObject({ method: 'PUT', path: '/a/b%20c?x=1&y=%2F' })
  })

  test('has the endpoint’s headers, but they never replace its own', async () => {
    const { requestHeaders } = await send({
      headers: {
        Authorization: 'Bearer abc',
        'X-Tenant': '7',
        'Accept-Encoding': 'gzip',
        'User-Agent': 'mine',
      },
    })
    expect(first().headers).toMatchObject({
      authorization: 'Bearer abc',
      'x-tenant': '7',
      'user-agent': 'mine',
      'accept-encoding': 'identity',
      'webhook-id': 'evt_1',
    })
    const { connection: _hop, ...arrived } = first().headers
    expect(requestHeaders).toEqual(arrived)
  })

  test('has one field as a form, and the signature covers the encoded bytes', async () => {
    await send({ format: 'form' })
    const { body, headers } = first()
    expect(headers['content-type']).toBe('application/x-www-form-urlencoded')
    expect(JSON.parse(new URLSearchParams(body).get('payload') ?? '')).toMatchObject({
      data: { name: 'Zoë & Co' },
    })
    const verifier = new Verifier(secret)
    // The library reads what it verified as JSON, which a form is not: it comes as far as that.
    expect(() => verifier.verify(body, headers as Record<string, string>)).toThrow(/JSON/)
    expect(() => verifier.verify(`${body} `, headers as Record<string, string>)).toThrow(/signature/)
  })

  test('is marked when it is a test', async () => {
    await send({ isTest: true })
    await send()
    expect(receiver.received.map(({ headers }) => headers['webhook-test'])).toEqual(['true', undefined])
  })
})

describe('the response', () => {
  test('is stored as text, whatever it contains', async () => {
    const reply = '<script>alert(1)</script>\u001b[31mred\u0000 \u{1F642}'
    receiver.answer = (response) => response.writeHead(500, { 'x-why': 'because' }).end(reply)
    const { outcome, responseBody, responseHeaders } = await send()
    expect(outcome).toEqual({ kind: 'answered', status: 500, retryAfter: null })
    expect(responseBody).toBe(reply.replace('\u0000', '\uFFFD'))
    expect(responseHeaders).toMatchObject({ 'x-why': 'because' })
  })

  test('is never cut within a character', async () => {
    receiver.answer = (response) => response.end('a'.repeat(4095) + 'ü'.repeat(10))
    expect((await send()).responseBody).toBe('a'.repeat(4095))
  })

  test('is read up to 64 KiB, even if it never ends', async () => {
    let written = 0
    receiver.answer = (response) => {
      const chunk = Buffer.alloc(16 * 1024, 'x')
      const pour = () => {
        while (!response.destroyed) {
          written += chunk.length
          if (!response.write(chunk)) return void response.once('drain', pour)
        }
      }
      pour()
    }
    const { outcome, responseBody } = await send()
    expect(outcome).toMatchObject({ kind: 'answered', status: 200 })
    expect(responseBody).toHaveLength(4096)
    // What the sockets between them buffer comes on top.
    expect(written).toBeLessThan(16 * 1024 * 1024)
  })

  test('isn’t decompressed', async () => {
    const bomb = gzipSync(Buffer.alloc(20 * 1024 * 1024))
    receiver.answer = (response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb)
    const { responseBody } = await send()
    expect(responseBody?.length).toBeLessThanOrEqual(4096)
    expect(responseBody?.charCodeAt(0)).toBe(0x1f)
  })

  test.each([301, 302, 303, 307, 308])('%i isn’t followed', async (status) => {
    receiver.answer = (response) => response.writeHead(status, { location: receiver.url('/elsewhere') }).end()
    expect((await send()).outcome).toMatchObject({ kind: 'answered', status })
    expect(receiver.received).toHaveLength(1)
  })

  test('passes Retry-After on', async () => {
    receiver.answer = (response) => response.writeHead(429, { 'retry-after': '17' }).end()
    expect((await send()).outcome).toMatchObject({ retryAfter: '17' })
  })

  test('is a failure if its headers are too large', async () => {
    receiver.answer = (response) => response.writeHead(200, { 'x-large': 'a'.repeat(40_000) }).end()
    expect((await send()).outcome).toEqual(failed('response headers too large'))
  })
})

describe('the deadline covers the whole attempt', () => {
  const drip = (response: ServerResponse) => {
    const timer = setInterval(() => response.write('.'), 50)
    response.on('close', () => clearInterval(timer))
  }
  test.each<[string, (response: ServerResponse) => void]>([
    ['silence', () => undefined],
    ['headers and then silence', (response) => response.writeHead(200).flushHeaders()],
    ['a body that drips for ever', drip],
  ])('%s', async (_name, answer) => {
    receiver.answer = answer
    expect((await send({ timeoutMs: 1000 })).outcome).toEqual(failed('timed out after 1 s'))
  })
})

describe('a failed connection is explained in words for', () => {
  const servers: { close(): unknown }[] = []
  afterAll(() => servers.forEach((server) => server.close()))
  const listen = async (server: Server) => {
    servers.push(server)
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve)
    })
    return `https://127.0.0.1:${(server.address() as { port: number }).port}/`
  }
  const ofCertificate = async (other: typeof certificate) => {
    const strange = await new Receiver(other).listen()
    const { outcome } = await send({ url: strange.url() })
    expect(strange.received).toEqual([])
    await strange.close()
    return outcome
  }

  test('a certificate from an unknown authority', async () => {
    expect(await ofCertificate(stranger)).toEqual(failed('invalid certificate (DEPTH_ZERO_SELF_SIGNED_CERT)'))
  })
  test('an expired certificate', async () => {
    expect(await ofCertificate(expired)).toEqual(failed('invalid certificate (CERT_HAS_EXPIRED)'))
  })
  test('a certificate for another name', async () => {
    const { outcome } = await send({ url: receiver.url().replace('127.0.0.1', 'other.localhost') })
    expect(outcome).toEqual(failed('invalid certificate (ERR_TLS_CERT_ALTNAME_INVALID)'))
    expect(receiver.received).toEqual([])
  })
  test('a closed port', async () => {
    const closed = await new Receiver(certificate).listen()
    const url = closed.url()
    await closed.close()
    expect((await send({ url })).outcome).toEqual(failed('connection refused'))
  })
  test('a server without TLS', async () => {
    const url = await listen(createServer((socket: Socket) => socket.end('HTTP/1.1 400 no\r\n\r\n')))
    expect((await send({ url })).outcome).toEqual(failed(expect.stringContaining('TLS handshake failed')))
  })
  test('a server that doesn’t speak HTTP', async () => {
    const url = await listen(createTlsServer(certificate, (socket) => socket.end('220 smtp ready\r\n')))
    expect((await send({ url })).outcome).toEqual(failed(expect.stringContaining('invalid HTTP response')))
  })
  test('a dropped connection', async () => {
    receiver.answer = (response) => void response.socket?.destroy()
    expect((await send()).outcome).toEqual(failed('connection reset'))
  })
})
