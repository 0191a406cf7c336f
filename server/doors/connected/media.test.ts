import type { IncomingMessage, ServerResponse } from 'node:http'

import sharp from 'sharp'
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'

import { largestFileBytes } from '#contract/customers/customers.ts'
import { showMedia } from '#contract/media.ts'
import { systemActor } from '#server/platform/access/origin.ts'
import {
  type OtherService,
  otherKey,
  otherToken,
  startOtherService,
} from '#server/tools/testing/other-service.ts'
import { startService } from '#server/tools/testing/service.ts'

import { connectAccount } from './environments.ts'

/** Keeps the files of the other service, on a host of its own. */
const store = await startOtherService()
const hostOf = ({ url }: OtherService) => new URL(url).host
const privateHost = '127.0.0.9'
const service = await startService({
  SERVICE_ALLOW_NETWORKS: '127.0.0.1/32',
  SERVICE_FILE_HOSTS: `${hostOf(store)}, ${privateHost}:${new URL(store.url).port}`,
})
const origin = await service.listen()
afterAll(async () => {
  service.app.server.closeAllConnections()
  await service.close()
  await store.stop()
})

const png = await sharp({ create: { width: 40, height: 20, channels: 3, background: '#c00' } })
  .png()
  .toBuffer()

let other: OtherService
let owner: Record<string, string>
let account: number
let count = 0

beforeEach(async () => {
  other = await startOtherService()
  count += 1
  ;({ id: account } = await service.account(`Connected ${count}`))
  const settings = { environment: 'production', source: 'command', token: otherToken, key: otherKey } as const
  const { store: rows, sealKey } = service.context
  await connectAccount(rows, sealKey, account, { ...settings, baseUrl: `${other.url}/office` }, systemActor)
  owner = await service.session(account, 'owner')
  store.answer(sendFile(png, { 'content-type': 'image/png' }))
})
afterEach(async () => {
  service.context.forwarder.files.silentMs = 15_000
  await other.stop()
})

const sendFile =
  (bytes: Buffer, headers: Readonly<Record<string, string>> = {}, status = 200) =>
  (_request: IncomingMessage, response: ServerResponse) => {
    response.writeHead(status, { 'content-length': bytes.length, ...headers })
    response.end(bytes)
  }

let photos = 0
/** An address that nothing is known of yet. */
const photo = (at: OtherService = store) => `${at.url}/photo-${(photos += 1)}`

async function get(
  url: string,
  {
    as = owner,
    method = 'GET',
    ...query
  }: { as?: Record<string, string>; method?: string; size?: string; name?: string } = {},
) {
  const search = new URLSearchParams({ account: String(account), url, ...query })
  return fetch(`${origin}${showMedia.path}?${search}`, { method, headers: as })
}

const codeOf = async (response: Response) =>
  ((await response.json()) as { error: { code: string } }).error.code
const refused = async (response: Response) => [response.status, await codeOf(response)]

