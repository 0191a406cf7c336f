import { afterAll, beforeAll, expect, test, vi } from 'vitest'

import { readConfig } from '#server/config.ts'
import { environmentOf, makeDataDir, removeDataDir } from '#server/testing/data-dir.ts'

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

test('a transaction is told of once it is committed, and not when it is rolled back', async () => {
  const committed: number[] = []
  const settings = () => store.db.selectFrom('settings').select('name').execute()
  store.onCommit(() => void settings().then((rows) => committed.push(rows.length)))
  const write = (name: string, fail: boolean) =>
    store.db.transaction().execute(async (trx) => {
      await trx.insertInto('settings').values({ name, value: '' }).execute()
      if (fail) throw new Error('changed my mind')
    })
  const before = (await settings()).length
  await expect(write('one', true)).rejects.toThrow('changed my mind')
  await write('two', false)
  await vi.waitFor(() => expect(committed).toEqual([before + 1]), { timeout: 60_000 })
})
