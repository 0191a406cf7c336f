import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { afterEach, expect, test } from 'vitest'

import { environmentOf, makeDataDir, onPostgres, removeDataDir } from '#server/tools/testing/data-dir.ts'
import { restoreStored } from '#server/tools/testing/stored.ts'

import type { Database } from './database.ts'
import { postgres, sqlite } from './dialects.ts'
import { migrate } from './migrate.ts'
import { NodeSqliteDialect } from './sqlite-driver.ts'
import { openSqlite } from './sqlite.ts'

const made: string[] = []
afterEach(() => Promise.all(made.splice(0).map(removeDataDir)))

async function newDataDir() {
  const dataDir = await makeDataDir()
  made.push(dataDir)
  return dataDir
}

test('the migrations up to 0005 still produce the released schema: they are frozen, write a new one', async () => {
  const [released, fresh] = [await newDataDir(), await newDataDir()]
  await restoreStored('0005', released)
  const engine = engineOf(fresh)
  await migrate(engine.db, onPostgres ? postgres : sqlite, { through: '0005-catalogue' })
  await engine.db.destroy()
  const schema = await schemaOf(released)
  expect(schema.length).toBeGreaterThan(100)
  expect(await schemaOf(fresh)).toEqual(schema)
})

function engineOf(dataDir: string): { db: Kysely<Database> } {
  const { DATABASE_URL: url } = environmentOf(dataDir)
  const dialect =
    url === undefined
      ? new NodeSqliteDialect({ writer: openSqlite(join(dataDir, 'bureau.sqlite')), patienceMs: 10_000 })
      : new PostgresDialect({ pool: new pg.Pool({ connectionString: url, max: 1 }) })
  return { db: new Kysely<Database>({ dialect }) }
}

async function schemaOf(dataDir: string): Promise<string[]> {
  const { DATABASE_URL: url } = environmentOf(dataDir)
  if (url === undefined) {
    const database = new DatabaseSync(join(dataDir, 'bureau.sqlite'), { readOnly: true })
    const rows = database.prepare('select sql from sqlite_master where sql is not null').all() as {
      sql: string
    }[]
    const columns = database
      .prepare(
        `select m.name as of, c.name, c.type, c."notnull", c.dflt_value, c.pk
         from sqlite_master m, pragma_table_xinfo(m.name) c where m.type = 'table'`,
      )
      .all()
    database.close()
    return [...rows.map(({ sql }) => sql), ...columns.map((row) => JSON.stringify(row))].toSorted()
  }
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query<{ line: string }>(postgresSchema).finally(() => client.end())
  return rows.map(({ line }) => line).toSorted()
}

/** Every column, constraint, index, trigger and function of ours, a line each. */
const postgresSchema = `
  select concat_ws(' ', 'column', table_name, column_name, data_type, collation_name, is_nullable, column_default,
    is_identity, identity_generation) as line
  from information_schema.columns where table_schema = 'public'
  union all select concat_ws(' ', 'constraint', conrelid::regclass::text, conname, pg_get_constraintdef(oid))
  from pg_constraint where connamespace = 'public'::regnamespace
  union all select concat_ws(' ', 'index', indexdef) from pg_indexes where schemaname = 'public'
  union all select concat_ws(' ', 'trigger', pg_get_triggerdef(t.oid)) from pg_trigger t where not tgisinternal
  union all select concat_ws(' ', 'function', pg_get_functiondef(p.oid)) from pg_proc p
  where pronamespace = 'public'::regnamespace
    and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')`
