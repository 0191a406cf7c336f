import { once } from 'node:events'
import { type IncomingMessage, type ServerResponse, request as openRequest } from 'node:http'
import { gzipSync } from 'node:zlib'

import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'

import type { Session } from '#contract/access/session.ts'
import type { AuditEntry } from '#contract/account/audit.ts'
import { all } from '#contract/all.ts'
import { isOwn } from '#server/platform/access/offered.ts'
import { systemActor } from '#server/platform/access/origin.ts'
import {
  type OtherService,
  otherKey,
  otherToken,
  sendJson,
  startOtherService,
} from '#server/tools/testing/other-service.ts'
import { startService } from '#server/tools/testing/service.ts'

import { connectAccount } from './environments.ts'
import { isAudited } from './write-audit.ts'

const service = await startService({ SERVICE_ALLOW_NETWORKS: '127.0.0.0/8' })
const origin = await service.listen()
afterAll(async () => {
  // A connection that is kept for the next request would keep the service waiting.
  service.app.server.closeAllConnections()
  await service.close()
})

let other: OtherService
let owner: { cookie: string; 'sec-fetch-site': string }
let account: number
let count = 0

/** A new account on a new service for each test. */
beforeEach(async () => {
  other = await startOtherService()
  ;({ account, owner } = await connected(other.url))
})
afterEach(() => other.stop())

async function connected(baseUrl: string) {
  count += 1
  const { id } = await service.account(`Connected ${count}`)
  await connectTo(id, baseUrl)
  return { account: id, owner: await service.session(id, 'owner') }
}

async function connectTo(id: number, baseUrl: string) {
  const { store, sealKey } = service.context
  const settings = { environment: 'production', source: 'command', token: otherToken, key: otherKey } as const
  await connectAccount(store, sealKey, id, { ...settings, baseUrl }, systemActor)
}

const send = (path: string, init: RequestInit = {}, as: Record<string, string> = owner) =>
  fetch(origin + path, { ...init, headers: { ...as, ...(init.headers as Record<string, string>) } })
const sendBody = (method: string, path: string, body: unknown, as?: Record<string, string>) =>
  send(path, { method, body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }, as)
const codeOf = async (response: Response) =>
  ((await response.json()) as { error: { code: string; message: string } }).error

