import { join } from 'node:path'

import { Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { environmentOf, makeDataDir, onPostgres, removeDataDir } from '#server/tools/testing/data-dir.ts'

import type { Database } from './database.ts'
import { postgres, sqlite } from './dialects.ts'
import { migrate } from './migrate.ts'
import { everyAccount, scopeSetting } from './scope.ts'
import { NodeSqliteDialect } from './sqlite-driver.ts'
import { openSqlite } from './sqlite.ts'

const dialect = onPostgres ? postgres : sqlite
let dataDir: string
let db: Kysely<Database>
beforeAll(async () => {
  dataDir = await makeDataDir()
  const { DATABASE_URL: url } = environmentOf(dataDir)
  db = new Kysely<Database>({
    dialect:
      url === undefined
        ? new NodeSqliteDialect({ writer: openSqlite(join(dataDir, 'bureau.sqlite')), patienceMs: 10_000 })
        : new PostgresDialect({ pool: new pg.Pool({ connectionString: url, max: 1 }) }),
  })
  await migrate(db, dialect, { through: '0060-invoice-templates' })
  await sql`insert into accounts (id, name, slug, time_zone, created_at)
    values (1, 'Ours', 'ours', 'UTC', '2026-01-01T00:00:00.000000Z'), (2, 'Theirs', 'theirs', 'Pacific/Auckland', '2026-01-01T00:00:00.000000Z')`.execute(
    db,
  )
  for (const [id, time_zone] of [
    [1, 'Europe/Berlin'],
    [2, 'America/New_York'],
  ] as const)
    await sql`insert into company_versions (id, account_id, version, name, address, tax_number, bank_details, invoice_footer,
      payment_days, currency, tax_rate, number_pattern, time_zone, fiscal_year_start, created_at)
      values (${id}, 1, ${id}, 'Ours', '', '', '', '', 14, 'EUR', 0, '{number}', ${time_zone}, 1, '2026-01-01T00:00:00.000000Z')`.execute(
      db,
    )
  for (const [id, account, status, total, settled, company] of [
    [1, 1, 'sent', 100, 0, null],
    [2, 1, 'sent', 0, 0, 2],
    [3, 1, 'overdue', 0, 0, 1],
    [4, 1, 'paid', 100, 130, 2],
    [5, 1, 'draft', 0, 0, null],
    [6, 2, 'sent', 100, 40, null],
  ] as const)
    await sql`insert into invoices (id, account_id, invoice_number, customer_id, customer_name, customer_email, status, currency,
      total_amount, settled_amount, due_date, total_key, invoice_number_key, customer_name_key, search_text, created_at, updated_at,
      company_id)
      values (${id}, ${account}, ${`INV-${id}`}, 1, 'Ada', 'ada@example.com', ${status}, 'EUR', ${total}, ${settled}, '2026-12-31',
      ${total / 100}, '', '', '', '2026-11-30T23:30:00.000000Z', '2026-11-30T23:30:00.000000Z', ${company})`.execute(
      db,
    )
  await sql`insert into credit_notes (id, account_id, invoice_id, credit_number, reason, total_amount, created_at, issued_by, company_id)
    values (1, 1, 4, 'CN-1', 'Damaged', 30, '2026-12-31T23:30:00.000000Z', 'Ada', 1)`.execute(db)
  await migrate(db, dialect)
  // The policies hide every row from a connection that says nothing.
  if (onPostgres) await sql`select set_config(${scopeSetting}, ${everyAccount}, false)`.execute(db)
})
afterAll(async () => {
  await db.destroy()
  await removeDataDir(dataDir)
})

test('invoices that came to nothing are paid after the upgrade, and nobody is told', async () => {
  const rows = await db.selectFrom('invoices').select(['status', 'paid_event']).orderBy('id').execute()
  expect(rows.map(({ status, paid_event }) => `${status} ${paid_event}`)).toEqual([
    'sent 0',
    'paid 1',
    'paid 1',
    'paid 0',
    'draft 0',
    'sent 0',
  ])
  expect(await db.selectFrom('event_log').select('id').execute()).toEqual([])
})

test('sums by status and of what is to be refunded are right after the upgrade', async () => {
  const rows = await db
    .selectFrom('tallies')
    .select(['name', 'status', 'entries'])
    .select(sql<number>`cast(amount as double precision)`.as('amount'))
    .where('account_id', '=', 1)
    .where('name', 'in', ['status', 'refund-status', 'settled-status'])
    .where('entries', '<>', 0)
    .execute()
  expect(
    rows.map(({ name, status, entries, amount }) => [name, status, entries, amount].join(' ')).toSorted(),
  ).toEqual(['refund-status paid 1 30', 'status draft 1 0', 'status paid 3 100', 'status sent 1 100'])
})

test('what was sent has its day of issue after the upgrade, where the company was then', async () => {
  const days = await db.selectFrom('invoices').select('issued_on').orderBy('id').execute()
  expect(days.map(({ issued_on }) => issued_on)).toEqual([
    // Without a version of its own, that is the oldest one.
    '2026-12-01',
    '2026-11-30',
    '2026-12-01',
    '2026-11-30',
    null,
    '2026-12-01',
  ])
  const notes = await db.selectFrom('credit_notes').select('issued_on').execute()
  expect(notes).toEqual([{ issued_on: '2027-01-01' }])
})
