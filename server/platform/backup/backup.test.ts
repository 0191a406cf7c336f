import { createHash } from 'node:crypto'
import { appendFile, cp, mkdtemp, readFile, readdir, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

import { afterAll, beforeAll, expect, test } from 'vitest'

import type { Config } from '#server/config.ts'
import { readConfig } from '#server/config.ts'
import { connectAccount } from '#server/doors/connected/environments.ts'
import { systemActor } from '#server/platform/access/origin.ts'
import { scryptHash } from '#server/platform/access/staff/password-hash.ts'
import { everyToken } from '#server/platform/files/housekeeping.ts'
import { openStore } from '#server/platform/startup/open-store.ts'
import {
  environmentOf,
  makeDataDir,
  onPostgres,
  removeDataDir,
  storedPath,
} from '#server/tools/testing/data-dir.ts'
import { startOffice } from '#server/tools/testing/office.ts'
import { otherKey, otherToken, startOtherService } from '#server/tools/testing/other-service.ts'
import { runOn, startProcess } from '#server/tools/testing/process.ts'
import { customerParts, encodeForm } from '#server/tools/testing/service.ts'

import { backUp } from './back-up.ts'
import { moveToPostgres } from './move.ts'
import { restore } from './restore.ts'
import { sumOf, tablesInOrder } from './tables.ts'

type Where = Pick<Config, 'dataDir' | 'databaseUrl' | 'files'>

const { service, account, staff } = await startOffice({ rateLimit: 1_000_000, passwords: scryptHash })
const { config } = service.context
const quiet = () => undefined

const scratch = await mkdtemp(join(tmpdir(), 'bureau-backup-'))
const made: string[] = []
/** A backup of three customers. */
const calm = join(scratch, 'calm')
/** The customer who was deleted before. */
let lastId: number
/** What one account of that backup is connected to. */
const other = await startOtherService()

beforeAll(async () => {
  for (let n = 0; n < 3; n += 1) await addCustomer(`kept${n}@example.com`)
  lastId = await addCustomer('gone@example.com')
  await deleteForGood(lastId)
  const { id } = await service.account('Connected')
  const settings = { environment: 'production', source: 'command', token: otherToken, key: otherKey } as const
  const { store, sealKey } = service.context
  await connectAccount(store, sealKey, id, { ...settings, baseUrl: other.url }, systemActor)
  await service.context.staff.addMember(id, await service.context.staff.addPerson(connectedOwner), 'owner')
  await backUp(config, calm, quiet)
})
afterAll(async () => {
  await other.stop()
  await rm(scratch, { recursive: true, force: true })
  await Promise.all(made.map(removeDataDir))
})

async function emptyInstallation(): Promise<Where & { readonly env: Record<string, string> }> {
  const dataDir = await makeDataDir()
  made.push(dataDir)
  const env = environmentOf(dataDir)
  const { databaseUrl } = readConfig(env)
  return { dataDir, databaseUrl, files: undefined, env }
}

const connectedOwner = { name: 'Ada', email: 'ada@connected.example', password: 'a long password' }

/** Starts a service on an installation, as the owner of its connected account, and returns the credentials that the other service gets. */
async function credentialsSent(dataDir: string, env: Readonly<Record<string, string>> = {}) {
  const process = await startProcess(dataDir, { SERVICE_ALLOW_NETWORKS: '127.0.0.0/8', ...env })
  try {
    const before = other.headers.length
    const { email, password } = connectedOwner
    const signedIn = await fetch(`${process.url}/api/x/sign-in`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email, password, remember: false }),
    })
    expect(signedIn.status).toBe(200)
    const cookie = signedIn.headers.getSetCookie().map((header) => header.split(';', 1)[0])
    for (const path of ['/api/custom-fields', '/api/v1/contacts'])
      expect((await fetch(process.url + path, { headers: { cookie: cookie.join('; ') } })).status).toBe(200)
    return other.headers.slice(before).map(({ authorization }) => authorization)
  } finally {
    await process.end()
  }
}

async function addCustomer(email: string): Promise<number> {
  const { contentType, payload } = await encodeForm(await customerParts(email))
  const response = await service.app.inject({
    method: 'POST',
    url: '/api/customers',
    headers: { ...staff, 'content-type': contentType },
    payload,
  })
  expect(response.statusCode).toBe(201)
  return response.json().data.id
}

