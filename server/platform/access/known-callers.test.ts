import { setTimeout as wait } from 'node:timers/promises'

import { expect, onTestFinished, test } from 'vitest'

import { accountHeader } from '#contract/access/session.ts'
import { readConfig } from '#server/config.ts'
import { type PeerListener, noPeers } from '#server/platform/db/peers.ts'
import type { Store } from '#server/platform/db/store.ts'
import { now } from '#server/platform/lib/clock.ts'
import { openStore } from '#server/platform/startup/open-store.ts'
import { makeMigratedDataDir } from '#server/tools/testing/blank-database.ts'
import { environmentOf, onPostgres, removeDataDir } from '#server/tools/testing/data-dir.ts'
import { credentialsOn, startProcess } from '#server/tools/testing/process.ts'
import { startService } from '#server/tools/testing/service.ts'
import { statementsOf } from '#server/tools/testing/statements.ts'

import type { IntegrationCaller } from './caller-types.ts'
import { KnownCallers, knownForMs } from './known-callers.ts'

const caller: IntegrationCaller = {
  kind: 'key',
  id: 1,
  name: 'API key …abcd',
  account: 1,
  abilities: [],
  rateLimit: 1,
  expiresAt: null,
  connection: null,
}

/** Callers at a time of our own, and how often they were looked up. `processes` are those that serve the database. */
function atTime({ forMs = knownForMs, processes = [1] }: { forMs?: number; processes?: number[] } = {}) {
  const clock = { nowMs: 5_000 }
  let tellStatement = (_statement: { sql: string }) => {}
  let listener: PeerListener | undefined
  const published: string[] = []
  const callers = new KnownCallers(
    {
      onStatement: (listener) => (tellStatement = listener as typeof tellStatement),
      peers: {
        ...noPeers,
        subscribe: (given) => (listener = given),
        publish: (message) => published.push(message),
        registered: async () => processes,
      },
      db: {} as Store['db'],
    },
    forMs,
    () => clock.nowMs,
  )
  let lookups = 0
  const find = (found: IntegrationCaller | undefined = caller) =>
    callers.find('bk_secret', async () => {
      lookups += 1
      return found
    })
  return {
    clock,
    callers,
    find,
    lookups: () => lookups,
    write: (sql: string) => tellStatement({ sql }),
    published,
    peers: () => listener,
  }
}

test('a caller is looked up at most once a second', async () => {
  const { clock, find, lookups } = atTime()
  for (const afterMs of [0, 1, 998]) {
    clock.nowMs += afterMs
    expect(await find()).toBe(caller)
  }
  expect(lookups()).toBe(1)
  clock.nowMs += 1
  await find()
  expect(lookups()).toBe(2)
})

test('the second starts before the lookup, however long the lookup takes', async () => {
  const { clock, callers, find, lookups } = atTime()
  await callers.find('bk_secret', async () => {
    clock.nowMs += knownForMs
    return caller
  })
  await find()
  expect(lookups()).toBe(1)
})

test('a rejected caller is looked up again on the next request', async () => {
  const { callers, find, lookups } = atTime()
  expect(await callers.find('bk_secret', async () => undefined)).toBeUndefined()
  expect(await find()).toBe(caller)
  expect(lookups()).toBe(1)
})

test.each([
  'update "credentials" set "revoked_at" = ?',
  'delete from "memberships" where "id" = ?',
  'update "memberships" set "role" = ?',
  'delete from "staff_sessions" where "id" = ?',
])('the service’s own writes take effect immediately: %s', async (sql) => {
  const { find, lookups, write } = atTime()
  await find()
  write(sql)
  await find()
  expect(lookups()).toBe(2)
})

test('a lookup overtaken by a change isn’t cached', async () => {
  const { callers, find, lookups, write } = atTime()
  await callers.find('bk_secret', async () => {
    write('update "credentials" set "revoked_at" = ?')
    return caller
  })
  await find()
  expect(lookups()).toBe(1)
})

