import { Writable } from 'node:stream'

import { pino } from 'pino'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'

import { buildApp } from '#server/app.ts'
import { startWithAccount } from '#server/tools/testing/office.ts'
import { customerParts, encodeForm } from '#server/tools/testing/service.ts'

let lines: Record<string, unknown>[] = []
const log = pino(
  { level: 'debug', base: null },
  new Writable({
    write(line: Buffer, _encoding, done) {
      lines.push(JSON.parse(line.toString()) as Record<string, unknown>)
      done()
    },
  }),
)

const { service, account } = await startWithAccount({ env: { PUBLIC_URL: 'https://bureau.example.com' } })
const app = await buildApp({ ...service.context, log })
beforeEach(() => {
  lines = []
})
afterAll(() => app.close())

const authorization = () => ({ authorization: `Bearer ${account.key}` })

describe('a request id', () => {
  test('is in the response and the log line, with the caller', async () => {
    const answer = await app.inject({ url: '/api/customers?limit=1', headers: authorization() })
    const id = answer.headers['x-request-id']
    expect(id).toMatch(/^[0-9a-f-]{36}$/)
    expect(lines).toEqual([
      expect.objectContaining({
        request: id,
        path: '/api/customers',
        status: 200,
        caller: expect.stringMatching(/^key:\d+$/),
        account: account.id,
      }),
    ])
    expect(JSON.stringify(lines)).not.toContain(account.key)
  })

  test('connects an error’s log line with its request’s', async () => {
    const { store } = service.context
    const broken = await buildApp({
      ...service.context,
      store: { ...store, db: store.db.withSchema('nowhere') },
      log,
    })
    const answer = await broken.inject({ url: '/api/customers', headers: { authorization: 'Bearer bk_x' } })
    await broken.close()
    const id = answer.headers['x-request-id']
    expect(answer.statusCode).toBe(500)
    expect(lines.map(({ msg, request }) => [msg, request])).toEqual([
      ['failed', id],
      ['request', id],
    ])
  })

  test('is the caller’s own if one was sent', async () => {
    const answer = await app.inject({ url: '/healthz', headers: { 'x-request-id': 'trace-1.a:b_C' } })
    expect(answer.headers['x-request-id']).toBe('trace-1.a:b_C')
  })

  test.each(['a b', 'ü', 'x'.repeat(65), '{"a":1}', ''])('is never %j', async (given) => {
    const answer = await app.inject({ url: '/healthz', headers: { 'x-request-id': given } })
    expect(answer.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/)
  })

  test.each(['/api/nope', '/nope', '/%zz', `/api/customers/${'9'.repeat(20_000)}`])(
    'is in the response to %s too',
    async (url) => {
      expect((await app.inject({ url })).headers['x-request-id']).toBeDefined()
    },
  )
})

test.each(['/healthz', '/readyz'])('%s is logged at debug level only', async (url) => {
  await app.inject({ url })
  expect(lines.map(({ level }) => level)).toEqual([20])
})

test('a file’s token never reaches the log, however its URL is written', async () => {
  const { contentType, payload } = await encodeForm(await customerParts())
  const headers = { ...authorization(), 'content-type': contentType }
  const made = await app.inject({ method: 'POST', url: '/api/customers', headers, payload })
  const path = new URL(made.json().data.profile_photo_path).pathname
  const token = path.split('/')[2] as string
  const statuses = []
  for (const url of [
    path,
    path.replace('/files', '/%66iles'),
    path.replace('/files', '/FILES'),
    `/x${path}`,
  ]) {
    statuses.push((await app.inject({ url })).statusCode)
  }
  expect(statuses).toEqual([200, 200, 404, 404])
  expect(JSON.stringify(lines)).not.toContain(token)
})

test('a photo can be embedded by other origins, and still runs nothing', async () => {
  const { contentType, payload } = await encodeForm(await customerParts())
  const headers = { ...authorization(), 'content-type': contentType }
  const made = await app.inject({ method: 'POST', url: '/api/customers', headers, payload })
  const photo = await app.inject({ url: new URL(made.json().data.profile_photo_path).pathname })
  expect(photo.headers).toMatchObject({
    'cross-origin-resource-policy': 'cross-origin',
    'content-security-policy': "sandbox; default-src 'none'",
    'x-content-type-options': 'nosniff',
  })
  const data = await app.inject({ url: '/api/customers', headers: authorization() })
  expect(data.headers['cross-origin-resource-policy']).toBe('same-origin')
})

test.each(['/', '/api/customers', '/healthz'])(
  '%s grants no device features and requires HTTPS for this host only',
  async (url) => {
    const { headers } = await app.inject({ url })
    expect(headers['permissions-policy']).toContain('camera=()')
    expect(headers['strict-transport-security']).toBe('max-age=31536000')
  },
)
