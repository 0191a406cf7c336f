import type { DatabaseSync } from 'node:sqlite'

import { Kysely } from 'kysely'

import type { Database } from './database.ts'
import { sqlite } from './dialects.ts'
import { isMigration, migrate } from './migrate.ts'
import { NodeSqliteDialect } from './sqlite-driver.ts'
import { openSqlite } from './sqlite.ts'

/** The statement of each table, index, trigger and view, by kind and name. */
export type Schema = ReadonlyMap<string, string>

/** Returns the schema that the migrations up to that one make on SQLite; undefined if there is no such migration. */
export async function schemaThrough(migration: string): Promise<Schema | undefined> {
  if (!isMigration(migration)) return undefined
  const writer = openSqlite(':memory:')
  const db = new Kysely<Database>({ dialect: new NodeSqliteDialect({ writer, patienceMs: 0 }) })
  try {
    await migrate(db, sqlite, { through: migration })
    return schemaOf(writer)
  } finally {
    await db.destroy()
  }
}

/** Returns the schema of a SQLite database, without what SQLite makes itself. */
export function schemaOf(database: DatabaseSync): Schema {
  const rows = database
    .prepare(String.raw`select type, name, sql from sqlite_master where name not like 'sqlite\_%' escape '\'`)
    .all()
  return new Map(rows.map(({ type, name, sql }) => [`${String(type)} ${String(name)}`, String(sql)]))
}
