import { type Kysely, type RawBuilder, sql } from 'kysely'

import { ConfigError } from '#server/config.ts'

import { type Database, tables } from './database.ts'
import { lockClasses } from './lock-classes.ts'

/** A table of the same schema that isn't listed belongs to another program. */
export const ownTables = [
  ...Object.keys(tables),
  // Parents of the tables that are searched; see `searchedRows`.
  'searched_custom_field_values',
  'searched_customers',
  'searched_contacts',
  'searched_services',
  'searched_invoices',
  // Only functions of the database write these.
  'admitted_requests',
  'tally_changes',
]

/** Tables of ours that later migrations renamed or dropped; a database may not have been brought that far. */
const formerTables = ['outbox'] as const

interface OwnColumn {
  readonly table: string
  readonly column: string
}

/** Makes every text column of our tables sort by code point, whatever the language of the database. */
export async function sortByCodePoint(db: Kysely<Database>): Promise<void> {
  if ((await otherwiseSorted(db)).length === 0) return
  await db.transaction().execute(async (trx) => {
    // Several processes may start at once.
    await sql`select pg_advisory_xact_lock(${lockClasses.names}::int, hashtext('collation'))`.execute(trx)
    for (const [table, columns] of Map.groupBy(await otherwiseSorted(trx), (column) => column.table)) {
      const changes = columns.map(({ column }) => sql`alter column ${sql.id(column)} type text collate "C"`)
      await sql`alter table ${sql.id(table)} ${sql.join(changes)}`.execute(trx)
    }
  })
}

async function otherwiseSorted(db: Kysely<Database>): Promise<readonly OwnColumn[]> {
  const { rows } = await sql<OwnColumn>`
    select relname as "table", attname as "column"
    from pg_attribute
    join pg_class on pg_class.oid = attrelid
    join pg_collation on pg_collation.oid = attcollation
    where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p')
      and relname = any(${[...ownTables, ...formerTables]}::name[]) and atttypid = 'text'::regtype
      and attnum > 0 and not attisdropped and collname <> 'C'
    order by relname, attnum`.execute(db)
  return rows
}

/** Returns the operator class of trigram indexes, wherever the extension is installed; installs it if necessary. */
export async function trigramOperators(db: Kysely<Database>): Promise<RawBuilder<unknown>> {
  const schema = (await trigramSchema(db)) ?? (await installTrigrams(db))
  return sql.id(schema, 'gin_trgm_ops')
}

async function trigramSchema(db: Kysely<Database>): Promise<string | undefined> {
  const { rows } = await sql<{ schema: string }>`
    select nspname as schema from pg_extension join pg_namespace on pg_namespace.oid = extnamespace
    where extname = 'pg_trgm'`.execute(db)
  return rows[0]?.schema
}

async function installTrigrams(db: Kysely<Database>): Promise<string> {
  try {
    await sql`create extension pg_trgm`.execute(db)
  } catch (error) {
    throw new ConfigError(
      `DATABASE_URL: this database needs the extension pg_trgm, which this user can't install (${(error as Error).message}). ` +
        'Ask an administrator to run "create extension pg_trgm" in it; the extension is part of postgresql-contrib',
    )
  }
  return (await trigramSchema(db)) ?? 'public'
}
