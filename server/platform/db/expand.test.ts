import { readdirSync } from 'node:fs'
import { join } from 'node:path'

import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { afterEach, expect, test } from 'vitest'

import { environmentOf, makeDataDir, onPostgres, removeDataDir } from '#server/tools/testing/data-dir.ts'

import type { Database } from './database.ts'
import { postgres, sqlite } from './dialects.ts'
import { migrate } from './migrate.ts'
import { NodeSqliteDialect } from './sqlite-driver.ts'
import { openSqlite } from './sqlite.ts'

/**
 * What a migration after this one takes away from the version before it, which may still be running beside it. A step that
 * has to is named in `contracting`, once no version that is still in use needs what it removes.
 */
const start = '0028-customer-trash'
const contracting: Readonly<Record<string, readonly string[]>> = {}

let dataDir: string
let db: Kysely<Database>
afterEach(async () => {
  await db.destroy()
  await removeDataDir(dataDir)
})

test('migrations only add to the schema, so that the version before still reads and writes it', async () => {
  dataDir = await makeDataDir()
  db = openEngine()
  const dialect = onPostgres ? postgres : sqlite
  const names = readdirSync(join(import.meta.dirname, 'migrations'))
    .map((file) => file.replace(/\.ts$/, ''))
    .filter((name) => /^\d{4}-/.test(name) && name > start)
    .toSorted()
  expect(names.length).toBeGreaterThan(20)
  await migrate(db, dialect, { through: start })
  let before = await columns()
  for (const name of names) {
    await migrate(db, dialect, { through: name })
    const after = await columns()
    expect([name, ...lost(before, after)]).toEqual([name, ...(contracting[name] ?? [])])
    before = after
  }
})

interface Column {
  readonly table: string
  readonly type: string
  /** Whether a row can be inserted without it. */
  readonly isOptional: boolean
}

/** What a statement written for `before` can't rely on any more. */
function lost(before: ReadonlyMap<string, Column>, after: ReadonlyMap<string, Column>): string[] {
  const tables = new Set([...before.values()].map(({ table }) => table))
  const changed = [...before].flatMap(([name, column]) => {
    const now = after.get(name)
    if (!now) return [`${name} is gone`]
    if (now.type !== column.type) return [`${name} is ${now.type} instead of ${column.type}`]
    return column.isOptional && !now.isOptional ? [`${name} must be given`] : []
  })
  const demanded = [...after].flatMap(([name, { table, isOptional }]) =>
    !before.has(name) && tables.has(table) && !isOptional ? [`${name} must be given`] : [],
  )
  return [...changed, ...demanded].toSorted()
}

async function columns(): Promise<ReadonlyMap<string, Column>> {
  const tables = await db.introspection.getTables()
  return new Map(
    tables.flatMap(({ name: table, columns: all }) =>
      all.map(({ name, dataType, isNullable, hasDefaultValue, isAutoIncrementing }) => [
        `${table}.${name}`,
        { table, type: dataType, isOptional: isNullable || hasDefaultValue || isAutoIncrementing },
      ]),
    ),
  )
}

function openEngine(): Kysely<Database> {
  const { DATABASE_URL: url } = environmentOf(dataDir)
  const dialect =
    url === undefined
      ? new NodeSqliteDialect({ writer: openSqlite(join(dataDir, 'bureau.sqlite')), patienceMs: 10_000 })
      : new PostgresDialect({ pool: new pg.Pool({ connectionString: url, max: 1 }) })
  return new Kysely<Database>({ dialect })
}
