import { afterAll, beforeAll, expect, test } from 'vitest'

import { readConfig } from '../config.ts'
import { findCredential } from '../credentials.ts'
import { type Store, openStore } from '../db/open.ts'
import { environmentOf, makeDataDir, removeDataDir } from '../rig/data-dir.ts'
import { type ServiceProcess, credentialsOn, runOn, startProcess } from '../service-process.ts'

let dataDir: string
let service: ServiceProcess
let store: Store

beforeAll(async () => {
  dataDir = await makeDataDir()
  service = await startProcess(dataDir)
  store = await openStore(readConfig(environmentOf(dataDir)))
}, 150_000)
afterAll(async () => {
  await store.close()
  await service.end()
  await removeDataDir(dataDir)
})

const list = (authorization: string) => fetch(`${service.url}/api/customers`, { headers: { authorization } })
const accounts = (name: string) =>
  store.db.selectFrom('accounts').select('id').where('name', '=', name).execute()

test('a key made while the service runs opens it at once, for an account that is new and empty', async () => {
  const { stdout } = await runOn(dataDir, 'credentials', ['--account', '  Zoë & Sons  '])
  expect(stdout).toMatch(/^\{"token":"bt_[\w-]{43}","key":"bk_[\w-]{43}"\}\n$/)
  const { key } = JSON.parse(stdout) as { key: string }
  const answer = await list(`Bearer ${key}`)
  expect([answer.status, await answer.json()]).toEqual([200, { data: [] }])
  expect(await accounts('Zoë & Sons')).toHaveLength(1)
})

test('the scheme may be written in any case', async () => {
  const { key } = await credentialsOn(dataDir)
  for (const scheme of ['bearer', 'BEARER']) expect((await list(`${scheme} ${key}`)).status).toBe(200)
})

test('commands at the same moment give credentials of one and the same account', async () => {
  const made = await Promise.all([1, 2].map(() => runOn(dataDir, 'credentials', ['--account', 'Twice'])))
  expect(made.map(({ code }) => code)).toEqual([0, 0])
  expect(await accounts('Twice')).toHaveLength(1)
})

test('a token has the abilities and the rate limit it was made with, or the usual ones', async () => {
  const given = await credentialsOn(dataDir, '--abilities', 'contacts.view, ', '--rate-limit', '7')
  expect(await findCredential(store.db, given.token)).toMatchObject({
    kind: 'token',
    abilities: ['contacts.view'],
    rateLimit: 7,
  })
  const usual = await credentialsOn(dataDir)
  expect(await findCredential(store.db, usual.token)).toMatchObject({
    abilities: ['settings.manage', 'contacts.view'],
    rateLimit: 60,
  })
})

test('a credential works to the end of its last day, and not after it', async () => {
  const today = new Date().toISOString().slice(0, 10)
  const [good, past] = [
    await credentialsOn(dataDir, '--expires', today),
    await credentialsOn(dataDir, '--expires', '2020-02-29'),
  ]
  expect((await list(`Bearer ${good.key}`)).status).toBe(200)
  expect((await list(`Bearer ${past.key}`)).status).toBe(401)
  expect(await findCredential(store.db, past.token)).toBeUndefined()
})

test.each([
  [[], '--account NAME is required'],
  [['--account', ' '], '--account NAME is required'],
  [['--account', 'A', '--abilities', 'fly'], '--abilities: there is no fly; there are '],
  [['--account', 'A', '--rate-limit', '0'], '--rate-limit must be a whole number, 1 or more'],
  [['--account', 'A', '--rate-limit', '1.5'], '--rate-limit must be a whole number, 1 or more'],
  [['--account', 'A', '--expires', '2026-02-30'], '--expires must be a date such as 2027-01-31'],
  [['--account', 'A', '--nonsense'], "Unknown option '--nonsense'"],
])('%j makes nothing and says why in one line', async (args, message) => {
  const { code, stdout, stderr } = await runOn(dataDir, 'credentials', args)
  expect([code, stdout]).toEqual([1, ''])
  expect(stderr.startsWith(message)).toBe(true)
  expect(stderr.trimEnd().split('\n')).toHaveLength(1)
  expect(await accounts('A')).toEqual([])
})
