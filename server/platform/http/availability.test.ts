import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'

import { readConfig } from '#server/config.ts'
import { openStore } from '#server/platform/startup/open-store.ts'
import { makeMigratedDataDir } from '#server/tools/testing/blank-database.ts'
import { environmentOf, onPostgres, removeDataDir } from '#server/tools/testing/data-dir.ts'
import { DatabaseProxy } from '#server/tools/testing/database-proxy.ts'
import { startProcess } from '#server/tools/testing/process.ts'
import { type TestAccount, type TestService, startService } from '#server/tools/testing/service.ts'

describe.runIf(onPostgres)('while PostgreSQL is down', () => {
  let proxy: DatabaseProxy
  let service: TestService
  let ours: TestAccount
  let session: Record<string, string>
  beforeAll(async () => {
    proxy = await DatabaseProxy.open(String(process.env['TEST_DATABASE_URL']))
    service = await startService(({ DATABASE_URL = '' }) => ({ DATABASE_URL: proxy.through(DATABASE_URL) }))
    ours = await service.account('Ours')
    session = await service.session(ours.id, 'owner')
  })
  afterAll(async () => {
    await proxy.restore()
    await service.close()
    await proxy.close()
  })
  beforeEach(async () => {
    await proxy.restore()
    await isReady()
  })

  const status = async (url: string) => (await service.app.inject(url)).statusCode
  const isReady = () => vi.waitFor(async () => expect(await status('/readyz')).toBe(200), { timeout: 60_000 })
  const bearer = (text: string) => ({ authorization: `Bearer ${text}` })
  const customers = () => service.app.inject({ url: '/api/customers?limit=1', headers: bearer(ours.key) })

  /** One request of every kind of caller. */
  const everyone = () => [
    { url: '/api/v1/webhooks', headers: bearer(ours.token) },
    { url: '/api/customers?limit=1', headers: bearer(ours.key) },
    { url: '/api/x/session', headers: session },
    {
      method: 'POST' as const,
      url: '/api/x/sign-in',
      payload: { email: 'robin@example.com', password: 'a long password', remember: false },
    },
  ]

  /** What each of them receives: status, Retry-After, and the body without its timestamp. */
  const told = () =>
    Promise.all(
      everyone().map(async (request) => {
        const answer = await service.app.inject(request)
        const { message, error } = answer.json<{ message?: string; error?: { code: string } }>()
        return [request.url, answer.statusCode, answer.headers['retry-after'], message ?? error?.code]
      }),
    )
  const unavailable = [
    ['/api/v1/webhooks', 503, '2', 'The service is unavailable right now; try again in a moment'],
    ['/api/customers?limit=1', 503, '2', 'UNAVAILABLE'],
    ['/api/x/session', 503, '2', 'UNAVAILABLE'],
    ['/api/x/sign-in', 503, '2', 'UNAVAILABLE'],
  ]
  const health = async () => [await status('/healthz'), await status('/readyz')]

  test('every request gets 503 with Retry-After', async () => {
    await proxy.refuse()
    expect(await told()).toEqual(unavailable)
    expect(await health()).toEqual([200, 503])
    await proxy.restore()
    await isReady()
    expect((await customers()).statusCode).toBe(200)
  })

  test.each([
    ['57P03', 'the database system is starting up'],
    ['53300', 'sorry, too many clients already'],
  ])('every request gets 503 while the server answers %s (%s)', async (code, text) => {
    proxy.answer(code, text)
    expect(await told()).toEqual(unavailable)
    expect(await health()).toEqual([200, 503])
  })

  test('a connection ended by an administrator causes no client error', async () => {
    const ended = sql`select pg_terminate_backend(pg_backend_pid())`.execute(service.context.store.db)
    await expect(ended).rejects.toThrow('The database is unavailable')
    expect((await customers()).statusCode).toBe(200)
  })

  test('an unresponsive server keeps no request waiting forever, however many arrive', async () => {
    proxy.freeze()
    const [ready, answers] = await Promise.all([
      status('/readyz'),
      Promise.all(Array.from({ length: 300 }, customers)),
    ])
    expect(ready).toBe(503)
    expect(await status('/healthz')).toBe(200)
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([503]))
    await proxy.restore()
    await isReady()
    expect((await customers()).statusCode).toBe(200)
  }, 300_000)

  test('a statement that takes too long is canceled', async () => {
    const slow = sql`select pg_sleep(60)`.execute(service.context.store.db)
    await expect(slow).rejects.toThrow(/The database is unavailable.*statement timeout/)
    expect((await customers()).statusCode).toBe(200)
  }, 300_000)
})

