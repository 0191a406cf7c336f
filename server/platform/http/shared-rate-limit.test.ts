import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'

import { bulkPayers } from '#server/tools/demo/bulk.ts'
import { makeMigratedDataDir } from '#server/tools/testing/blank-database.ts'
import { onPostgres, removeDataDir } from '#server/tools/testing/data-dir.ts'
import { ServiceProcess, credentialsOn } from '#server/tools/testing/process.ts'
import { startService } from '#server/tools/testing/service.ts'
import { type TestStore, openTestStore } from '#server/tools/testing/store.ts'

import { SharedRateLimiter } from './shared-rate-limit.ts'

const repeated = <T>(times: number, one: (index: number) => T): T[] =>
  Array.from({ length: times }, (_, i) => one(i))

describe.runIf(onPostgres)('three processes on one database', () => {
  let dataDir: string
  let services: ServiceProcess[]
  beforeEach(async () => {
    dataDir = await makeMigratedDataDir()
    services = repeated(3, () => new ServiceProcess(dataDir))
    for (const service of services) await service.start()
  })
  afterEach(async () => {
    for (const service of services) await service.end('SIGKILL')
    await removeDataDir(dataDir)
  })

  test('admit exactly 60 of 200 requests that a token sends at once', async () => {
    const { token } = await credentialsOn(dataDir)
    const responses = await Promise.all(
      repeated(200, (index) =>
        fetch(`${services[index % 3]!.url}/api/v1/webhooks`, {
          headers: { authorization: `Bearer ${token}` },
        }),
      ),
    )
    const admitted = responses.filter(({ status }) => status === 200)
    const limited = responses.filter(({ status }) => status === 429)
    expect([admitted.length, limited.length]).toEqual([60, 140])
    const remaining = admitted.map(({ headers }) => Number(headers.get('x-ratelimit-remaining')))
    expect(remaining.toSorted((a, b) => b - a)).toEqual(repeated(60, (index) => 59 - index))
    for (const { headers } of limited) {
      expect(headers.get('x-ratelimit-remaining')).toBe('0')
      expect(Number(headers.get('retry-after'))).toBeGreaterThanOrEqual(1)
      expect(Number(headers.get('retry-after'))).toBeLessThanOrEqual(60)
    }
  })
})

describe.runIf(onPostgres)('a limit that processes share', () => {
  let opened: TestStore
  let limiter: SharedRateLimiter
  beforeEach(async () => {
    opened = await openTestStore()
    limiter = new SharedRateLimiter(opened.store.db)
  })
  afterEach(() => opened.close())

  /** As if that many seconds had passed since what was admitted so far; less than zero: as if the clock were set back. */
  const pass = (seconds: number) =>
    sql`update admitted_requests set at = at - ${seconds} * interval '1 second'`.execute(opened.store.db)
  const kindsOf = async (times: number, limit: number) => {
    const results = []
    for (let index = 0; index < times; index += 1) results.push(await limiter.consume('token:1', limit))
    return results.map((result) => (result.kind === 'admitted' ? result.remaining : 'limited'))
  }

  test('is a sliding window of one minute', async () => {
    expect(await kindsOf(2, 3)).toEqual([2, 1])
    await pass(40)
    expect(await kindsOf(2, 3)).toEqual([0, 'limited'])
    const result = await limiter.consume('token:1', 3)
    expect(result.kind === 'limited' && result.retryAfterSeconds).toBeLessThanOrEqual(20)
    await pass(20)
    // The two of the first moment have left, the third is still there.
    expect(await kindsOf(3, 3)).toEqual([1, 0, 'limited'])
  })

  test('is counted for each caller apart', async () => {
    expect(await kindsOf(2, 1)).toEqual([0, 'limited'])
    expect((await limiter.consume('token:2', 1)).kind).toBe('admitted')
  })

  test('takes effect as soon as it is changed', async () => {
    expect(await kindsOf(3, 5)).toEqual([4, 3, 2])
    expect(await kindsOf(1, 2)).toEqual(['limited'])
    expect(await kindsOf(1, 4)).toEqual([0])
    expect(await limiter.consume('token:1', 0)).toEqual({ kind: 'limited', retryAfterSeconds: 60 })
  })

  test('keeps nobody out when the clock of the server is set back', async () => {
    expect(await kindsOf(2, 1)).toEqual([0, 'limited'])
    await pass(-3600)
    expect(await kindsOf(2, 1)).toEqual([0, 'limited'])
  })

  test('forgets callers without a request in the last minute, and nobody else', async () => {
    await limiter.consume('token:1', 1)
    await pass(60)
    await limiter.consume('token:2', 1)
    await limiter.sweep()
    const { rows } = await sql`select caller from admitted_requests`.execute(opened.store.db)
    expect(rows).toEqual([{ caller: 'token:2' }])
  })
})

describe.runIf(onPostgres)('a read that began while it was counted', () => {
  test('is refused without what it has read, once the limit is reached', async () => {
    const service = await startService()
    const { key, tenant } = await service.account('Ours', { rateLimit: 60 })
    const [payer] = await bulkPayers(tenant)
    const ask = () => service.send('GET', `/api/customers/${payer?.id}`, { authorization: `Bearer ${key}` })
    for (let remaining = 59; remaining >= 20; remaining -= 1) {
      const { statusCode, headers } = await ask()
      expect([statusCode, headers['x-ratelimit-remaining']]).toEqual([200, String(remaining)])
    }
    const answers = await Promise.all(repeated(60, ask))
    const refused = answers.filter(({ statusCode }) => statusCode === 429)
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(20)
    expect(refused).toHaveLength(40)
    for (const { headers, body } of refused) {
      expect(headers).not.toHaveProperty('etag')
      expect(headers['x-ratelimit-remaining']).toBe('0')
      expect(body).not.toContain('Payer')
    }
    await service.close()
  })
})
