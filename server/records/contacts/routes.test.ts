import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { listContacts } from '#contract/customers/contacts.ts'
import { type TestAccount, type TestService, startService } from '#server/tools/testing/service.ts'
import { statementsOf } from '#server/tools/testing/statements.ts'

import { contactColumns } from './columns.ts'

let service: TestService
let account: TestAccount

beforeAll(async () => {
  service = await startService({ PUBLIC_URL: 'https://bureau.example.com' })
  account = await service.account('Ours', { rateLimit: 1000 })
  const { tenant } = account
  await tenant.insert(
    'contacts',
    Array.from({ length: 60 }, (_, index) => ({
      ...contactColumns({
        customer_id: null,
        name: 'Zoë',
        last_name: `Ødegård ${index}`,
        email: `zoe${index}@example.com`,
        phone: '+47 900',
        company_name: null,
      }),
      created_at: '2026-01-01T00:00:00.000000Z',
      updated_at: '2026-01-01T00:00:00.000000Z',
    })),
  )
})
afterAll(() => service.close())

const ask = (query: string, token = account.token) =>
  service.app.inject({ url: `/api/v1/contacts${query}`, headers: { authorization: `Bearer ${token}` } })
const list = async (query: string) => listContacts.response.parse((await ask(query)).json())
const link = (query: string) => `https://bureau.example.com/api/v1/contacts?${query}`

test('contacts are paginated by 25, newest first, each exactly once', async () => {
  const pages = [await list(''), await list('?page=2'), await list('?page=3')]
  expect(pages.map(({ data }) => data.length)).toEqual([25, 25, 10])
  expect(new Set(pages.flatMap(({ data }) => data.map(({ id }) => id))).size).toBe(60)
  expect(pages[0]?.data[0]?.last_name).toBe('Ødegård 59')
  expect(pages[0]?.meta).toEqual({ current_page: 1, last_page: 3, per_page: 25, total: 60 })
})

describe('pagination links', () => {
  test('lead forward from the first page', async () => {
    expect((await list('')).links).toEqual({
      first: link('page=1'),
      last: link('page=3'),
      prev: null,
      next: link('page=2'),
    })
  })

  test('keep the query and lead both ways from a middle page', async () => {
    expect((await list('?page=2&per_page=20&x=a%20b')).links).toEqual({
      first: link('page=1&per_page=20&x=a+b'),
      last: link('page=3&per_page=20&x=a+b'),
      prev: link('page=1&per_page=20&x=a+b'),
      next: link('page=3&per_page=20&x=a+b'),
    })
  })

  test('lead back to the last page from beyond the end', async () => {
    const { data, meta, links } = await list('?page=999999999')
    expect(data).toEqual([])
    expect(meta).toEqual({ current_page: 999_999_999, last_page: 3, per_page: 25, total: 60 })
    expect(links).toMatchObject({ prev: link('page=3'), next: null })
  })
})

test('an account without contacts has a single empty page', async () => {
  const { token } = await service.account('Empty')
  const answer = listContacts.response.parse((await ask('', token)).json())
  expect(answer).toMatchObject({
    data: [],
    meta: { current_page: 1, last_page: 1, per_page: 25, total: 0 },
    links: { prev: null, next: null },
  })
})

test('a page takes the same number of statements whatever its length', async () => {
  const cost = (query: string) => statementsOf(service.context.store, () => list(query))
  expect(await cost('?per_page=60')).toBe(await cost('?per_page=1'))
})

test.each(['per_page=0', 'per_page=101', 'per_page=x', 'per_page=', 'page=0', 'page=-1', 'page=1&page=2'])(
  '%s is rejected by name',
  async (query) => {
    const answer = await ask(`?${query}`)
    const name = query.split('=', 1)[0] as string
    expect(answer.statusCode).toBe(422)
    expect(answer.json()).toEqual({
      message: expect.any(String),
      errors: { [name]: [answer.json().message] },
    })
  },
)

