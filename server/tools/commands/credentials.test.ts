import { afterAll, beforeAll, expect, test } from 'vitest'

import { readConfig } from '#server/config.ts'
import { findCredential } from '#server/platform/access/credentials.ts'
import type { Store } from '#server/platform/db/store.ts'
import { openStore } from '#server/platform/startup/open-store.ts'
import { makeMigratedDataDir } from '#server/tools/testing/blank-database.ts'
import { environmentOf, removeDataDir } from '#server/tools/testing/data-dir.ts'
import { type ServiceProcess, credentialsOn, runOn, startProcess } from '#server/tools/testing/process.ts'
import { expectRefusal } from '#server/tools/testing/refusal.ts'

import { credentials } from './credentials.ts'

let dataDir: string
let service: ServiceProcess
let store: Store

beforeAll(async () => {
  dataDir = await makeMigratedDataDir()
  service = await startProcess(dataDir)
  store = await openStore(readConfig(environmentOf(dataDir)))
}, 300_000)
afterAll(async () => {
  await store.close()
  await service.end()
  await removeDataDir(dataDir)
})

const list = (authorization: string) => fetch(`${service.url}/api/customers`, { headers: { authorization } })
const accounts = (name: string) =>
  store.db.selectFrom('accounts').select('id').where('name', '=', name).execute()

test('a key created while the service runs works immediately, for a new and empty account', async () => {
  const { stdout } = await runOn(dataDir, 'credentials', ['--account', '  Zoë & Sons  '])
  expect(stdout).toMatch(/^\{"token":"bt_[\w-]{43}","key":"bk_[\w-]{43}"\}\n$/)
  const { key } = JSON.parse(stdout) as { key: string }
  const answer = await list(`Bearer ${key}`)
  expect([answer.status, await answer.json()]).toEqual([200, { data: [] }])
  expect(await accounts('Zoë & Sons')).toHaveLength(1)
})

test('the Authorization scheme is case-insensitive', async () => {
  const { key } = await credentialsOn(dataDir)
  for (const scheme of ['bearer', 'BEARER']) expect((await list(`${scheme} ${key}`)).status).toBe(200)
})

test('concurrent commands create credentials for the same account', async () => {
  const made = await Promise.all([1, 2].map(() => runOn(dataDir, 'credentials', ['--account', 'Twice'])))
  expect(made.map(({ code }) => code)).toEqual([0, 0])
  expect(await accounts('Twice')).toHaveLength(1)
})

test('token and key have the requested abilities and rate limit, or the defaults', async () => {
  const asked = { abilities: ['contacts.view'], rateLimit: 7 }
  const given = await credentialsOn(dataDir, '--abilities', 'contacts.view, ', '--rate-limit', '7')
  expect(await findCredential(store.db, given.token)).toMatchObject({ kind: 'token', ...asked })
  expect(await findCredential(store.db, given.key)).toMatchObject({ kind: 'key', ...asked })

  const usual = await credentialsOn(dataDir)
  expect(await findCredential(store.db, usual.token)).toMatchObject({
    abilities: ['settings.manage', 'contacts.view'],
    rateLimit: 60,
  })
  expect(await findCredential(store.db, usual.key)).toMatchObject({
    abilities: ['customers.manage'],
    rateLimit: 600,
  })
})

const lines = (stdout: string) =>
  stdout
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))

test.each(['token', 'key'])('--kind %s creates only that one', async (kind) => {
  const { stdout } = await runOn(dataDir, 'credentials', ['--account', 'One kind', '--kind', kind])
  expect(Object.keys(JSON.parse(stdout))).toEqual([kind])
})

