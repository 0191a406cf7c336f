import { once } from 'node:events'
import { type IncomingMessage, request as send } from 'node:http'
import { json } from 'node:stream/consumers'

import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'

import { all } from '#contract/all.ts'
import { up } from '#server/platform/db/migrations/0007-access.ts'
import { noPeers } from '#server/platform/db/peers.ts'
import { ExpensiveReads } from '#server/platform/http/expensive-reads.ts'
import { type TestService, startService } from '#server/tools/testing/service.ts'

import { insertCredential } from './credentials.ts'

let service: TestService

beforeAll(async () => {
  service = await startService()
})
afterEach(() => vi.useRealTimers())
afterAll(() => service.close())

const bearer = (text: string) => ({ authorization: `Bearer ${text}` })
const ask = (url: string, text: string) => service.app.inject({ url, headers: bearer(text) })

describe('a key', () => {
  test('has all of Surface B, and the abilities it was created with on Surface X', async () => {
    const { key } = await service.account('Scoped', { abilities: ['contacts.view'] })
    for (const { method, path, surface, access, ability } of all) {
      if (surface === 'v1' || access !== 'any') continue
      const url = path.replace(/:\w+/g, '999999')
      const { statusCode } = await service.app.inject({ method, url, headers: bearer(key) })
      const isRefused = surface === 'x' && ability !== null && ability !== 'contacts.view'
      expect([method, path, statusCode === 403]).toEqual([method, path, isRefused])
    }
  })

  test('without settings.manage can’t rotate a signing secret, and the error names the missing ability', async () => {
    const { key } = await service.account('Default', { abilities: ['customers.manage'] })
    const answer = await service.app.inject({
      method: 'POST',
      url: '/api/x/webhooks/1/rotate-secret',
      headers: bearer(key),
    })
    expect(answer.statusCode).toBe(403)
    expect(answer.json().error.message).toContain('settings.manage')
  })

  test('allows 600 requests a minute unless created with another limit', async () => {
    const { key } = await service.account('Usual')
    const first = await ask('/api/custom-fields', key)
    expect(first.headers).toMatchObject({ 'x-ratelimit-limit': '600', 'x-ratelimit-remaining': '599' })

    const { key: small } = await service.account('Small', { rateLimit: 2 })
    const statuses = []
    for (const path of ['/api/custom-fields', '/api/x/event-types', '/api/custom-fields'])
      statuses.push((await ask(path, small)).statusCode)
    expect(statuses).toEqual([200, 200, 429])
    const limited = await ask('/api/x/event-types', small)
    expect(limited.headers['x-ratelimit-remaining']).toBe('0')
    expect(Number(limited.headers['retry-after'])).toBeGreaterThan(0)
  })

  test('created by an earlier version keeps its abilities and gets a sufficient rate limit', async () => {
    const { db, dialect } = service.context.store
    const { tenant } = await service.account('Before')
    const issue = async (kind: 'token' | 'key', rateLimit: number) => {
      const more = { abilities: ['settings.manage', 'contacts.view'], expiresAt: null }
      return (await insertCredential(tenant, { kind, rateLimit, ...more })).secret
    }
    const [usual, large, token] = [
      await issue('key', 60),
      await issue('key', 5_000),
      await issue('token', 60),
    ]
    // Back to what the database was before that step.
    await db.schema.dropTable('staff_devices').execute()
    for (const index of ['credentials_account', 'memberships_account', 'staff_sessions_expires'])
      await db.schema.dropIndex(index).execute()
    for (const index of ['activity_log_account', 'custom_field_values_custom_field'])
      await db.schema.dropIndex(index).execute()
    await up(db, dialect)

    const limitOf = async (text: string, path: string) => (await ask(path, text)).headers['x-ratelimit-limit']
    expect(await limitOf(usual, '/api/x/event-types')).toBe('600')
    expect(await limitOf(large, '/api/x/event-types')).toBe('5000')
    expect(await limitOf(token, '/api/v1/webhooks')).toBe('60')
    expect((await ask('/api/x/event-types', usual)).statusCode).toBe(200)
  })
})

