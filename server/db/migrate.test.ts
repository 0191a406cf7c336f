import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { readConfig } from '../config.ts'
import { environmentOf, makeDataDir, onPostgres, removeDataDir } from '../rig/data-dir.ts'
import { migrate } from './migrate.ts'
import { type Store, openStore } from './open.ts'

let dataDir: string
let store: Store
beforeAll(async () => {
  dataDir = await makeDataDir()
  store = await openStore(readConfig(environmentOf(dataDir)))
})
afterAll(async () => {
  await store.close()
  await removeDataDir(dataDir)
})

test('text sorts by code point, also in a database made for a language', async () => {
  const { db, dialect } = store
  if (onPostgres) await sql`alter table settings alter column name type text collate "en-x-icu"`.execute(db)
  await migrate(db, dialect)
  const values = ['b', 'B', 'a-b', 'ab', 'é', 'z'].map((name) => ({ name, value: '' }))
  await db.insertInto('settings').values(values).execute()
  const sorted = await db.selectFrom('settings').select('name').orderBy('name').execute()
  expect(sorted.map(({ name }) => name)).toEqual(['B', 'a-b', 'ab', 'b', 'z', 'é'])
})
