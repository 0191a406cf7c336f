import { Kysely, PostgresDialect, sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'

import { readConfig } from '#server/config.ts'
import { environmentOf, makeDataDir, removeDataDir } from '#server/tools/testing/data-dir.ts'

import type { Database } from './database.ts'
import { postgres, sqlite } from './dialects.ts'
import * as staff from './migrations/0001-staff.ts'
import * as customers from './migrations/0002-customers.ts'
import * as outbox from './migrations/0003-outbox.ts'
import * as webhooks from './migrations/0004-webhooks.ts'
import * as delivery from './migrations/0008-delivery.ts'
import { openMigrationPool } from './postgres.ts'
import { NodeSqliteDialect } from './sqlite-driver.ts'
import { openSqlite } from './sqlite.ts'

let dataDir: string
let db: Kysely<Database>

beforeEach(async () => {
  dataDir = await makeDataDir()
  const { databaseUrl } = readConfig(environmentOf(dataDir))
  const dialect = databaseUrl ? postgres : sqlite
  db = new Kysely({
    dialect: databaseUrl
      ? new PostgresDialect({ pool: openMigrationPool(databaseUrl) })
      : new NodeSqliteDialect({ writer: openSqlite(':memory:'), patienceMs: 10_000 }),
  })
  for (const step of [staff, customers, outbox, webhooks]) await step.up(db, dialect)
})
afterEach(async () => {
  await db.destroy()
  await removeDataDir(dataDir)
})

test('payloads queued before an upgrade keep their bytes, each stored once', async () => {
  const time = '2026-01-01T00:00:00.000000Z'
  await sql`insert into accounts (id, name, slug, created_at) values (1, 'One', 'one', ${time})`.execute(db)
  for (const id of [1, 2]) {
    await sql`insert into webhooks (id, account_id, url, events, status, secret_sealed, secret_fingerprint, created_at,
      updated_at) values (${id}, 1, 'https://hooks.example', '[]', 'active', '', '', ${time}, ${time})`.execute(
      db,
    )
  }
  const payload = (type: string, data: unknown) => JSON.stringify({ type, timestamp: time, data })
  const events = { evt_a: { name: 'Zoë "Z" \\' }, evt_b: { id: 2 }, evt_c: [1.5, null] }
  for (const [event, data] of Object.entries(events)) {
    await sql`insert into outbox (account_id, event_id, type, data, created_at)
      values (1, ${event}, 'a.b', ${JSON.stringify(data)}, ${time})`.execute(db)
  }
  const bodies = {
    evt_a: payload('a.b', events.evt_a),
    evt_b: payload('a.b', events.evt_b),
    evt_test: payload('a.b', { test: true }),
  }
  for (const [event, body] of Object.entries(bodies)) {
    for (const webhook of event === 'evt_test' ? [1] : [1, 2]) {
      await sql`insert into deliveries (account_id, webhook_id, event, event_id, body, status, created_at)
        values (1, ${webhook}, 'a.b', ${event}, ${body}, 'pending', ${time})`.execute(db)
    }
  }
  await delivery.up(db)
  const { rows: log } = await sql`select event_id, body from outbox order by id`.execute(db)
  expect(log).toEqual(
    Object.entries({ ...bodies, evt_c: payload('a.b', events.evt_c) })
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([event_id, body]) => ({ event_id, body })),
  )
  const { rows: deliveries } = await sql<{ event_id: string; of: string }>`
    select deliveries.event_id, outbox.event_id as of
    from deliveries join outbox on outbox.id = deliveries.outbox_id`.execute(db)
  expect(deliveries).toHaveLength(5)
  expect(deliveries.every((row) => row.event_id === row.of)).toBe(true)
})
