import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { readConfig } from '#server/config.ts'
import { openStore } from '#server/platform/startup/open-store.ts'
import {
  administratorUrl,
  environmentOf,
  makeDataDir,
  onPostgres,
  removeDataDir,
} from '#server/tools/testing/data-dir.ts'
import { type TestStore, openTestStore } from '#server/tools/testing/store.ts'

import { migrate } from './migrate.ts'
import type { Store } from './store.ts'

let testStore: TestStore
let store: Store
beforeAll(async () => {
  testStore = await openTestStore()
  store = testStore.store
})
afterAll(() => testStore.close())

test('text sorts by code point, even in a database created for a language', async () => {
  const { db, dialect } = store
  if (onPostgres) await sql`alter table settings alter column name type text collate "en-x-icu"`.execute(db)
  await migrate(db, dialect)
  const values = ['b', 'B', 'a-b', 'ab', 'é', 'z'].map((name) => ({ name, value: '' }))
  await db.insertInto('settings').values(values).execute()
  const sorted = await db.selectFrom('settings').select('name').orderBy('name').execute()
  expect(sorted.map(({ name }) => name)).toEqual(['B', 'a-b', 'ab', 'b', 'z', 'é'])
})

describe.runIf(onPostgres)('a shared PostgreSQL database', () => {
  /** Prepares an empty database with those statements, then calls `check` with its environment. */
  async function prepared(
    statements: readonly string[],
    check: (where: Record<string, string>, client: pg.Client) => Promise<void>,
    addressOf = (folder: string) => environmentOf(folder)['DATABASE_URL'],
  ) {
    const folder = await makeDataDir()
    const where = environmentOf(folder)
    const client = new pg.Client({ connectionString: addressOf(folder) })
    await client.connect()
    try {
      for (const statement of statements) await client.query(statement)
      await check(where, client)
    } finally {
      await client.end()
      await removeDataDir(folder)
    }
  }

  const collationOf = async (client: pg.Client, table: string, column: string) => {
    const { rows } = await client.query<{ collname: string }>(
      `select collname from pg_attribute join pg_collation on pg_collation.oid = attcollation
        where attrelid = $1::regclass and attname = $2`,
      [table, column],
    )
    return rows[0]?.collname
  }

  test('keeps the tables and views of other programs unchanged', async () => {
    const foreign = [
      'create table other_app (title text collate "de-x-icu")',
      'create index other_app_title on other_app (title)',
      'create view other_titles as select title from other_app',
    ]
    await prepared(foreign, async (where, client) => {
      const before = await client.query(`select pg_relation_filenode('other_app_title') as file`)
      const opened = await openStore(readConfig(where))
      await opened.close()
      expect(await collationOf(client, 'other_app', 'title')).toBe('de-x-icu')
      expect(await collationOf(client, 'other_titles', 'title')).toBe('de-x-icu')
      expect((await client.query(`select pg_relation_filenode('other_app_title') as file`)).rows).toEqual(
        before.rows,
      )
      expect(await collationOf(client, 'customers', 'search_text')).toBe('C')
      expect(await collationOf(client, 'staff_identities', 'password')).toBe('C')
    })
  })

  test('bulk data vacuums only our tables', async () => {
    await prepared(['create table other_app (title text)'], async (where, client) => {
      const opened = await openStore(readConfig(where))
      await opened.dialect.learnSizes(opened.db).finally(() => opened.close())
      const vacuumed = `select relname from pg_stat_user_tables where last_vacuum is not null
        and relname in ('other_app', 'customers', 'tally_changes') order by relname`
      const { rows } = await client.query<{ relname: string }>(vacuumed)
      expect(rows.map(({ relname }) => relname)).toEqual(['customers', 'tally_changes'])
    })
  })

  test('every text column of a new database sorts by code point', async () => {
    const { rows } = await sql<{ column: string }>`
      select table_name || '.' || column_name as column from information_schema.columns
      where table_schema = 'public' and data_type = 'text' and collation_name is distinct from 'C'`.execute(
      store.db,
    )
    // A table that is missing from the list of our own tables shows up here.
    expect(rows).toEqual([])
  })

  test('a new database can be set up when pg_trgm is in another schema', async () => {
    const elsewhere = ['create schema extensions', 'create extension pg_trgm schema extensions']
    await prepared(elsewhere, async (where, client) => {
      const opened = await openStore(readConfig(where))
      await opened.close()
      const { rows } = await client.query(
        `select nspname from pg_extension join pg_namespace on pg_namespace.oid = extnamespace where extname = 'pg_trgm'`,
      )
      expect(rows).toEqual([{ nspname: 'extensions' }])
    })
  })

  test('without pg_trgm and the right to install it, startup says what to do', async () => {
    await prepared(
      ['grant create, usage on schema public to public'],
      async (where, client) => {
        const user = `bureau_${process.pid}_${Date.now()}`
        await client.query(`create role ${user} login password 'secret'`)
        const url = new URL(String(where['DATABASE_URL']))
        url.username = user
        url.password = 'secret'
        const opening = openStore(readConfig({ ...where, DATABASE_URL: url.href }))
        await expect(opening).rejects.toThrow(
          /^DATABASE_URL: .*pg_trgm.*Ask an administrator to run "create extension/,
        )
        await client.query(`drop owned by ${user} cascade`)
        await client.query(`drop role ${user}`)
      },
      administratorUrl,
    )
  })
})