describe('what reaches the other service', () => {
  test('is the path, the query and the credential of the surface, and no header of the browser', async () => {
    const headers = { 'idempotency-key': 'k', 'x-account-id': String(account), 'x-secret': 's' }
    await send('/api/invoices?page=2&limit=100', { headers })
    await send('/api/v1/contacts?per_page=5', { headers })
    expect(other.requests).toEqual(['GET /api/invoices?page=2&limit=100', 'GET /api/v1/contacts?per_page=5'])
    expect(other.headers.map(({ authorization }) => authorization)).toEqual([
      `Bearer ${otherKey}`,
      `Bearer ${otherToken}`,
    ])
    for (const sent of other.headers)
      expect(Object.keys(sent).toSorted()).toEqual(
        expect.not.arrayContaining([
          'cookie',
          'origin',
          'sec-fetch-site',
          'idempotency-key',
          'x-account-id',
          'x-secret',
        ]),
      )
  })

  test('is below the path of the base URL, and an id that is none doesn’t leave us', async () => {
    await connectTo(account, `${other.url}/backoffice`)
    await send('/api/customers/7')
    expect(other.requests).toEqual(['GET /backoffice/api/customers/7'])
    expect((await send('/api/customers/..%2F..%2Fadmin')).status).toBe(404)
    expect(other.requests).toHaveLength(1)
  })

  test('is JSON as it was sent, whatever our own service would say of it', async () => {
    const bodies: string[] = []
    other.answer((request, response) => {
      request.setEncoding('utf8')
      request.on('data', (chunk: string) => bodies.push(chunk))
      request.on('end', () => sendJson({ data: {} }, 201)(request, response))
    })
    const body = { url: 'ftp://odd', events: ['Odd Event'], extra: { a: [1] } }
    expect((await sendBody('POST', '/api/v1/webhooks', body)).status).toBe(201)
    expect(JSON.parse(bodies.join(''))).toEqual(body)
  })

  test('comes from people whose role allows it only', async () => {
    const viewer = await service.session(account, 'viewer')
    expect((await sendBody('DELETE', '/api/customers', { customers: [1] }, viewer)).status).toBe(403)
    expect((await send('/api/v1/webhooks', {}, viewer)).status).toBe(403)
    const foreign = { ...owner, 'sec-fetch-site': 'cross-site' }
    expect((await sendBody('DELETE', '/api/customers', { customers: [1] }, foreign)).status).toBe(403)
    expect((await send('/api/customers', {}, { cookie: 'none' })).status).toBe(401)
    expect(other.requests).toEqual([])
    expect((await send('/api/customers', {}, viewer)).status).toBe(200)
  })

  test('never comes from an integration: the credentials it needs are those of the other service', async () => {
    const { key, token } = await service.account(`Connected ${count}`)
    expect((await send('/api/customers', {}, { authorization: `Bearer ${key}` })).status).toBe(404)
    expect((await send('/api/v1/contacts', {}, { authorization: `Bearer ${token}` })).status).toBe(404)
    expect(other.requests).toEqual([])
  })

  test('is an upload as it comes in: its first bytes arrive before its last ones are sent', async () => {
    const arrived = Promise.withResolvers<string>()
    const complete = Promise.withResolvers<string>()
    other.answer((request, response) => {
      let text = ''
      request.setEncoding('utf8')
      request.on('data', (chunk: string) => {
        text += chunk
        if (text.includes('first')) arrived.resolve(String(request.headers['content-type']))
      })
      request.on('end', () => {
        complete.resolve(text)
        sendJson({ data: {} }, 201)(request, response)
      })
    })
    const upload = openRequest(`${origin}/api/customers`, {
      method: 'POST',
      headers: { ...owner, 'content-type': 'multipart/form-data; boundary=x', 'content-length': 12 },
    })
    upload.write('--x first')
    expect(await arrived.promise).toBe('multipart/form-data; boundary=x')
    upload.end('end')
    expect(await complete.promise).toBe('--x firstend')
    const [response] = (await once(upload, 'response')) as [IncomingMessage]
    expect(response.statusCode).toBe(201)
    response.resume()
  })

  test('that is refused before it has arrived is answered nevertheless, and ours goes on', async () => {
    other.answer(sendJson({ error: { message: 'Too large.', code: 'E413' } }, 413, { connection: 'close' }))
    const upload = openRequest(`${origin}/api/customers`, {
      method: 'POST',
      headers: { ...owner, 'content-type': 'multipart/form-data; boundary=x' },
    })
    upload.on('error', () => undefined)
    upload.write('--x')
    const [response] = (await once(upload, 'response')) as [IncomingMessage]
    expect(response.statusCode).toBe(413)
    response.resume()
    upload.end('the rest')
    other.answer(sendJson({ data: [] }))
    expect((await send('/api/customers')).status).toBe(200)
  })

  test('ends when the browser gives up its upload', async () => {
    const begun = Promise.withResolvers<IncomingMessage>()
    other.answer((request) => {
      request.resume()
      begun.resolve(request)
    })
    const upload = openRequest(`${origin}/api/customers`, {
      method: 'POST',
      headers: { ...owner, 'content-type': 'multipart/form-data; boundary=x', 'content-length': 12 },
    })
    upload.on('error', () => undefined)
    upload.write('--x')
    const request = await begun.promise
    const closed = new Promise((resolve) => {
      request.on('error', () => undefined).once('close', resolve)
    })
    upload.destroy()
    await closed
    expect(request.complete).toBe(false)
  })
})