describe('a rate limit per minute', () => {
  test.each([
    ['back', -3_600_000],
    ['forward', 3_600_000],
  ])('still applies when the clock is set %s by an hour', async (_way, ms) => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const { token } = await service.account('Clock', { rateLimit: 2 })
    const list = () => ask('/api/v1/webhooks', token)
    expect([(await list()).statusCode, (await list()).statusCode]).toEqual([200, 200])
    vi.setSystemTime(Date.now() + ms)
    const limited = await list()
    expect(limited.statusCode).toBe(429)
    const seconds = Number(limited.headers['retry-after'])
    expect(seconds).toBeGreaterThanOrEqual(1)
    expect(seconds).toBeLessThanOrEqual(60)
  })
})

describe('two Authorization headers', () => {
  test.each([
    ['/api/customers', 400],
    ['/api/v1/webhooks', 422],
    ['/api/x/overview', 400],
  ])('at %s get %i, even if they’re equal', async (path, status) => {
    const [one, other] = [await service.account('One'), await service.account('Other')]
    const kind = path.includes('v1') ? 'token' : 'key'
    for (const second of [other[kind], one[kind], 'nonsense']) {
      const headers = [
        ['host', 'localhost'],
        ['authorization', `Bearer ${one[kind]}`],
        ['Authorization', `Bearer ${second}`],
      ].flat()
      const request = send(`${await service.listen()}${path}`, { headers }).end()
      const [answer] = (await once(request, 'response')) as [IncomingMessage]
      expect(answer.statusCode).toBe(status)
      expect(JSON.stringify(await json(answer))).toContain('Send exactly one Authorization header')
    }
  })
})

describe('expensive reads of one caller', () => {
  // A reader that does not read keeps its answer, and so its place, for as long as the test wants.
  const turns = (count: number) => {
    const reads = new ExpensiveReads(noPeers)
    const ends: (() => void)[] = []
    const results = Array.from({ length: count }, async () => {
      const close: (() => void)[] = []
      const raw = { destroyed: false, once: (_event: string, listener: () => void) => close.push(listener) }
      const socket = { once: () => undefined, off: () => undefined }
      await reads.admit('key:1', { raw: { socket } } as never, { raw } as never)
      ends.push(() => close[0]?.())
      return 'admitted'
    })
    return { reads, ends, results }
  }

  test('run four at a time; the next starts when a response has been sent', async () => {
    const { ends, results } = turns(6)
    await Promise.all(results.slice(0, 4))
    expect(ends).toHaveLength(4)
    ends[0]?.()
    expect(await results[4]).toBe('admitted')
    expect(ends).toHaveLength(5)
    for (const end of ends) end()
    expect(await results[5]).toBe('admitted')
  })

  test('get 429 with Retry-After when too many are waiting or one waits too long', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const { results } = turns(21)
    const tooMany = expect.objectContaining({ code: 'RATE_LIMITED', headers: { 'retry-after': '1' } })
    await expect(results[20]).rejects.toEqual(tooMany)
    const waiting = Promise.allSettled(results.slice(4, 20))
    vi.advanceTimersByTime(5_000)
    expect((await waiting).every(({ status }) => status === 'rejected')).toBe(true)
    expect(await Promise.all(results.slice(0, 4))).toHaveLength(4)
  })

  test('free their slot, for whole lists and searches alike', async () => {
    const { key } = await service.account('Reader')
    for (let round = 0; round < 3; round += 1) {
      const urls = ['/api/customers', '/api/customers?search=a', '/api/services?search=b', '/api/x/overview']
      const answers = await Promise.all([...urls, ...urls].map((url) => ask(url, key)))
      expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(8).fill(200))
    }
  })
})
