import { type Kysely, sql } from 'kysely'

import { fold } from '#contract/values/folding.ts'
import type { Database } from '#server/platform/db/database.ts'
import type { DbDialect } from '#server/platform/db/dialects.ts'

const names = [
  ['plans', 'name'],
  ['subscriptions', 'plan_name'],
  ['invoice_schedules', 'customer_name'],
] as const

/** Plans, subscriptions and recurring invoices are searched and sorted by folded names. */
export async function up(db: Kysely<Database>, dialect: DbDialect): Promise<void> {
  for (const [table, name] of names) await addNameKey(db, dialect, table, name)
}

/** Adds a column with the folded text of another one, which is called like it, with `_key` at its end. */
export async function addNameKey(
  db: Kysely<Database>,
  dialect: DbDialect,
  table: string,
  name: string,
): Promise<void> {
  await sql`alter table ${sql.table(table)} add column ${sql.id(`${name}_key`)} text not null default ''`.execute(
    db,
  )
  await fill(db, dialect, table, name)
}

/** Neither database folds text as we do, so each name comes here once and goes back. */
async function fill(db: Kysely<Database>, dialect: DbDialect, table: string, name: string): Promise<void> {
  const { rows } = await sql<{
    text: string
  }>`select distinct ${sql.id(name)} as text from ${sql.table(table)}`.execute(db)
  const folded = JSON.stringify(rows.map(({ text }) => ({ text, key: fold(text) })))
  await sql`update ${sql.table(table)} set ${sql.id(`${name}_key`)} = entry.value ->> 'key'
    from ${dialect.jsonRows(folded)} as entry where ${sql.ref(`${table}.${name}`)} = entry.value ->> 'text'`.execute(
    db,
  )
}