async function deleteForGood(id: number): Promise<void> {
  expect(
    (await service.send('DELETE', '/api/customers', staff, { customers: [id] })).statusCode,
  ).toBeLessThan(300)
  const purged = await service.send('DELETE', '/api/x/deleted-customers', staff, { customers: [id] })
  expect(purged.statusCode).toBe(204)
}

/** What is in each table, on either engine. */
async function contentOf(where: Where): Promise<Record<string, object>> {
  const lite = await openStore({ dataDir: join(scratch, 'schema'), databaseUrl: undefined })
  const tables = await tablesInOrder(lite.db)
  await lite.close()
  const store = await openStore(where)
  try {
    return await store.db.transaction().execute(async (trx) => {
      const sums: Record<string, object> = {}
      for (const table of tables) sums[table] = await sumOf({ ...store, db: trx }, table)
      return sums
    })
  } finally {
    await store.close()
  }
}

const asFolder = (dataDir: string): Where => ({ dataDir, databaseUrl: undefined, files: undefined })

/** A copy of a backup that the test may damage. */
async function copyOf(folder: string, name: string): Promise<string> {
  const copy = join(scratch, name)
  await cp(folder, copy, { recursive: true })
  return copy
}

/** Changes the database of a backup, as somebody would who also writes the checksums anew. */
async function changeDatabase(folder: string, statement: string): Promise<void> {
  const database = new DatabaseSync(join(folder, 'bureau.sqlite'), { enableForeignKeyConstraints: false })
  database.function('short_grams', String)
  database.exec(statement)
  database.close()
  await replaceDatabase(folder, await readFile(join(folder, 'bureau.sqlite')))
}

async function replaceDatabase(folder: string, content: string | Buffer): Promise<void> {
  await writeFile(join(folder, 'bureau.sqlite'), content)
  const sums = await readFile(join(folder, 'SHA256SUMS'), 'utf8')
  const sum = createHash('sha256').update(content).digest('hex')
  await writeFile(join(folder, 'SHA256SUMS'), sums.replace(/^\S+(?=  bureau\.sqlite$)/m, sum))
}

async function filesIn(folder: string): Promise<string[]> {
  const names = await readdir(join(folder, 'files'), { recursive: true })
  return names.map((name) => name.split('/').at(-1) ?? '').filter((name) => name.length === 43)
}

test('a backup made while customers come and are deleted for good has each file of its database, and no other', async () => {
  const folder = join(scratch, 'busy')
  let isOver = false
  const work = (async () => {
    for (let n = 0; !isOver; n += 1) {
      const id = await addCustomer(`busy${n}@example.com`)
      if (n % 2 === 0) continue
      await deleteForGood(id)
    }
  })()
  const manifest = await backUp(config, folder, quiet)
  isOver = true
  await work
  expect(manifest).toMatchObject({ missing_files: 0, has_secret_key: true })
  const store = await openStore(asFolder(await copyOf(folder, 'busy-copy')))
  const tokens = await everyToken(store.db)
  await store.close()
  expect(tokens.size).toBe(manifest.files)
  expect((await filesIn(folder)).toSorted()).toEqual([...tokens].toSorted())
  expect((await readdir(scratch)).filter((name) => name.includes('unfinished'))).toEqual([])
})

test('a file that the installation has lost is counted, and everything else is backed up', async () => {
  const id = await addCustomer('lost@example.com')
  const [photo] = await account.tenant.select('files').select('token').where('customer_id', '=', id).execute()
  await rm(storedPath(service.dataDir, photo?.token ?? ''))
  const manifest = await backUp(config, join(scratch, 'lost'), quiet)
  expect(manifest).toMatchObject({ missing_files: 1 })
  expect(manifest.files).toBeGreaterThanOrEqual(3)
  await deleteForGood(id)
})