describe('a photo of the other service', () => {
  test.each([
    ['on its own host', () => other],
    ['on a host of SERVICE_FILE_HOSTS', () => store],
  ])('%s is shown in place, with our headers and none of its own', async (_where, host) => {
    host().answer(
      sendFile(png, {
        'content-type': 'text/html',
        'content-disposition': 'attachment; filename=evil.html',
        'set-cookie': 'a=b',
        'access-control-allow-origin': '*',
      }),
    )
    const response = await get(photo(host()))
    expect(response.status).toBe(200)
    expect(Buffer.from(await response.arrayBuffer())).toEqual(png)
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'image/png',
      'content-length': String(png.length),
      'content-disposition': 'inline',
      'content-security-policy': "sandbox; default-src 'none'",
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
      'cache-control': 'private, max-age=300',
      vary: 'cookie',
    })
    for (const name of ['set-cookie', 'access-control-allow-origin'])
      expect(response.headers.has(name)).toBe(false)
  })

  test('may be written as a path, which is on its own host', async () => {
    other.answer(sendFile(png))
    expect((await get('/storage/1.png')).status).toBe(200)
    expect((await get('photos/2.png')).status).toBe(200)
    expect(other.requests).toEqual(['GET /storage/1.png', 'GET /office/photos/2.png'])
  })

  test('is asked for without any credential, cookie or name of ours, on its own host too', async () => {
    other.answer(sendFile(png))
    await get(`${other.url}/mine.png`)
    await get(`${store.url}/theirs.png`)
    for (const sent of [other.headers.at(-1), store.headers.at(-1)])
      expect(Object.keys(sent ?? {}).toSorted()).toEqual([
        'accept',
        'accept-encoding',
        'connection',
        'host',
        'user-agent',
      ])
  })

  test('has square thumbnails of the sizes that our own files have, each read and drawn once', async () => {
    const url = photo()
    const asked = store.requests.length
    const [first, same] = await Promise.all([get(url, { size: '64' }), get(url, { size: '64' })])
    for (const response of [first, same]) {
      expect(response.headers.get('content-type')).toBe('image/webp')
      const { width, height } = await sharp(Buffer.from(await response.arrayBuffer())).metadata()
      expect([width, height]).toEqual([64, 64])
    }
    const large = await get(url, { size: '256' })
    expect((await sharp(Buffer.from(await large.arrayBuffer())).metadata()).width).toBe(256)
    await get(url, { size: '64' })
    expect(store.requests.length - asked).toBe(2)
    expect((await get(url, { size: '65' })).status).toBe(400)
  })

  test('whose thumbnail failed is asked for again', async () => {
    const url = photo()
    store.answer(sendFile(Buffer.from('{}'), {}, 500))
    expect((await get(url, { size: '64' })).status).toBe(502)
    store.answer(sendFile(png))
    expect((await get(url, { size: '64' })).status).toBe(200)
  })
})

describe('any other file of the other service', () => {
  const html = Buffer.from('<!doctype html><script>alert(1)</script>')

  test('is a download, by the name that people know it by, whatever its host says it is', async () => {
    store.answer(sendFile(html, { 'content-type': 'image/png' }))
    const response = await get(photo(), { name: '../a “b”.png' })
    expect(response.headers.get('content-type')).toBe('application/octet-stream')
    expect(response.headers.get('content-disposition')).toMatch(/^attachment; filename=.*b.*\.png/)
    expect(response.headers.get('content-disposition')).not.toContain('..')
    expect(response.headers.get('content-security-policy')).toContain('sandbox')
    expect(await response.text()).toBe(html.toString())
  })

  test.each([
    ['HTML', html],
    ['SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')],
    ['a PDF', Buffer.from('%PDF-1.7\n')],
    ['a broken PNG', Buffer.concat([png.subarray(0, 40), Buffer.from('<script>alert(1)</script>')])],
  ])('has no thumbnail: %s posing as an image', async (_kind, bytes) => {
    store.answer(sendFile(bytes, { 'content-type': 'image/png' }))
    expect(await refused(await get(photo(), { size: '64' }))).toEqual([404, 'NOT_FOUND'])
  })

  test('isn’t read to its end for a thumbnail that it doesn’t have', async () => {
    const left = Promise.withResolvers<void>()
    store.answer((_request, response) => {
      response.writeHead(200)
      response.write(Buffer.alloc(100_000, 'x'))
      response.on('close', () => left.resolve())
    })
    expect((await get(photo(), { size: '64' })).status).toBe(404)
    await left.promise
  })

  test('says how large it is without being read to its end', async () => {
    const left = Promise.withResolvers<void>()
    store.answer((_request, response) => {
      response.writeHead(200, { 'content-length': 5_000_000 })
      // The rest never comes.
      response.write(Buffer.alloc(5000))
      response.on('close', () => left.resolve())
    })
    const response = await get(photo(), { method: 'HEAD' })
    expect([response.status, response.headers.get('content-length')]).toEqual([200, '5000000'])
    await left.promise
  })

  test('streams: its first bytes arrive before its last ones are sent, and who leaves ends it', async () => {
    const left = Promise.withResolvers<void>()
    store.answer((_request, response) => {
      response.writeHead(200)
      response.write(Buffer.alloc(100_000, 'x'))
      response.on('close', () => left.resolve())
    })
    const response = await get(photo())
    const reader = response.body?.getReader()
    expect((await reader?.read())?.value?.[0]).toBe('x'.charCodeAt(0))
    await reader?.cancel()
    await left.promise
  })

  test('may be empty', async () => {
    store.answer(sendFile(Buffer.alloc(0)))
    const response = await get(photo())
    expect([response.status, await response.text()]).toEqual([200, ''])
  })
})