test('what a process changed is forgotten here and by those that hear of it', async () => {
  const [one, other] = [atTime(), atTime()]
  await Promise.all([one.find(), other.find()])
  await one.callers.forgetEverywhere()
  for (const message of one.published) other.peers()?.message(message)
  other.peers()?.message('{"account":1}')
  await Promise.all([one.find(), other.find()])
  expect([one.lookups(), other.lookups()]).toEqual([2, 2])
  other.peers()?.missed()
  await other.find()
  expect(other.lookups()).toBe(3)
})

test('beside another process, forgetting lasts until that one has forgotten anyway', async () => {
  // An hour: it would not be over before the test is.
  await atTime({ forMs: 3_600_000 }).callers.forgetEverywhere()
  const startedMs = performance.now()
  await atTime({ forMs: 300, processes: [1, 2] }).callers.forgetEverywhere()
  // Timers may fire a little early.
  expect(performance.now() - startedMs).toBeGreaterThan(295)
})

test('unrelated statements keep known callers cached', async () => {
  const { find, lookups, write } = atTime()
  await find()
  write('update "customers" set "name" = ?')
  write('update "credentials" set "last_used_at" = ? where "id" = ?')
  write('select * from "credentials"')
  await find()
  expect(lookups()).toBe(1)
})

test('a credential revoked or expired by another process is rejected within a second', async () => {
  const dataDir = await makeMigratedDataDir()
  onTestFinished(() => removeDataDir(dataDir))
  const service = await startProcess(dataDir, { LOG_LEVEL: 'error' })
  onTestFinished(async () => void (await service.end()))
  const { token, key } = await credentialsOn(dataDir)
  const status = async (path: string, secret: string) =>
    (await fetch(service.url + path, { headers: { authorization: `Bearer ${secret}` } })).status
  const both = () => Promise.all([status('/api/v1/contacts', token), status('/api/customers?page=1', key)])
  expect(await both()).toEqual([200, 200])

  const other = await openStore(readConfig(environmentOf(dataDir)))
  onTestFinished(() => other.close())
  await both()
  const change = (kind: 'token' | 'key') => other.db.updateTable('credentials').where('kind', '=', kind)
  await change('token').set({ revoked_at: now() }).execute()
  await change('key').set({ expires_at: '2020-01-01T00:00:00.000000Z' }).execute()
  await wait(knownForMs)
  expect(await both()).toEqual([401, 401])
}, 300_000)

test('a person removed or given another role by another process loses the old access within a second', async () => {
  const service = await startService({}, { callersForMs: knownForMs })
  onTestFinished(() => service.close())
  const { id } = await service.account('Ours')
  const [admin, staff] = [await service.session(id, 'admin'), await service.session(id, 'staff')]
  const status = async (session: Record<string, string>) => {
    const headers = { ...session, [accountHeader]: String(id) }
    return (await service.app.inject({ url: '/api/v1/webhooks', headers })).statusCode
  }
  expect(await status(admin)).toBe(200)
  expect(await status(staff)).toBe(403)

  const other = await openStore(service.context.config)
  onTestFinished(() => other.close())
  const roles = other.db.updateTable('memberships')
  await roles.set({ role: 'viewer' }).where('role', '=', 'admin').execute()
  await other.db.deleteFrom('memberships').where('role', '=', 'staff').execute()
  await wait(knownForMs)
  expect(await status(admin)).toBe(403)
  expect(await status(staff)).toBe(403)
  await other.db.deleteFrom('staff_sessions').execute()
  await wait(knownForMs)
  expect(await status(admin)).toBe(401)
})

test('finding a known caller adds no statement to a request', async () => {
  const service = await startService({}, { callersForMs: 60_000 })
  onTestFinished(() => service.close())
  const { id, key } = await service.account('Ours')
  const session = { ...(await service.session(id, 'admin')), [accountHeader]: String(id) }
  // On PostgreSQL, the processes count the requests of a caller together.
  const counting = onPostgres ? 1 : 0
  for (const headers of [{ authorization: `Bearer ${key}` }, session]) {
    const ask = async () =>
      expect((await service.app.inject({ url: '/api/x/event-types', headers })).statusCode).toBe(200)
    expect(await statementsOf(service.context.store, ask)).toBe(counting)
  }
})