test('a restored backup has the same rows and files, on the same engine and on SQLite, and a service starts on it', async () => {
  const content = await contentOf(asFolder(await copyOf(calm, 'calm-copy')))
  expect(content['customers']).toMatchObject({ rows: 3 })
  const here = await emptyInstallation()
  await restore(here, calm, quiet)
  expect(await contentOf(here)).toEqual(content)
  const lite = asFolder(join(scratch, 'lite'))
  await restore(lite, calm, quiet)
  expect(await contentOf(lite)).toEqual(content)

  const restored = await startProcess(here.dataDir)
  try {
    const list = await fetch(`${restored.url}/api/customers?limit=25`, {
      headers: { authorization: `Bearer ${account.key}` },
    })
    const { data } = (await list.json()) as { data: { email: string; profile_photo_path: string }[] }
    expect(data.map(({ email }) => email).toSorted()).toEqual([0, 1, 2].map((n) => `kept${n}@example.com`))
    const { contentType, payload } = await encodeForm(await customerParts('new@example.com'))
    const created = await fetch(`${restored.url}/api/customers`, {
      method: 'POST',
      headers: { authorization: `Bearer ${account.key}`, 'content-type': contentType },
      body: new Uint8Array(payload),
    })
    // Nobody gets the id of the deleted one.
    expect(((await created.json()) as { data: { id: number } }).data.id).toBeGreaterThan(lastId)
    for (const { profile_photo_path } of data) {
      const { pathname, search } = new URL(profile_photo_path)
      expect((await fetch(`${restored.url}${pathname}${search}`)).status).toBe(200)
    }
  } finally {
    await restored.end()
  }
})

test('a connected account goes on after a restore, with credentials that nobody can read in the backup', async () => {
  const bytes = await readFile(join(calm, 'bureau.sqlite'), 'latin1')
  expect(bytes).toContain(other.url)
  for (const secret of [otherToken, otherKey]) expect(bytes).not.toContain(secret)
  const target = await emptyInstallation()
  await restore(target, calm, quiet)
  expect(await credentialsSent(target.dataDir)).toEqual([`Bearer ${otherKey}`, `Bearer ${otherToken}`])
})

test('nothing is overwritten: the folder of a backup must be new, and what it is restored into must be empty', async () => {
  await expect(backUp(config, calm, quiet)).rejects.toThrow("isn't empty")
  await expect(restore(config, calm, quiet)).rejects.toThrow("isn't empty")
  const used = await emptyInstallation()
  await writeFile(join(used.dataDir, 'secret-key'), 'mine')
  await expect(restore(used, calm, quiet)).rejects.toThrow("isn't empty")
  expect(await readFile(join(used.dataDir, 'secret-key'), 'utf8')).toBe('mine')
})

test.each([
  [
    'a damaged database',
    (folder: string) => appendFile(join(folder, 'bureau.sqlite'), 'x'),
    'is damaged or missing',
  ],
  [
    'a missing file',
    async (folder: string) => {
      const [first = ''] = await filesIn(folder)
      await rm(join(folder, 'files', first.slice(0, 2), first))
    },
    'is damaged or missing',
  ],
  [
    'a name that leads out of it',
    (folder: string) => appendFile(join(folder, 'SHA256SUMS'), `${'0'.repeat(64)}  files/../../evil\n`),
    'SHA256SUMS is damaged',
  ],
  [
    'a link instead of a file',
    async (folder: string) => {
      const [first = ''] = await filesIn(folder)
      const path = join(folder, 'files', first.slice(0, 2), first)
      await rename(path, join(scratch, first))
      await symlink(join(scratch, first), path)
    },
    'is a link',
  ],
  [
    'no checksum for its database',
    async (folder: string) => {
      const sums = await readFile(join(folder, 'SHA256SUMS'), 'utf8')
      await writeFile(join(folder, 'SHA256SUMS'), sums.replace(/^.*bureau\.sqlite\n/m, ''))
    },
    'SHA256SUMS is damaged',
  ],
  ['text as its database', (folder: string) => replaceDatabase(folder, 'not a database'), "can't read it"],
  ['an empty database', (folder: string) => replaceDatabase(folder, ''), "isn't a database of Bureau"],
  [
    'a missing table',
    (folder: string) => changeDatabase(folder, 'drop table saved_views'),
    'the table saved_views is missing',
  ],
  [
    'a missing index',
    (folder: string) => changeDatabase(folder, 'drop index deliveries_due'),
    'the index deliveries_due is missing',
  ],
  [
    'a trigger of its own',
    (folder: string) =>
      changeDatabase(
        folder,
        "create trigger promote after insert on memberships begin update memberships set role = 'owner'; end",
      ),
    "the trigger promote isn't one of Bureau's",
  ],
  [
    'another view',
    (folder: string) => changeDatabase(folder, 'create view more as select 1'),
    "the view more isn't one of Bureau's",
  ],
  [
    'a broken reference',
    (folder: string) => changeDatabase(folder, 'update customers set account_id = 4711'),
    'refers to a row of accounts that is missing',
  ],
  [
    'the database of a newer version',
    (folder: string) =>
      changeDatabase(folder, "insert into kysely_migration values ('9999-tomorrow', '2026-01-01')"),
    'it has the migration 9999-tomorrow',
  ],
  ['no description', (folder: string) => rm(join(folder, 'backup.json')), "isn't a backup"],
  [
    'the format of a newer version',
    (folder: string) => writeFile(join(folder, 'backup.json'), '{"format":2}'),
    "can't be read",
  ],
])('a backup with %s is rejected before anything is written', async (name, damage, message) => {
  const folder = await copyOf(calm, name.replaceAll(' ', '-'))
  await damage(folder)
  const target = await emptyInstallation()
  await expect(restore(target, folder, quiet)).rejects.toThrow(message)
  expect(await readdir(target.dataDir)).toEqual([])
})

