import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

import { afterAll, beforeAll, expect, test } from 'vitest'

import { openStore } from '#server/platform/startup/open-store.ts'

let dataDir: string

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'bureau-test-'))
  const store = await openStore({ dataDir, databaseUrl: undefined })
  await store.close()
})
afterAll(() => rm(dataDir, { recursive: true }))

test('schema.sql matches the migrations (npx vitest run server/platform/db/schema.test.ts -u updates it)', async () => {
  await expect(schemaOf(join(dataDir, 'bureau.sqlite'))).toMatchFileSnapshot('./schema.sql')
})

/** Everything that the migrations made, in their order; tables that belong to the text index are its own affair. */
function schemaOf(file: string): string {
  const database = new DatabaseSync(file, { readOnly: true })
  const rows = database
    .prepare(
      String.raw`select sql from sqlite_master where sql is not null and name not like 'sqlite\_%' escape '\'
       and name not like 'kysely\_%' escape '\'
       and name not in (select name from pragma_table_list where type = 'shadow') order by rowid`,
    )
    .all() as { sql: string }[]
  database.close()
  return rows.map(({ sql }) => `${laidOut(sql)};\n`).join('\n')
}

/** One line per column; anything but tables is unchanged. */
function laidOut(sql: string): string {
  const [, head, columns] = /^(create table "\w+") \((.*)\)$/is.exec(sql) ?? []
  if (head === undefined || columns === undefined) return sql
  return `${head} (\n  ${columns.split(/, (?![^(]*\))/).join(',\n  ')}\n)`
}
