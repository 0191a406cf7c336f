import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { all } from '#contract/all.ts'
import { BError } from '#contract/surface.ts'

import { type TestAccount, type TestService, startService } from './testing.ts'

let service: TestService
let account: TestAccount
let other: TestAccount

beforeAll(async () => {
  service = await startService()
  account = await service.account('Ours')
  other = await service.account('Theirs')
})
afterAll(() => service.close())

const guarded = all.filter(({ access }) => access !== 'public')
const url = (path: string) => path.replace(/:\w+/g, '1')
const bearer = (text: string) => ({ authorization: `Bearer ${text}` })

describe.each(guarded)('$method $path', ({ method, path, surface }) => {
  test('refuses a caller without a credential before it reads the body', async () => {
    const answer = await service.app.inject({
      method,
      url: url(path),
      headers: { 'content-type': 'application/json' },
      payload: '{"broken',
    })
    expect(answer.statusCode).toBe(401)
    expect(BError.safeParse(answer.json()).success).toBe(true)
    expect(answer.json().error.code).toBe('UNAUTHENTICATED')
  })

  test.each(['Bearer nonsense', 'Basic YTpi', 'Bearer', 'bearer  '])(
    'refuses the header %j',
    async (authorization) => {
      const answer = await service.app.inject({ method, url: url(path), headers: { authorization } })
      expect(answer.statusCode).toBe(401)
    },
  )

  test('refuses the credential of the other surface', async () => {
    const headers = bearer(surface === 'v1' ? account.key : account.token)
    expect((await service.app.inject({ method, url: url(path), headers })).statusCode).toBe(401)
  })

  test('refuses an expired credential', async () => {
    const expired = await service.account('Ours', { expiresAt: '2020-01-31T23:59:59.999999Z' })
    const headers = bearer(surface === 'v1' ? expired.token : expired.key)
    expect((await service.app.inject({ method, url: url(path), headers })).statusCode).toBe(401)
  })

  test('names the methods it knows when asked with another', async () => {
    const answer = await service.app.inject({ method: 'PATCH', url: url(path) })
    expect(answer.statusCode).toBe(405)
    expect(String(answer.headers.allow)).toContain(method)
  })
})

test('a revoked key counts no longer from the next request on', async () => {
  const { key } = await service.account('Revoked')
  const ask = () => service.app.inject({ url: '/api/customers', headers: bearer(key) })
  expect((await ask()).statusCode).toBe(200)
  await service.services.store.db
    .updateTable('credentials')
    .set({ revoked_at: '2026-01-01T00:00:00.000000Z' })
    .execute()
  expect((await ask()).statusCode).toBe(401)
  await service.services.store.db.updateTable('credentials').set({ revoked_at: null }).execute()
})

test('a lower-case bearer is as good', async () => {
  const answer = await service.app.inject({
    url: '/api/customers',
    headers: { authorization: `bearer ${account.key}` },
  })
  expect(answer.statusCode).toBe(200)
})

describe('an id that is none is answered like an absent one', () => {
  test.each([
    '0',
    '-1',
    '1.5',
    '01',
    '1e3',
    '0x1',
    '+1',
    '%201',
    '9007199254740993',
    '9'.repeat(300),
    '%F0%9F%99%82',
    '%zz',
    'abc',
  ])('%s', async (id) => {
    const ask = (key: string, one: string) =>
      service.app.inject({ url: `/api/customers/${one}`, headers: bearer(key) })
    const [strange, absent] = [await ask(account.key, id), await ask(other.key, '123456')]
    expect(strange.statusCode).toBe(404)
    expect(strange.json().error).toEqual(absent.json().error)
  })
})

test.each(['/api', '/api/nope', '/api/customers/1/nope', '/api/v1/nope', '/api/x'])(
  '%s never answers HTML',
  async (path) => {
    const answer = await service.app.inject({ url: path, headers: { accept: 'text/html' } })
    expect(answer.statusCode).toBe(404)
    expect(answer.headers['content-type']).toContain('application/json')
  },
)

test.each(['/', '/customers', '/customers/1?page=2', '/sign-in'])('%s is the dashboard', async (path) => {
  const answer = await service.app.inject({ url: path })
  expect(answer.headers['content-type']).toContain('text/html')
  expect(answer.body).toContain('data-visitor="new"')
})

test.each(['/assets', '/assets/', '/assets/nope.js', '/index.html', '/.sources', '/%2e%2e/package.json'])(
  '%s is not there',
  async (path) => {
    expect((await service.app.inject({ url: path })).statusCode).toBe(404)
  },
)

describe('a list parameter out of range is named', () => {
  test.each([
    ['limit=0', 'limit', 'limit must be between 1 and 100'],
    ['limit=101', 'limit', 'limit must be between 1 and 100'],
    ['limit=a', 'limit', 'limit must be between 1 and 100'],
    ['limit=1&limit=2', 'limit', 'limit must be between 1 and 100'],
    ['page=0', 'page', 'page must be a whole number, 1 or more'],
    ['sort=foo', 'sort', expect.stringContaining('sort must be one of')],
  ])('%s', async (query, name, text) => {
    const answer = await service.app.inject({ url: `/api/customers?${query}`, headers: bearer(account.key) })
    expect(answer.statusCode).toBe(400)
    expect(answer.json().error).toMatchObject({ code: 'INVALID_PARAMETERS', details: { [name]: text } })
  })
})