describe('nothing is read', () => {
  test.each([
    ['another host', () => `http://127.0.0.1:9/x`],
    ['another port of the host', () => `http://127.0.0.1:${Number(new URL(other.url).port) ^ 1}/x`],
    ['a host that begins like an allowed one', () => `${store.url}.evil.example/x`],
    ['a host behind a password', () => `http://${hostOf(store)}@evil.example/x`],
    ['an address with a password', () => store.url.replace('//', '//me:secret@')],
    ['a host without a scheme', () => '//evil.example/x'],
    ['another scheme', () => `ftp://${hostOf(store)}/x`],
    ['a file of this machine', () => 'file:///etc/passwd'],
    ['data in the address', () => 'data:image/png;base64,AAAA'],
    ['an unencrypted address beyond this machine', () => 'http://files.example/x'],
  ])('from %s', async (_what, address) => {
    const before = [store.requests.length, other.requests.length]
    expect(await refused(await get(address()))).toEqual([404, 'NOT_FOUND'])
    expect(await refused(await get(address(), { size: '64' }))).toEqual([404, 'NOT_FOUND'])
    expect([store.requests.length, other.requests.length]).toEqual(before)
  })

  test('from an address that isn’t allowed, even where the host is', async () => {
    const before = store.requests.length
    const url = `http://${privateHost}:${new URL(store.url).port}/x`
    expect(await refused(await get(url))).toEqual([502, 'UPSTREAM_UNREACHABLE'])
    expect(store.requests.length).toBe(before)
  })

  test.each([301, 302, 307])('from where a redirect (%s) leads, even to an allowed host', async (status) => {
    store.answer(sendFile(Buffer.alloc(0), { location: `${other.url}/secret` }, status))
    expect(await refused(await get(photo()))).toEqual([502, 'UPSTREAM_UNEXPECTED'])
    expect(other.requests).toEqual([])
  })
})

describe('a fault of the host', () => {
  test.each([
    [401, 404, 'NOT_FOUND'],
    [403, 404, 'NOT_FOUND'],
    [404, 404, 'NOT_FOUND'],
    [429, 429, 'RATE_LIMITED'],
    [500, 502, 'UPSTREAM_FAILED'],
    [206, 502, 'UPSTREAM_UNEXPECTED'],
  ])('%s is %s %s, without its words', async (status, ours, code) => {
    store.answer(sendFile(Buffer.from('their words'), { 'retry-after': '7' }, status))
    const response = await get(photo())
    const text = await response.text()
    expect([response.status, JSON.parse(text).error.code]).toEqual([ours, code])
    expect(text).not.toContain('their words')
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(response.headers.get('retry-after')).toBe(ours === 429 ? '7' : null)
  })

  test('is told where it compresses what nobody asked to be compressed', async () => {
    store.answer(sendFile(png, { 'content-encoding': 'gzip' }))
    expect(await refused(await get(photo()))).toEqual([502, 'UPSTREAM_UNEXPECTED'])
  })

  test('is told where it can’t be reached, and the connection isn’t blamed', async () => {
    store.answer((request) => request.socket.destroy())
    expect(await refused(await get(photo()))).toEqual([502, 'UPSTREAM_UNREACHABLE'])
    const { data } = (await (await fetch(`${origin}/api/x/connection`, { headers: owner })).json()) as {
      data: { last_error: string | null }
    }
    expect(data.last_error).toBeNull()
  })

  test('is told where it is silent, before its answer and before the first bytes of the file', async () => {
    service.context.forwarder.files.silentMs = 200
    store.answer(() => undefined)
    expect(await refused(await get(photo()))).toEqual([504, 'UPSTREAM_SILENT'])
    store.answer((_request, response) => {
      response.writeHead(200, { 'content-length': 10_000 })
      response.write('x')
    })
    expect(await refused(await get(photo()))).toEqual([504, 'UPSTREAM_SILENT'])
    expect(await refused(await get(photo(), { size: '64' }))).toEqual([504, 'UPSTREAM_SILENT'])
  })

  test('in the middle of a file breaks it off, so that nobody takes a part for the whole', async () => {
    const answering = Promise.withResolvers<ServerResponse>()
    store.answer((_request, response) => {
      response.writeHead(200)
      response.write(Buffer.alloc(100_000))
      answering.resolve(response)
    })
    const response = await get(photo())
    expect(response.status).toBe(200)
    ;(await answering.promise).destroy()
    await expect(response.arrayBuffer()).rejects.toThrow('terminated')
  })
})