describe('what comes back', () => {
  test('is status and body, with no header but those we know', async () => {
    const headers = {
      'set-cookie': 'a=b',
      location: 'https://elsewhere.example/',
      'content-security-policy': 'none',
      'strict-transport-security': 'max-age=1',
      'access-control-allow-origin': '*',
      server: 'odd',
      'x-ratelimit-limit': '60',
      'x-ratelimit-remaining': '12',
    }
    other.answer(sendJson({ data: [{ id: 1, odd: null }] }, 200, headers))
    const response = await send('/api/v1/contacts')
    expect(await response.json()).toEqual({ data: [{ id: 1, odd: null }] })
    expect(response.headers.get('x-ratelimit-limit')).toBe('60')
    expect(response.headers.get('x-ratelimit-remaining')).toBe('12')
    expect(response.headers.get('cache-control')).toBe('no-store')
    for (const name of Object.keys(headers).slice(0, 6)) {
      expect(response.headers.get(name), name).not.toBe(headers[name as keyof typeof headers])
    }
  })

  test('is a list as it comes: the first rows arrive before the last ones are sent', async () => {
    const held = Promise.withResolvers<ServerResponse>()
    other.answer((_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' })
      response.write('{"data":[1')
      held.resolve(response)
    })
    const response = await send('/api/customers', { headers: { 'accept-encoding': 'identity' } })
    const reader = (response.body as ReadableStream<Uint8Array>).getReader()
    const first = await reader.read()
    expect(Buffer.from(first.value ?? []).toString()).toBe('{"data":[1')
    ;(await held.promise).end(',2]}')
    const second = await reader.read()
    expect(Buffer.from(second.value ?? []).toString()).toBe(',2]}')
  })

  test('is cut where the other service breaks off, so that nobody takes half a list for the whole', async () => {
    other.answer((request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' })
      response.write('{"data":[1', () => request.socket.destroy())
    })
    const response = await send('/api/customers', { headers: { 'accept-encoding': 'identity' } })
    await expect(response.text()).rejects.toThrow('terminated')
  })

  test('is a refusal in the words of the other service, and in ours where it has none', async () => {
    other.answer(sendJson({ message: 'No.', errors: { url: ['No.'] } }, 422))
    const refused = await sendBody('POST', '/api/v1/webhooks', {})
    expect([refused.status, await refused.json()]).toEqual([
      422,
      { message: 'No.', errors: { url: ['No.'] } },
    ])
    other.answer((request, response) => {
      request.resume()
      response.writeHead(404, { 'content-type': 'text/html' }).end('<h1>gone</h1>')
    })
    const absent = await send('/api/customers/9')
    expect(absent.status).toBe(404)
    expect(await codeOf(absent)).toMatchObject({ code: 'NOT_FOUND' })
  })

  test('is success where a write succeeded, whatever its body is', async () => {
    other.answer((request, response) => {
      request.resume()
      response.writeHead(200, { 'content-type': 'text/plain' }).end('deleted')
    })
    expect((await sendBody('DELETE', '/api/customers', { customers: [1] })).status).toBe(204)
  })

  test('is a limit with the seconds to wait', async () => {
    const headers = { 'retry-after': '17', 'x-ratelimit-limit': '60', 'x-ratelimit-remaining': '0' }
    other.answer(sendJson({ message: 'Slow down.' }, 429, headers))
    const response = await send('/api/v1/contacts')
    expect([response.status, response.headers.get('retry-after')]).toEqual([429, '17'])
    expect(response.headers.get('x-ratelimit-remaining')).toBe('0')
  })
})

