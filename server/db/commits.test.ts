import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, beforeAll, expect, test } from 'vitest'

import { type Store, openStore } from './open.ts'

let dataDir: string
let store: Store
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'bureau-test-'))
  store = await openStore({ dataDir, databaseUrl: undefined })
})
afterAll(async () => {
  await store.close()
  await rm(dataDir, { recursive: true })
})

test('a transaction is told of once it is committed, and not when it is rolled back', async () => {
  const told: number[] = []
  const settings = () => store.db.selectFrom('settings').select('name').execute()
  store.onCommit(() => void settings().then((rows) => told.push(rows.length)))
  const write = (name: string, fail: boolean) =>
    store.db.transaction().execute(async (on) => {
      await on.insertInto('settings').values({ name, value: '' }).execute()
      if (fail) throw new Error('changed my mind')
    })
  const before = (await settings()).length
  await expect(write('one', true)).rejects.toThrow('changed my mind')
  await write('two', false)
  await settings()
  expect(told).toEqual([before + 1])
})