describe('a file larger than 20 MB', () => {
  const large = Buffer.alloc(largestFileBytes + 1)

  test('is refused where its host says so', async () => {
    store.answer(sendFile(large))
    const response = await get(photo())
    expect(response.status).toBe(502)
    expect(await response.text()).toContain('This file is larger than 20 MB')
  })

  test('is broken off where its host doesn’t say so, and has no thumbnail', async () => {
    const start = Buffer.concat([png, large])
    store.answer((_request, response) => {
      response.writeHead(200, { 'transfer-encoding': 'chunked' })
      response.end(start)
    })
    const response = await get(photo())
    expect(response.status).toBe(200)
    await expect(response.arrayBuffer()).rejects.toThrow('terminated')
    const thumbnail = await get(photo(), { size: '64' })
    expect(thumbnail.status).toBe(502)
    expect(await thumbnail.text()).toContain('This file is larger than 20 MB')
  })

  test('is exactly that: 20 MB are fine', async () => {
    store.answer(sendFile(large.subarray(1)))
    expect((await (await get(photo())).arrayBuffer()).byteLength).toBe(largestFileBytes)
  })
})

describe('who may see files', () => {
  test('everyone in the account, and no integration', async () => {
    for (const role of ['viewer', 'staff', 'accountant'] as const)
      expect((await get(photo(), { as: await service.session(account, role) })).status, role).toBe(200)
    const { key } = await service.account(`Connected ${count}`)
    expect((await get(photo(), { as: { authorization: `Bearer ${key}` } })).status).toBe(401)
    expect((await get(photo(), { as: {} })).status).toBe(401)
  })

  test('nobody of another account, whichever account the address names, and nothing kept for one is another’s', async () => {
    const url = `${other.url}/photo.png`
    other.answer(sendFile(png))
    expect((await get(url, { size: '64' })).status).toBe(200)
    const asked = other.requests.length

    const { id } = await service.account(`Apart ${count}`)
    const stranger = await service.session(id, 'owner')
    expect((await get(url, { as: stranger, size: '64' })).status).toBe(403)
    const search = new URLSearchParams({ url, account: String(id), size: '64' })
    const own = () => fetch(`${origin}${showMedia.path}?${search}`, { headers: stranger })
    // Its records are here: there is nothing to read elsewhere.
    expect((await own()).status).toBe(404)

    const apart = await startOtherService()
    const { store: rows, sealKey } = service.context
    const settings = {
      environment: 'production',
      source: 'command',
      token: otherToken,
      key: otherKey,
    } as const
    await connectAccount(rows, sealKey, id, { ...settings, baseUrl: apart.url }, systemActor)
    await service.context.callers.forgetEverywhere()
    expect((await own()).status).toBe(404)
    expect(other.requests.length).toBe(asked)
    await apart.stop()
  })

  test('the session names the hosts of a connected account, and none where records are here', async () => {
    const sessionOf = async (as: Record<string, string>) =>
      ((await (await fetch(`${origin}/api/x/session`, { headers: as })).json()) as { data: object }).data
    expect(await sessionOf(owner)).toMatchObject({
      file_hosts: [hostOf(other), hostOf(store), `${privateHost}:${new URL(store.url).port}`],
    })
    const { id } = await service.account(`Here ${count}`)
    expect(await sessionOf(await service.session(id, 'owner'))).not.toHaveProperty('file_hosts')
  })
})
