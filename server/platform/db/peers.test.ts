import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'

import { type Context, createContext } from '#server/context.ts'
import { ensureAccount } from '#server/platform/access/staff/accounts.ts'
import { onPostgres } from '#server/tools/testing/data-dir.ts'
import { type TestService, startService } from '#server/tools/testing/service.ts'

let service: TestService
let other: Context
beforeAll(async () => {
  service = await startService()
  other = await createContext(service.context.config)
})
afterAll(async () => {
  await other.store.close()
  await service.close()
})

describe.runIf(onPostgres)('two processes on one database', () => {
  const change = { topic: 'customers', id: null } as const

  test('an account requested concurrently is created once', async () => {
    const stores = [service.context.store, other.store]
    const asked = Array.from({ length: 20 }, (_, index) =>
      ensureAccount(stores[index % 2] as (typeof stores)[0], 'One'),
    )
    expect(new Set((await Promise.all(asked)).map(({ id }) => id)).size).toBe(1)
  })

  test('are notified of each other’s changes, once', async () => {
    const [heard, own]: [unknown[], unknown[]] = [[], []]
    const stop = [
      other.live.subscribe(1, (change) => heard.push(change)),
      service.context.live.subscribe(1, (change) => own.push(change)),
    ]
    service.context.live.publish(2, change)
    service.context.live.publish(1, change)
    await vi.waitFor(() => expect(heard).toEqual([change]), { timeout: 60_000 })
    expect(own).toEqual([change])
    for (const unsubscribe of stop) unsubscribe()
  })

  test('survive the loss of every connection and get notified again', async () => {
    const heard: unknown[] = []
    const stop = other.live.subscribe(1, (change) => heard.push(change))
    const during = service.context.store.db.transaction().execute(async (trx) => {
      await sql`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid()`.execute(other.store.db)
      await trx.selectFrom('settings').select('name').execute()
    })
    await expect(during).rejects.toThrow(/connection|ECONNRESET/i)
    await vi.waitFor(
      async () => {
        expect((await service.app.inject('/readyz')).statusCode).toBe(200)
        service.context.live.publish(1, change)
        expect(heard).toContainEqual(change)
      },
      { timeout: 60_000, interval: 200 },
    )
    stop()
  })

  test('ignore anything else on their channel', async () => {
    const heard: unknown[] = []
    const stop = other.live.subscribe(1, (change) => heard.push(change))
    const foreign = [
      'hello',
      '',
      '{}',
      'x'.repeat(36),
      `${'x'.repeat(36)}{"account":1,"change":{"topic":"weather","id":null}}`,
      `${'x'.repeat(36)}{"account":1}`,
    ]
    for (const channel of ['bureau', 'bureau_peers_1']) {
      for (const text of foreign) await sql`select pg_notify(${channel}, ${text})`.execute(other.store.db)
    }
    service.context.live.publish(1, change)
    await vi.waitFor(() => expect(heard).toEqual([change]), { timeout: 60_000 })
    stop()
  })

  test('tell their open screens to reload everything after a lost connection', async () => {
    const heard: unknown[] = []
    const stop = other.live.subscribe(1, (change) => heard.push(change))
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`.execute(other.store.db)
    await vi.waitFor(
      () => {
        for (const topic of ['webhooks', 'deliveries', 'customers', 'contacts', 'invoices'])
          expect(heard).toContainEqual({ topic, id: null })
      },
      { timeout: 60_000 },
    )
    stop()
  })

  test('keep name locks separate from process locks', async () => {
    const { db, dialect } = service.context.store
    await service.context.store.peers.join()
    const classes = await db.transaction().execute(async (trx) => {
      await dialect.lock(trx, 'a name')
      const { rows } = await sql<{
        classid: number
        objsubid: number
      }>`select distinct classid::bigint, objsubid
        from pg_locks where locktype = 'advisory' and database = (
          select oid from pg_database where datname = current_database())`.execute(trx)
      return rows
    })
    // 2: the form of two integers.
    expect(classes.map(({ objsubid }) => objsubid)).toEqual([2, 2])
    expect(new Set(classes.map(({ classid }) => classid)).size).toBe(2)
    await service.context.store.peers.leave()
  })
})