describe('a token’s rate limit', () => {
  test('admits exactly its number of 200 parallel requests, and the rest get Retry-After', async () => {
    const { token } = await service.account('Limited', { rateLimit: 60 })
    const answers = await Promise.all(Array.from({ length: 200 }, () => ask('', token)))
    const admitted = answers.filter(({ statusCode }) => statusCode === 200)
    expect(admitted).toHaveLength(60)
    const left = admitted.map(({ headers }) => Number(headers['x-ratelimit-remaining']))
    expect(left.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 60 }, (_, index) => index))
    expect(answers.every(({ headers }) => headers['x-ratelimit-limit'] === '60')).toBe(true)
    expect(admitted.every(({ headers }) => headers['retry-after'] === undefined)).toBe(true)
    for (const { statusCode, headers, body } of answers.filter((answer) => !admitted.includes(answer))) {
      expect(statusCode).toBe(429)
      expect(headers['x-ratelimit-remaining']).toBe('0')
      expect(Number(headers['retry-after'])).toBeGreaterThan(0)
      expect(Number(headers['retry-after'])).toBeLessThanOrEqual(60)
      expect(JSON.parse(body)).toEqual({ message: expect.any(String) })
    }
  })

  test('is in every response to a valid token, and in none to another', async () => {
    const bare = await service.account('Bare', { abilities: [], rateLimit: 7 })
    const refused = await ask('', bare.token)
    expect(refused.statusCode).toBe(403)
    expect(refused.headers).toMatchObject({ 'x-ratelimit-limit': '7', 'x-ratelimit-remaining': '6' })
    for (const path of [
      '/api/v1/webhooks/999999',
      '/api/v1/contacts?page=0',
      '/api/v1/webhooks?per_page=0',
    ]) {
      const headers = { authorization: `Bearer ${account.token}` }
      const answer = await service.app.inject({ url: path, headers })
      expect(answer.statusCode).toBeGreaterThan(400)
      expect(answer.headers['x-ratelimit-limit']).toBe('1000')
      expect(answer.headers['retry-after']).toBeUndefined()
    }
    expect((await ask('', 'bt_nobody')).headers['x-ratelimit-limit']).toBeUndefined()
  })

  test.each([
    ['GET', '/api/v1/nope', 404],
    ['GET', '/api/v1/webhooks/%zz', 404],
    ['GET', '/api/v1/%ff', 404],
    ['PATCH', '/api/v1/contacts', 405],
    ['TRACE', '/api/v1/webhooks/1', 405],
  ] as const)('counts %s %s too, which isn’t an endpoint', async (method, url, status) => {
    const { token } = await service.account('Lost', { rateLimit: 2 })
    const lost = (authorization: string) => service.app.inject({ method, url, headers: { authorization } })
    for (const left of ['1', '0']) {
      const answer = await lost(`Bearer ${token}`)
      expect(answer.statusCode).toBe(status)
      expect(answer.headers).toMatchObject({ 'x-ratelimit-limit': '2', 'x-ratelimit-remaining': left })
    }
    const limited = await lost(`Bearer ${token}`)
    expect(limited.statusCode).toBe(429)
    expect(Number(limited.headers['retry-after'])).toBeGreaterThan(0)
    expect((await ask('', token)).statusCode).toBe(429)
    expect((await lost('Bearer bt_nobody')).headers['x-ratelimit-limit']).toBeUndefined()
  })

  test('changes with the token from the next request', async () => {
    const { id, token } = await service.account('Changed', { rateLimit: 5 })
    const set = (values: object) =>
      service.context.store.db.updateTable('credentials').set(values).where('account_id', '=', id).execute()
    expect((await ask('', token)).headers['x-ratelimit-remaining']).toBe('4')
    await set({ rate_limit: 3 })
    expect((await ask('', token)).headers).toMatchObject({
      'x-ratelimit-limit': '3',
      'x-ratelimit-remaining': '1',
    })
    await set({ rate_limit: 2 })
    expect((await ask('', token)).statusCode).toBe(429)
    await set({ rate_limit: 9, expires_at: '2020-01-01T00:00:00.000000Z' })
    expect((await ask('', token)).statusCode).toBe(401)
  })
})
