import { Kysely, PostgresDialect, sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'

import { readConfig } from '#server/config.ts'
import { environmentOf, makeDataDir, removeDataDir } from '#server/tools/testing/data-dir.ts'

import type { Database } from './database.ts'
import { postgres, sqlite } from './dialects.ts'
import { migrate } from './migrate.ts'
import { openMigrationPool } from './postgres.ts'
import { everyAccount, noAccount, scopeSetting } from './scope.ts'
import { NodeSqliteDialect } from './sqlite-driver.ts'
import { openSqlite } from './sqlite.ts'

let dataDir: string
let db: Kysely<Database>
const time = '2026-01-01T00:00:00.000000Z'
const engine = () => (readConfig(environmentOf(dataDir)).databaseUrl ? postgres : sqlite)

beforeEach(async () => {
  dataDir = await makeDataDir()
  const { databaseUrl } = readConfig(environmentOf(dataDir))
  db = new Kysely({
    dialect: databaseUrl
      ? new PostgresDialect({ pool: openMigrationPool(databaseUrl) })
      : new NodeSqliteDialect({ writer: openSqlite(':memory:'), patienceMs: 10_000 }),
  })
  await migrate(db, engine(), { through: '0060-invoice-templates' })
  await engine().protectAccounts(db)
  await setScope(everyAccount)
  await sql`insert into accounts (id, name, slug, created_at) values (1, 'One', 'one', ${time})`.execute(db)
  await sql`insert into plans (id, account_id, name, frequency, currency, net_amount, total_amount, trial_days, payment_days,
    notes, lines, created_at, updated_at) values (1, 1, 'Café École', 'monthly', 'EUR', 1, 1, 0, 0, '', '[]', ${time}, ${time})`.execute(
    db,
  )
})
afterEach(async () => {
  await db.destroy()
  await removeDataDir(dataDir)
})

/** Whose rows the statements of this test see on PostgreSQL. */
async function setScope(scope: typeof everyAccount | typeof noAccount): Promise<void> {
  if (engine().kind === 'postgres') await sql`select set_config(${scopeSetting}, ${scope}, false)`.execute(db)
}

/** As a start does, which says nothing about accounts. */
async function upgrade(): Promise<void> {
  await setScope(noAccount)
  await migrate(db, engine())
  await setScope(everyAccount)
}

interface Stored {
  readonly status?: 'active' | 'paused' | 'ended'
  readonly next_on?: string
  readonly ends_on?: string
  readonly adjustments?: string
}

/** A subscription with its recurring invoice, as it was stored before the upgrade. */
async function insert(
  id: number,
  { status = 'active', next_on, ends_on, adjustments = '[]' }: Stored = {},
): Promise<void> {
  await sql`insert into invoice_schedules (id, account_id, customer_id, customer_name, customer_email, status, frequency,
    starts_on, ends_on, next_on, currency, total_amount, payment_days, notes, lines, created_at, updated_at)
    values (${id}, 1, 1, 'Bjørn Ødegård', '', ${status}, 'monthly', '2026-01-01', ${ends_on ?? null}, ${next_on ?? null}, 'EUR', 1, 0,
    '', '[]', ${time}, ${time})`.execute(db)
  await sql`insert into subscriptions (id, account_id, plan_id, schedule_id, plan_name, plan_lines, quantity, net_amount,
    starts_on, sends, adjustments, created_at)
    values (${id}, 1, 1, ${id}, 'Pflege für Websites', '[]', 1, 1, '2026-01-01', 1, ${adjustments}, ${time})`.execute(
    db,
  )
}

test('names from before the upgrade are found without their accents', async () => {
  await insert(1)
  await insert(2)
  await upgrade()
  const keys = async (table: 'plans' | 'subscriptions' | 'invoice_schedules', column: string) =>
    (
      await sql<{ key: string }>`select ${sql.id(column)} as key from ${sql.table(table)}`.execute(db)
    ).rows.map(({ key }) => key)
  expect(await keys('plans', 'name_key')).toEqual(['cafe ecole'])
  expect(await keys('subscriptions', 'plan_name_key')).toEqual(Array(2).fill('pflege fur websites'))
  expect(await keys('invoice_schedules', 'customer_name_key')).toEqual(Array(2).fill('bjorn odegard'))
})

test('what was never billed is drafted after the upgrade, and comes with the next invoice where one follows', async () => {
  const line = (unitPrice: number) =>
    JSON.stringify([{ description: 'Care', quantity: 1_000_000, unitPrice, discount: 0, taxRate: 0 }])
  await insert(1, { status: 'ended', ends_on: '2026-02-01', adjustments: line(500) })
  await insert(2, { status: 'paused', ends_on: '2026-02-01', adjustments: line(500) })
  await insert(3, { next_on: '2099-01-01', adjustments: line(500) })
  await insert(4, { status: 'paused', adjustments: line(500) })
  await insert(5, { status: 'ended', ends_on: '2026-02-01', adjustments: line(-500) })
  await insert(6, { status: 'ended', ends_on: '2026-02-01' })
  await upgrade()
  const rows = await db.selectFrom('subscriptions').select('closing').orderBy('id').execute()
  expect(rows.map(({ closing }) => closing)).toEqual(['draft', 'draft', 'bill', 'bill', null, null])
})
