import { readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'

import { afterEach, beforeEach, expect, test } from 'vitest'

import type { Store } from '#server/platform/db/store.ts'
import { sealKeyFrom } from '#server/platform/lib/seal.ts'
import { addEndpoint } from '#server/tools/testing/receiver.ts'
import { type TestStore, openTestStore } from '#server/tools/testing/store.ts'

import { secretKey } from './secret.ts'
import { ensureAccount } from './staff/accounts.ts'

let testStore: TestStore
let dataDir: string
let store: Store
const ours = 'our own secret key of enough characters'
const other = 'another secret key of enough characters'

beforeEach(async () => {
  testStore = await openTestStore()
  ;({ dataDir, store } = testStore)
})
afterEach(() => testStore.close())

const open = (key: string | undefined = undefined) => secretKey({ secretKey: key, dataDir }, store)
const keyFile = () => join(dataDir, 'secret-key')

test('a key is generated once, readable only by its owner, and reused', async () => {
  const both = await Promise.all([open(), open()])
  expect(new Set([...both, await open(), await readFile(keyFile(), 'utf8')]).size).toBe(1)
  expect((await stat(keyFile())).mode & 0o777).toBe(0o600)
})

test('a different SECRET_KEY is rejected', async () => {
  await open(ours)
  await expect(open(other)).rejects.toThrow("SECRET_KEY isn't the key this database was set up with")
  expect(await open(ours)).toBe(ours)
})

test('a SECRET_KEY set later is rejected, and unsetting it fixes that', async () => {
  const generated = await open()
  await expect(open(ours)).rejects.toThrow(`unset it to use ${keyFile()}`)
  expect(await open()).toBe(generated)
})

test('a missing key isn’t silently replaced', async () => {
  await open()
  await rm(keyFile())
  await expect(open()).rejects.toThrow('The secret key is missing')
  await expect(stat(keyFile())).rejects.toThrow('ENOENT')
})

test('a database from an earlier version accepts only the key that decrypts its signing secrets', async () => {
  const { id } = await ensureAccount(store, 'Ours')
  await addEndpoint({ store, sealKey: sealKeyFrom(ours) }, id, { url: 'https://hooks.example.com/' })
  await expect(open(other)).rejects.toThrow("SECRET_KEY isn't the key")
  expect(await open(ours)).toBe(ours)
})

test('an operator who lost the key can replace it', async () => {
  await open(ours)
  await store.db
    .updateTable('settings')
    .set({ value: 'replace' })
    .where('name', '=', 'secret_key_check')
    .execute()
  expect(await open(other)).toBe(other)
  await expect(open(ours)).rejects.toThrow("SECRET_KEY isn't the key")
})