describe('a fault of the other service says so', () => {
  const host = () => new URL(other.url).host

  test('a rejected credential is 502, so that nobody is asked to sign in', async () => {
    other.answer(sendJson({ message: 'Who are you?' }, 401, { 'www-authenticate': 'Basic' }))
    const response = await send('/api/customers')
    expect([response.status, response.headers.get('www-authenticate')]).toEqual([502, null])
    expect(await codeOf(response)).toEqual({
      code: 'UPSTREAM_CREDENTIAL',
      message: `${host()} rejected the API key of this account. Ask an owner to enter a new one under Settings → Connection`,
    })
    const v1 = await send('/api/v1/contacts')
    expect(await v1.json()).toEqual({
      message: expect.stringContaining(`${host()} rejected the access token`) as string,
    })
  })

  test.each([
    [500, sendJson({ error: { message: 'at line 7 of secret.php', code: 'X' } }, 500), 'UPSTREAM_FAILED'],
    [503, sendJson({}, 503, { 'retry-after': '30' }), 'UPSTREAM_FAILED'],
    [302, sendJson({}, 302, { location: 'http://127.0.0.1/' }), 'UPSTREAM_UNEXPECTED'],
    [200, (_: IncomingMessage, to: ServerResponse) => void to.end('<html>'), 'UPSTREAM_UNEXPECTED'],
    [0, (from: IncomingMessage) => void from.socket.destroy(), 'UPSTREAM_UNREACHABLE'],
  ])('%i', async (_status, answer, code) => {
    other.answer(answer)
    const response = await send('/api/customers')
    expect(response.status).toBe(502)
    const error = await codeOf(response)
    expect(error.code).toBe(code)
    expect(error.message).toContain(host())
    expect(error.message).not.toContain('secret')
    expect(other.requests).toHaveLength(1)
  })

  test('one that can’t be reached', async () => {
    await other.stop()
    const response = await send('/api/customers')
    expect([response.status, (await codeOf(response)).code]).toEqual([502, 'UPSTREAM_UNREACHABLE'])
    other = await startOtherService()
  })

  test('a record or a list of known size that can’t be read is 502, however it is damaged', async () => {
    const plain = JSON.stringify({ data: { id: 7, name: 'Zoë' } })
    const head = { 'content-type': 'application/json' }
    const damaged: Readonly<Record<string, Parameters<OtherService['answer']>[0]>> = {
      cut: (_, to) =>
        void to.writeHead(200, { ...head, 'content-length': 900 }).write(plain, () => void to.destroy()),
      'cut in chunks': (_, to) => void to.writeHead(200, head).write(plain, () => void to.destroy()),
      'not compressed': (_, to) => void to.writeHead(200, { ...head, 'content-encoding': 'gzip' }).end(plain),
      'compressed in part': (_, to) =>
        void to.writeHead(200, { ...head, 'content-encoding': 'gzip' }).end(gzipSync(plain).subarray(0, 30)),
      malformed: (_, to) => void to.writeHead(200, head).end('{"data":{"id":7,'),
      empty: (_, to) => void to.writeHead(200, head).end(),
    }
    for (const [title, answer] of Object.entries(damaged)) {
      other.answer(answer)
      for (const path of ['/api/customers/7', ...(title === 'cut' ? ['/api/customers'] : [])]) {
        const response = await send(path)
        expect([title, response.status, (await codeOf(response)).code]).toEqual([
          title,
          502,
          title.startsWith('cut') ? 'UPSTREAM_UNREACHABLE' : 'UPSTREAM_UNEXPECTED',
        ])
      }
    }
    const packed = gzipSync(plain)
    other.answer((_, to) => void to.writeHead(200, { ...head, 'content-encoding': 'gzip' }).end(packed))
    expect(await (await send('/api/customers/7')).text()).toBe(plain)
  })

  test('silence ends as 504, before an answer and within it', async () => {
    const usual = service.context.forwarder.silence
    service.context.forwarder.silence = { read: 50, write: 50 }
    try {
      other.answer((request) => void request.resume())
      const read = await send('/api/customers')
      expect([read.status, (await codeOf(read)).code]).toEqual([504, 'UPSTREAM_SILENT'])
      expect((await sendBody('DELETE', '/api/customers', { customers: [1] })).status).toBe(504)
      other.answer((_request, response) => {
        response.writeHead(200, { 'content-type': 'application/json' }).write('{"data"')
      })
      const begun = await send('/api/custom-fields', { headers: { 'accept-encoding': 'identity' } })
      await expect(begun.text()).rejects.toThrow('terminated')
    } finally {
      service.context.forwarder.silence = usual
    }
  })

  test('is remembered with the connection, and so is that it works again', async () => {
    const noted = () =>
      service.context.store.db
        .selectFrom('connections')
        .select(['last_ok_at', 'last_error'])
        .where('account_id', '=', account)
        .executeTakeFirstOrThrow()
    other.answer(sendJson({}, 500))
    await send('/api/customers')
    await expect.poll(noted).toEqual({ last_ok_at: null, last_error: 'responded with 500' })
    other.answer(sendJson({ data: [] }))
    await send('/api/customers')
    await expect.poll(async () => (await noted()).last_ok_at).not.toBeNull()
  })
})

test('an address that isn’t public is never asked, whether literal or by name', async () => {
  const strict = await startService()
  try {
    const { id } = await strict.account('Ours')
    const headers = await strict.session(id, 'owner')
    const at = await strict.listen()
    for (const host of ['127.0.0.1', 'localhost']) {
      const baseUrl = other.url.replace('127.0.0.1', host)
      const settings = {
        environment: 'production',
        source: 'command',
        token: otherToken,
        key: otherKey,
      } as const
      await connectAccount(
        strict.context.store,
        strict.context.sealKey,
        id,
        { ...settings, baseUrl },
        systemActor,
      )
      expect((await fetch(`${at}/api/customers`, { headers })).status).toBe(502)
    }
    expect(other.requests).toEqual([])
  } finally {
    await strict.close()
  }
})

