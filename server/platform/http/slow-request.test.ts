import { connect } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'

import { describe, expect, test } from 'vitest'

import { largestRequestBytes } from '#contract/customers/customers.ts'
import { startWithAccount } from '#server/tools/testing/office.ts'

const { service, account } = await startWithAccount()
const port = Number(new URL(await service.listen()).port)

describe.concurrent('a slow request is ended within 20 s', () => {
  test('if its headers trickle in', async () => {
    const { answer, seconds } = await converse(async (send) => {
      send('GET /api/customers HTTP/1.1\r\nhost: localhost\r\n')
      for (let i = 0; i < 40; i += 1) {
        await wait(500)
        send(`x-${i}: 1\r\n`)
      }
    })
    expect(answer).toMatch(/^HTTP\/1\.1 408 /)
    expect(JSON.parse(bodyOf(answer))).toMatchObject({ error: { code: 'TIMEOUT' } })
    expect(seconds).toBeLessThan(20)
  }, 300_000)

  test('if its body trickles in', async () => {
    const { answer, seconds } = await converse(async (send) => {
      send(`DELETE /api/customers HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${account.key}\r\n`)
      send('content-type: application/json\r\ncontent-length: 1000\r\n\r\n')
      for (let i = 0; i < 40; i += 1) {
        await wait(500)
        send(' ')
      }
    })
    expect(answer).toMatch(/^HTTP\/1\.1 408 /)
    expect(seconds).toBeLessThan(20)
  }, 300_000)

  test.each([
    ['without a credential', ''],
    ['that is refused as too large', 'authorization: Bearer KEY\r\n'],
  ])(
    'if its body never ends, %s',
    async (_title, credential) => {
      const part = Buffer.alloc(1024 * 1024)
      let sent = 0
      const { answer, seconds } = await converse(async (send, isOpen) => {
        send(`POST /api/customers HTTP/1.1\r\nhost: localhost\r\n${credential.replace('KEY', account.key)}`)
        send('content-type: multipart/form-data; boundary=b\r\ntransfer-encoding: chunked\r\n\r\n')
        const head =
          '--b\r\nContent-Disposition: form-data; name="profile_photo_path"; filename="a.png"\r\n\r\n'
        send(`${head.length.toString(16)}\r\n${head}\r\n`)
        while (isOpen()) {
          await wait(25)
          send(`${part.length.toString(16)}\r\n`)
          send(part)
          send('\r\n')
          sent += part.length
        }
      })
      expect(answer).toMatch(credential === '' ? /^HTTP\/1\.1 401 / : /^HTTP\/1\.1 422 /)
      expect(sent).toBeGreaterThan(largestRequestBytes)
      expect(seconds).toBeLessThan(20)
    },
    40_000,
  )

  test('but not if it makes steady progress', async () => {
    const body = JSON.stringify({ customers: [999_999] }).padEnd(25_000)
    const { answer } = await converse(async (send) => {
      send(
        `DELETE /api/customers HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${account.key}\r\nconnection: close\r\n`,
      )
      send(`content-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n`)
      for (let index = 0; index < body.length; index += 1000) {
        await wait(900)
        send(body.slice(index, index + 1000))
      }
    })
    expect(answer).toMatch(/^HTTP\/1\.1 404 /)
  }, 300_000)
})

describe('an invalid request gets an error in its surface’s format', () => {
  test.each([
    ['/api/customers', { error: { code: 'HEADERS_TOO_LARGE' } }],
    ['/api/v1/webhooks', { message: 'The headers of the request are too large' }],
  ])('oversized headers to %s', async (path, expected) => {
    const { answer } = await converse(async (send) => {
      send(`GET ${path} HTTP/1.1\r\nhost: localhost\r\nx: ${'y'.repeat(40_000)}\r\n\r\n`)
    })
    expect(answer).toMatch(/^HTTP\/1\.1 431 /)
    expect(JSON.parse(bodyOf(answer))).toMatchObject(expected)
  })

  test.each([
    'rubbish\r\n\r\n',
    '\u0000\u0001\u0002\r\n\r\n',
    'GET / HTTP/9.9\r\n\r\n',
    'GET /api HTTP/1.1\r\nbad header\r\n\r\n',
  ])('the bytes %j', async (bytes) => {
    const { answer } = await converse(async (send) => send(bytes))
    expect(answer).toMatch(/^HTTP\/1\.1 400 /)
    expect(JSON.parse(bodyOf(answer))).toMatchObject({ error: { code: 'MALFORMED' } })
  })

  test.each([
    ['a tunnel', 'CONNECT example.com:443 HTTP/1.1\r\nhost: localhost\r\n', 'MALFORMED'],
    ['no Host', 'GET /api/customers HTTP/1.1\r\n', 'MALFORMED'],
    [
      'an unknown expectation',
      'GET /api/x/session HTTP/1.1\r\nhost: localhost\r\nexpect: tea\r\n',
      'UNAUTHENTICATED',
    ],
  ])('a request with %s', async (_, head, code) => {
    const { answer } = await converse(async (send) => send(`${head}connection: close\r\n\r\n`))
    expect(answer).toMatch(/\r\ncontent-type: application\/json/i)
    expect(JSON.parse(bodyOf(answer))).toMatchObject({ error: { code } })
  })
})

test('an absolute URL, as proxies send it, means its path', async () => {
  const { answer } = await converse(async (send) =>
    send('GET http://elsewhere.example/api/v1/nope HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n'),
  )
  expect(answer).toMatch(/^HTTP\/1\.1 404 /)
  expect(JSON.parse(bodyOf(answer))).toEqual({ message: 'Not found' })
})

const bodyOf = (answer: string) => answer.slice(answer.indexOf('\r\n\r\n') + 4)

/** Sends raw bytes to the service until it closes the connection, and returns its response. */
async function converse(
  speak: (send: (bytes: string | Buffer) => void, isOpen: () => boolean) => Promise<void>,
) {
  const started = performance.now()
  const socket = connect(port, '127.0.0.1')
  let answer = ''
  socket.setEncoding('utf8').on('data', (text: string) => {
    answer += text
  })
  const closed = new Promise<void>((done) => {
    socket.once('close', () => done())
  })
  socket.on('error', () => undefined)
  await Promise.race([
    speak(
      (bytes) => {
        if (socket.writable) socket.write(bytes)
      },
      () => socket.writable,
    ).then(() => closed),
    closed,
  ])
  return { answer, seconds: (performance.now() - started) / 1000 }
}
