import { afterAll, beforeAll, expect, test, vi } from 'vitest'

import { type TestStore, openTestStore } from '#server/tools/testing/store.ts'

import type { Store } from './store.ts'

let testStore: TestStore
let store: Store
beforeAll(async () => {
  testStore = await openTestStore()
  store = testStore.store
})
afterAll(() => testStore.close())

test('a transaction is announced once it commits, and not when it rolls back', async () => {
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