describe('what is written is in the audit log', () => {
  const entries = async () => {
    const { data } = (await (await send('/api/x/audit-log')).json()) as { data: AuditEntry[] }
    return data.map(({ action, target, changes, actor, request_id }) => ({
      said: [action, target?.kind, target?.id, target?.name],
      changes,
      by: actor.kind,
      request_id,
    }))
  }
  /** Without the first: the account was connected. */
  const said = async () => (await entries()).slice(0, -1).map((entry) => entry.said)

  test('by its kind, id and name, with the person and the request, and without bodies and secrets', async () => {
    const customer = { id: 7003, name: 'Nuno', last_name: 'Reis', email: 'nuno@client.example' }
    other.answer(sendJson({ data: customer }, 201))
    const form = new FormData()
    form.set('name', 'Nuno')
    expect((await send('/api/customers', { method: 'POST', body: form })).status).toBe(201)
    const webhook = {
      url: 'https://hooks.example.com/in?key=sesame',
      events: ['a'],
      config: { headers: { a: 'b' } },
    }
    other.answer(sendJson({ data: { id: 61, ...webhook }, secret: 'secret-of-61' }, 201))
    const created = await sendBody('POST', '/api/v1/webhooks', webhook)
    expect(await created.json()).toMatchObject({ secret: 'secret-of-61' })
    other.answer(sendJson({ id: 61, ...webhook }))
    await sendBody('PUT', '/api/v1/webhooks/61', { status: 'paused' })
    await sendBody('PUT', '/api/v1/webhooks/61', { events: ['b'], status: 'active' })
    other.answer(sendJson({ deleted: 1 }))
    await sendBody('DELETE', '/api/customers', { customers: [7003, 7006] })
    other.answer((request, response) => {
      request.resume()
      response.writeHead(204).end()
    })
    await send('/api/v1/webhooks/61', { method: 'DELETE' })
    const url = 'https://hooks.example.com/in?…'
    expect((await said()).toReversed()).toEqual([
      ['customer.created', 'customer', 7003, 'Nuno Reis'],
      ['webhook.created', 'webhook', 61, url],
      ['webhook.paused', 'webhook', 61, url],
      ['webhook.changed', 'webhook', 61, url],
      ['webhook.resumed', 'webhook', 61, url],
      ['customer.deleted', 'customer', 7003, 'ID 7003'],
      ['customer.deleted', 'customer', 7006, 'ID 7006'],
      ['webhook.deleted', 'webhook', 61, 'ID 61'],
    ])
    const all = await entries()
    for (const { by, changes, request_id } of all.slice(0, -2))
      expect([by, changes, request_id]).toEqual(['staff', null, expect.any(String)])
    expect(JSON.stringify(all)).not.toMatch(/sesame|secret-of-61|nuno@|"b"/)
  })

  test('of many customers only with their number', async () => {
    other.answer(sendJson({}, 200))
    const customers = Array.from({ length: 101 }, (_, index) => index + 1)
    await sendBody('DELETE', '/api/customers', { customers })
    const [entry] = await entries()
    expect(entry).toMatchObject({ changes: { count: { from: 101, to: null } } })
    expect(entry?.said[0]).toBe('customers.deleted')
  })

  test('not where the other service refuses it or says that it failed', async () => {
    for (const status of [400, 401, 403, 404, 409, 422, 429, 500, 503, 302]) {
      other.answer(sendJson({ message: 'No.' }, status))
      await sendBody('DELETE', '/api/customers', { customers: [1] })
    }
    expect(await said()).toEqual([])
  })

  test('as an attempt of unknown outcome where the answer was lost on the way', async () => {
    const url = 'https://hooks.example.com/in?key=sesame'
    other.answer((request) => void request.socket.destroy())
    const form = new FormData()
    form.set('name', 'Nuno')
    expect((await send('/api/customers', { method: 'POST', body: form })).status).toBe(502)
    await sendBody('DELETE', '/api/customers', { customers: [7003, 7006] })
    const many = Array.from({ length: 101 }, (_, index) => index + 1)
    await sendBody('DELETE', '/api/customers', { customers: many })
    await sendBody('POST', '/api/v1/webhooks', { url, events: ['a'] })
    await sendBody('PUT', '/api/v1/webhooks/61', { status: 'paused', events: ['b'] })
    // What a proxy says that got no answer itself.
    other.answer(sendJson({}, 504))
    expect((await send('/api/v1/webhooks/61', { method: 'DELETE' })).status).toBe(502)
    expect((await said()).toReversed()).toEqual([
      ['customer.create_unconfirmed', 'customer', null, '(unknown)'],
      ['customer.delete_unconfirmed', 'customer', 7003, 'ID 7003'],
      ['customer.delete_unconfirmed', 'customer', 7006, 'ID 7006'],
      ['customers.delete_unconfirmed', undefined, undefined, undefined],
      ['webhook.create_unconfirmed', 'webhook', null, 'https://hooks.example.com/in?…'],
      ['webhook.change_unconfirmed', 'webhook', 61, 'ID 61'],
      ['webhook.delete_unconfirmed', 'webhook', 61, 'ID 61'],
    ])
    const all = await entries()
    expect(all.find(({ said: [action] }) => action === 'customers.delete_unconfirmed')?.changes).toEqual({
      count: { from: 101, to: null },
    })
    expect(JSON.stringify(all)).not.toContain('sesame')
  })

  test('as an attempt of unknown outcome where the other service was silent', async () => {
    const usual = service.context.forwarder.silence
    service.context.forwarder.silence = { read: 50, write: 50 }
    try {
      other.answer((request) => void request.resume())
      expect((await sendBody('DELETE', '/api/customers', { customers: [7003] })).status).toBe(504)
    } finally {
      service.context.forwarder.silence = usual
    }
    expect(await said()).toEqual([['customer.delete_unconfirmed', 'customer', 7003, 'ID 7003']])
  })

  test('as an attempt of unknown outcome where the browser didn’t wait for the answer', async () => {
    const reached = Promise.withResolvers<void>()
    other.answer((request) => {
      request.resume()
      reached.resolve()
    })
    const left = new AbortController()
    const write = send('/api/v1/webhooks/61', { method: 'DELETE', signal: left.signal })
    await reached.promise
    left.abort()
    await expect(write).rejects.toThrow('aborted')
    await expect.poll(said).toEqual([['webhook.delete_unconfirmed', 'webhook', 61, 'ID 61']])
  })

  test('not at all where nothing could be sent', async () => {
    await other.stop()
    expect((await sendBody('DELETE', '/api/customers', { customers: [7003] })).status).toBe(502)
    other = await startOtherService()
    expect(await said()).toEqual([])
  })

  test('also where its answer has no words, breaks off or is very long', async () => {
    const form = () => {
      const body = new FormData()
      body.set('name', 'Nuno')
      return { method: 'POST', body }
    }
    other.answer((request, response) => {
      request.resume()
      response.writeHead(201, { 'content-type': 'text/plain' }).end('made')
    })
    expect((await send('/api/customers', form())).status).toBe(204)
    other.answer((request, response) => {
      request.resume()
      response.writeHead(201, { 'content-type': 'application/json' })
      response.write('{"data":', () => request.socket.destroy())
    })
    const broken = await send('/api/customers', form())
    expect([broken.status, (await codeOf(broken)).code]).toEqual([502, 'UPSTREAM_UNREACHABLE'])
    const long = { data: { id: 7009, name: 'x'.repeat(600_000) } }
    other.answer(sendJson(long, 201))
    expect(await (await send('/api/customers', form())).json()).toEqual(long)
    const unknown = ['customer.created', 'customer', null, '(unknown)']
    expect(await said()).toEqual([unknown, unknown, unknown])
  })

  test('for every write that is forwarded', () => {
    const written = all.filter(({ surface, method }) => surface !== 'x' && method !== 'GET')
    expect(written.length).toBeGreaterThan(0)
    expect(written.filter((endpoint) => !isAudited(endpoint))).toEqual([])
  })
})