describe.runIf(onPostgres)('startup', () => {
  test('waits for a PostgreSQL that isn’t up yet, and says so once', async () => {
    const dataDir = await makeMigratedDataDir()
    const proxy = await DatabaseProxy.open(String(process.env['TEST_DATABASE_URL']))
    proxy.answer('57P03', 'the database system is starting up')
    const DATABASE_URL = proxy.through(String(environmentOf(dataDir)['DATABASE_URL']))
    const starting = startProcess(dataDir, { DATABASE_URL })
    await vi.waitFor(() => expect(proxy.answered).toBeGreaterThan(1), { timeout: 120_000 })
    await proxy.restore()
    const service = await starting
    expect(service.output().match(/Waiting for PostgreSQL .*starting up/g)).toHaveLength(1)

    // While the server does not respond, a stop must not wait for it.
    proxy.freeze()
    expect(await service.end('SIGTERM')).toBe(0)
    await proxy.close()
    await removeDataDir(dataDir)
  }, 240_000)

  test('gives up with a one-line error', async () => {
    const dataDir = await makeMigratedDataDir()
    const proxy = await DatabaseProxy.open(String(process.env['TEST_DATABASE_URL']))
    const DATABASE_URL = proxy.through(String(environmentOf(dataDir)['DATABASE_URL']))
    await proxy.close()
    const config = readConfig({ DATA_DIR: dataDir, DATABASE_URL })
    await expect(openStore(config, { waitMs: 100 })).rejects.toThrow(
      /^The database is unavailable: PostgreSQL at 127\.0\.0\.1:\d+: connect ECONNREFUSED [\d.:]+$/,
    )
    await removeDataDir(dataDir)
  })

  test('doesn’t wait when waiting can’t help', async () => {
    const dataDir = await makeMigratedDataDir()
    const DATABASE_URL = `${environmentOf(dataDir)['DATABASE_URL']}-absent`
    await expect(openStore(readConfig({ DATA_DIR: dataDir, DATABASE_URL }))).rejects.toThrow('does not exist')
    await removeDataDir(dataDir)
  })
})

describe.runIf(!onPostgres)('on SQLite', () => {
  let service: TestService
  let ours: TestAccount
  beforeAll(async () => {
    service = await startService()
    ours = await service.account('Ours')
  })
  afterAll(() => service.close())

  const status = async (url: string, token = '') =>
    (await service.app.inject({ url, headers: token === '' ? {} : { authorization: `Bearer ${token}` } }))
      .statusCode
  const write = () =>
    service.app.inject({
      method: 'POST',
      url: '/api/v1/webhooks',
      headers: { authorization: `Bearer ${ours.token}` },
      payload: { url: 'https://hooks.example.com/bureau', events: ['customer.created'] },
    })
  /** Holds the write lock as another process would, until the function it returns is called. */
  const lock = () => {
    const other = new DatabaseSync(join(service.dataDir, 'bureau.sqlite'))
    other.exec('begin immediate')
    return () => other.close()
  }
  test('a write waits for another process’s write and blocks nothing else', async () => {
    const { key } = await service.account('Ours')
    const unlock = lock()
    let isWritten = false
    const written = write().finally(() => {
      isWritten = true
    })
    expect(await status('/api/customers?limit=1', key)).toBe(200)
    expect(await status('/healthz')).toBe(200)
    expect(isWritten).toBe(false)
    unlock()
    expect((await written).statusCode).toBe(201)
  })

  test('a lasting lock makes writes unavailable and the service not ready', async () => {
    const unlock = lock()
    const refused = await Promise.all([write(), write()])
    expect(refused.map(({ statusCode, headers }) => [statusCode, headers['retry-after']])).toEqual([
      [503, '2'],
      [503, '2'],
    ])
    expect(await status('/readyz')).toBe(503)
    unlock()
    await vi.waitFor(async () => expect(await status('/readyz')).toBe(200), { timeout: 60_000 })
    expect((await write()).statusCode).toBe(201)
  }, 300_000)

  test('a long transaction blocks no read and becomes visible once committed', async () => {
    const { db } = service.context.store
    const has = async () =>
      (await db.selectFrom('settings').select('name').where('name', '=', 'long').execute()).length
    const steps: number[] = []
    await db.transaction().execute(async (trx) => {
      await trx.insertInto('settings').values({ name: 'long', value: '' }).execute()
      steps.push(await has(), await status('/healthz'), await status('/readyz'))
    })
    steps.push(await has())
    expect(steps).toEqual([0, 200, 200, 1])
  })

  test('a full disk makes writes unavailable and doesn’t affect reads', async () => {
    const { db } = service.context.store
    const key = (await service.account('Ours')).key
    const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(db)
    await sql.raw(`pragma max_page_count = ${rows[0]?.page_count}`).execute(db)
    const filling = db.transaction().execute(async (trx) => {
      const value = 'x'.repeat(1024 * 1024)
      await trx.insertInto('settings').values({ name: 'full', value }).execute()
    })
    await expect(filling).rejects.toThrow(/The database is unavailable: SQLite: .*full/)
    expect(await status('/api/customers?limit=1', key)).toBe(200)
    await sql`pragma max_page_count = 4294967294`.execute(db)
    expect((await write()).statusCode).toBe(201)
  })
})