test('after an interrupted restore no service starts until the same backup is restored again', async () => {
  const target = await emptyInstallation()
  const stopAfterFiles = (line: string) => {
    if (line === 'Files copied') throw new Error('killed')
  }
  await expect(restore(target, calm, stopAfterFiles)).rejects.toThrow('killed')
  await expect(startProcess(target.dataDir)).rejects.toThrow(/Restoring a backup into \S+ was interrupted/)
  await restore(target, calm, quiet)
  const started = await startProcess(target.dataDir)
  expect(await started.end()).toBe(0)
})

test('the commands print one line of JSON, and mistakes as one line', async () => {
  const folder = join(scratch, 'command')
  const backup = await runOn(config.dataDir, 'backup', ['--to', folder])
  expect([backup.code, JSON.parse(backup.stdout)]).toMatchObject([0, { folder, missing_files: 0 }])
  const again = await runOn(config.dataDir, 'backup', ['--to', folder])
  expect([again.code, again.stderr.trim().split('\n')]).toEqual([1, [expect.stringContaining("isn't empty")]])
  const target = await emptyInstallation()
  const restored = await runOn(target.dataDir, 'restore', ['--from', folder])
  expect([restored.code, JSON.parse(restored.stdout)]).toMatchObject([0, { restored: target.dataDir }])
  expect((await runOn(target.dataDir, 'restore', [])).stderr).toBe('--from FOLDER is required\n')
})

test.skipIf(onPostgres)('a move needs a stopped service and an address of PostgreSQL', async () => {
  const running = await emptyInstallation()
  const process = await startProcess(running.dataDir)
  try {
    await expect(moveToPostgres(running, 'postgres://127.0.0.1:9/none', quiet)).rejects.toThrow(
      'already running',
    )
  } finally {
    await process.end()
  }
  expect((await runOn(running.dataDir, 'move', ['--to', 'mysql://x'])).stderr).toBe(
    '--to postgres://… is required\n',
  )
})

test.runIf(onPostgres)(
  'a move copies a SQLite installation and leaves it as it was; an interrupted one continues',
  async () => {
    const from = asFolder(join(scratch, 'moving'))
    await restore(from, calm, quiet)
    const before = await contentOf(from)
    const { databaseUrl = '' } = await emptyInstallation()
    const lines: string[] = []
    const stopAtContacts = (line: string) => {
      if (line.startsWith('contacts')) throw new Error('killed')
    }
    await expect(moveToPostgres(from, databaseUrl, stopAtContacts)).rejects.toThrow('killed')
    await moveToPostgres(from, databaseUrl, (line) => lines.push(line))
    expect(lines.filter((line) => line.startsWith('customers:'))).toEqual([
      'customers: 3 rows were already there',
    ])
    expect(await contentOf({ ...from, databaseUrl })).toEqual(before)
    expect(await contentOf(from)).toEqual(before)
    const moved = await startProcess(from.dataDir, { DATABASE_URL: databaseUrl })
    expect((await fetch(`${moved.url}/readyz`)).status).toBe(200)
    await moved.end()
    expect(await credentialsSent(from.dataDir, { DATABASE_URL: databaseUrl })).toEqual([
      `Bearer ${otherKey}`,
      `Bearer ${otherToken}`,
    ])

    await restore(asFolder(join(scratch, 'other')), calm, quiet)
    await addCustomer('more@example.com')
    await backUp(config, join(scratch, 'more'), quiet)
    await restore(asFolder(join(scratch, 'more-data')), join(scratch, 'more'), quiet)
    await expect(moveToPostgres(asFolder(join(scratch, 'more-data')), databaseUrl, quiet)).rejects.toThrow(
      'Use an empty database',
    )
  },
)