describe('identical reads', () => {
  test('at the same time are sent once, and everyone gets the whole answer', async () => {
    const held: ServerResponse[] = []
    other.answer((_request, response) => held.push(response))
    const colleague = await service.session(account, 'staff')
    const reads = [owner, owner, colleague].map(async (as) =>
      (await send('/api/services/?page=1', {}, as)).json(),
    )
    await expect.poll(() => held.length).toBe(1)
    for (const response of held) sendJson({ data: [1, 2] })(response.req, response)
    expect(await Promise.all(reads)).toEqual([{ data: [1, 2] }, { data: [1, 2] }, { data: [1, 2] }])
    expect(other.requests).toHaveLength(1)
    other.answer(sendJson({ data: [] }))
    await send('/api/services/?page=2')
    expect(other.requests).toHaveLength(2)
  })

  test('are sent again after a write of the account, and errors are sent again at once', async () => {
    await send('/api/customers')
    await send('/api/customers')
    expect(other.requests).toHaveLength(1)
    other.answer(sendJson({}, 200))
    await sendBody('DELETE', '/api/customers', { customers: [1] })
    await send('/api/customers')
    expect(other.requests).toHaveLength(3)
    other.answer(sendJson({}, 500))
    await send('/api/invoices')
    await send('/api/invoices')
    expect(other.requests).toHaveLength(5)
  })

  test('that began before a write are not what is read after it', async () => {
    const held = Promise.withResolvers<ServerResponse>()
    other.answer((_request, response) => held.resolve(response))
    const before = send('/api/customers')
    const response = await held.promise
    other.answer(sendJson({ data: ['new'] }))
    await sendBody('DELETE', '/api/customers', { customers: [1] })
    sendJson({ data: ['old'] })(response.req, response)
    expect(await (await before).json()).toEqual({ data: ['old'] })
    expect(await (await send('/api/customers')).json()).toEqual({ data: ['new'] })
  })

  test('of another account, or after new credentials, are sent on their own', async () => {
    const second = await connected(other.url)
    await send('/api/customers')
    await send('/api/customers', {}, second.owner)
    expect(other.requests).toHaveLength(2)
    await connectTo(account, other.url)
    await send('/api/customers')
    expect(other.requests).toHaveLength(3)
  })

  test('whose answers are large reach each reader whole', async () => {
    const rows = Array.from({ length: 30_000 }, (_, id) => ({
      id,
      name: 'A name of some length, several times over',
    }))
    other.answer(sendJson({ data: rows }))
    const read = async () =>
      ((await (await send('/api/customers')).json()) as { data: unknown[] }).data.length
    expect(await Promise.all([read(), read(), read()])).toEqual([30_000, 30_000, 30_000])
  })
})

