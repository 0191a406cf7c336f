import { afterAll, beforeAll, expect, test } from 'vitest'

import type { Store } from '#server/platform/db/store.ts'
import { runOn } from '#server/tools/testing/process.ts'
import { expectRefusal } from '#server/tools/testing/refusal.ts'
import { type TestStore, openTestStore } from '#server/tools/testing/store.ts'

import { demo } from './demo.ts'

let testStore: TestStore
let dataDir: string
let store: Store

beforeAll(async () => {
  testStore = await openTestStore()
  ;({ dataDir, store } = testStore)
})
afterAll(() => testStore.close())

const totals = async () => {
  const rowsOf = async (table: 'customers' | 'contacts') =>
    (await store.db.selectFrom(table).select('id').execute()).length
  return { customers: await rowsOf('customers'), contacts: await rowsOf('contacts') }
}

test('the requested number of rows is added, with a contact for each customer', async () => {
  const args = ['--account', 'Many', '--customers', '1234', '--contacts', '56']
  const { code, stdout } = await runOn(dataDir, 'demo', args)
  expect([code, stdout]).toEqual([0, 'Many: 1234 customers and 56 contacts added\n'])
  expect(await totals()).toEqual({ customers: 1234, contacts: 1290 })
})

test.each([
  [['--customers', '5'], '--account NAME is required'],
  [['--account', 'Many', '--customers', '-5'], "Option '--customers' argument is ambiguous."],
  [['--account', 'Many', '--customers', '1e3'], '--customers must be a whole number, 0 or more'],
])('%j adds nothing and is refused', async (args, message) => {
  const before = await totals()
  await expectRefusal(demo, dataDir, args, message)
  expect(await totals()).toEqual(before)
})