test('the list tells credentials apart without revealing them', async () => {
  const { token, key } = await credentialsOn(dataDir, '--expires', '2020-01-31')
  await runOn(dataDir, 'credentials', ['--account', 'Not listed'])
  const { stdout } = await runOn(dataDir, 'credentials', ['--list', '--account', 'Ours'])
  expect(stdout).not.toContain(token)
  const listed = lines(stdout)
  expect(new Set(listed.map(({ account }) => account.name))).toEqual(new Set(['Ours']))
  expect(listed.at(-1)).toEqual({
    id: expect.any(Number),
    kind: 'key',
    name: `API key …${key.slice(-4)}`,
    account: { id: expect.any(Number), name: 'Ours' },
    hint: `bk_…${key.slice(-4)}`,
    abilities: ['customers.manage'],
    rate_limit: 600,
    state: 'expired',
    created_by: 'Command line',
    created_at: expect.any(String),
    last_used_at: null,
    last_used_from: null,
    expires_at: '2020-01-31T23:59:59.999999Z',
    revoked_at: null,
  })
  const keys = lines((await runOn(dataDir, 'credentials', ['--list', '--kind', 'key'])).stdout)
  expect(new Set(keys.map(({ kind }) => kind))).toEqual(new Set(['key']))
  expect(keys.some(({ account }) => account.name === 'Not listed')).toBe(true)
})

test('a revoked credential is rejected once the command is done, and revoking it again changes nothing', async () => {
  const { key } = await credentialsOn(dataDir)
  expect((await list(`Bearer ${key}`)).status).toBe(200)
  const all = lines((await runOn(dataDir, 'credentials', ['--list'])).stdout)
  const { id } = all.findLast(({ hint }) => hint === `bk_…${key.slice(-4)}`)
  const first = await runOn(dataDir, 'credentials', ['--revoke', String(id)])
  expect((await list(`Bearer ${key}`)).status).toBe(401)
  expect(JSON.parse(first.stdout)).toMatchObject({ id, state: 'revoked', revoked_at: expect.any(String) })
  const again = await runOn(dataDir, 'credentials', ['--revoke', String(id)])
  expect([again.code, again.stdout]).toEqual([0, first.stdout])
})

test('two accounts with the same name are distinguished by id', async () => {
  const made = ['2026-01-01', '2026-01-02'].map((slug) => ({
    name: 'Same',
    slug,
    logo: null,
    metadata: null,
  }))
  const rows = await store.db
    .insertInto('accounts')
    .values(made.map((account) => ({ ...account, created_at: '2026-01-01T00:00:00.000Z' })))
    .returning('id')
    .execute()
  const [first, second] = rows.map(({ id }) => id)
  const unclear = await runOn(dataDir, 'credentials', ['--account', 'Same'])
  expect(unclear).toEqual({
    code: 1,
    stdout: '',
    stderr: `--account: 2 accounts are named Same; use id:${first} or id:${second} instead of the name\n`,
  })
  const { stdout } = await runOn(dataDir, 'credentials', ['--account', `id:${second}`])
  const { key } = JSON.parse(stdout) as { key: string }
  expect((await findCredential(store.db, key))?.account).toBe(second)
})

test('a credential works until the end of its last day', async () => {
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
  [['--account', 'A', '--abilities', 'fly'], '--abilities: fly is unknown; choose from '],
  [['--account', 'A', '--rate-limit', '0'], '--rate-limit must be a whole number, 1 or more'],
  [['--account', 'A', '--rate-limit', '1.5'], '--rate-limit must be a whole number, 1 or more'],
  [['--account', 'A', '--expires', '2026-02-30'], '--expires must be a date such as 2027-01-31'],
  [['--account', 'A', '--name', ' '], '--name: Enter a name'],
  [['--account', 'A', '--nonsense'], "Unknown option '--nonsense'"],
  [['--account', 'A', '--kind', 'cookie'], '--kind must be one of token, key'],
  [['--account', 'A\u0007'], '--account must not contain control characters'],
  [['--account', 'id:999999'], '--account: there is no account with the id 999999'],
  [['--list', '--account', 'A'], '--account: there is no account named A'],
  [['--list', '--abilities', 'contacts.view'], '--list cannot be combined with --abilities'],
  [['--list', '--revoke', '1'], '--list and --revoke cannot be combined'],
  [['--revoke', '1', '--account', 'A'], '--revoke cannot be combined with --account'],
  [['--revoke', '999999'], '--revoke: there is no credential with the id 999999'],
  [['--revoke', 'bk_x'], '--revoke must be a whole number, 1 or more'],
])('%j creates nothing and is refused in one line', async (args, message) => {
  await expectRefusal(credentials, dataDir, args, message)
  expect(await accounts('A')).toEqual([])
})