describe('in a connected account', () => {
  test('what would read our own records is not found, and what is about people works', async () => {
    const ofPeople = all.filter(({ access }) => access !== 'public' && access !== 'portal')
    for (const endpoint of ofPeople.filter(({ surface }) => surface === 'x')) {
      if (isOwn(endpoint)) continue
      const path = endpoint.path.replaceAll(/:\w+/g, '1')
      expect((await sendBody(endpoint.method, path, undefined).catch(() => send(path))).status, path).toBe(
        404,
      )
    }
    expect(other.requests).toEqual([])
    for (const path of [
      '/api/x/session',
      '/api/x/members',
      '/api/x/audit-log',
      '/api/x/views',
      '/api/x/connection',
    ])
      expect((await send(path)).status, path).toBe(200)
  })

  test('the session names environment and host, and that the records aren’t here', async () => {
    const { data } = (await (await send('/api/x/session')).json()) as { data: Session }
    expect(data.account).toMatchObject({ environment: 'production', host: new URL(other.url).host })
    expect(data.features).toEqual({ records: false, pdf: false, email: false })
    const local = await service.account('Local')
    const own = await service.session(local.id, 'owner')
    const ours = (await (await send('/api/x/session', {}, own)).json()) as { data: Session }
    expect(ours.data.account).toMatchObject({ environment: null, host: null })
    expect(ours.data.features.records).toBe(true)
    expect((await send('/api/x/connection', {}, own)).status).toBe(404)
  })

  test('another account’s records stay its own: nothing of it is forwarded', async () => {
    const local = await service.account('Local')
    const own = await service.session(local.id, 'owner')
    expect((await send('/api/customers', {}, own)).status).toBe(200)
    const mine = { ...own, 'x-account-id': String(account) }
    expect((await send('/api/customers', {}, mine)).status).toBe(403)
    expect(other.requests).toEqual([])
  })

  test('what one person writes, the screens of the others read again', async () => {
    const changes: string[] = []
    service.context.live.subscribe(account, ({ topic }) => changes.push(topic))
    await sendBody('DELETE', '/api/customers', { customers: [1] })
    await sendBody('PUT', '/api/v1/webhooks/3', { status: 'paused' })
    expect(changes).toEqual(['customers', 'webhooks'])
  })
})
