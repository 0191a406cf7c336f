import { existsSync } from 'node:fs'
import { cp, readFile, readdir, rename, rm, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import type { KyselyPlugin } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'

import { readConfig } from '#server/config.ts'
import { type Context, createContext } from '#server/context.ts'
import { ensureAccount } from '#server/platform/access/staff/accounts.ts'
import { FileStore } from '#server/platform/files/store.ts'
import {
  environmentOf,
  makeDataDir,
  onPostgres,
  removeDataDir,
  storedPath,
} from '#server/tools/testing/data-dir.ts'

import { type Findings, judge, tieInstallation } from './installation.ts'
import { openStore } from './open-store.ts'

let dataDir: string
const made: string[] = []

beforeEach(async () => {
  dataDir = await newDataDir()
})
afterEach(() => Promise.all(made.splice(0).map(removeDataDir)))

async function newDataDir() {
  const folder = await makeDataDir()
  made.push(folder)
  return folder
}

/** Opens the service on a folder, with the database made for that or another folder, and closes it again. */
async function open(folder: string, ofDatabase = folder, during?: (context: Context) => Promise<void>) {
  const env = { ...environmentOf(ofDatabase), DATA_DIR: folder, LOG_LEVEL: 'silent' }
  const context = await createContext(readConfig(env))
  await during?.(context)
  await context.dispatcher.stop()
  await context.store.close()
}

const keepFile = async ({ config, files, store }: Context, hasRow = true) => {
  const { id } = await ensureAccount(store, 'Ours')
  const token = await files.commitBytes(Buffer.from('content'))
  await utimes(storedPath(config.dataDir, token), new Date(0), new Date(0))
  if (!hasRow) return
  const { id: customer_id } = await store.db
    .insertInto('customers')
    .values({
      account_id: id,
      name: 'A',
      last_name: 'B',
      phone: '1',
      email: 'a@example.com',
      photo_file_id: null,
      processor_linked: 0,
      permissions: 0,
      name_key: 'a',
      last_name_key: 'b',
      email_key: 'a',
      company_name_key: '',
      search_text: 'a',
      created_at: '',
      updated_at: '',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await store.db
    .insertInto('files')
    .values({
      account_id: id,
      customer_id,
      custom_field_value_id: null,
      token,
      name: 'a.png',
      media_type: 'image/png',
      inline: 1,
      bytes: 7,
      created_at: '',
    })
    .execute()
}
const fileCount = async (folder: string) =>
  (await readdir(join(folder, 'files'), { recursive: true })).filter((name) => name.length > 40).length
/** As an earlier version left it: no id on either side. */
const forgetIds = async (folder: string) => {
  await rm(join(folder, 'installation'))
  const store = await openStore(readConfig(environmentOf(folder)))
  await store.db.deleteFrom('settings').where('name', 'in', ['installation', 'files_kept_before']).execute()
  await store.close()
}

test('a new folder and a new database are tied together and reopen', async () => {
  await open(dataDir)
  const id = await readFile(join(dataDir, 'installation'), 'utf8')
  expect(id).toMatch(/^[0-9a-f-]{36}$/)
  await open(dataDir, dataDir, async ({ store }) => {
    const row = await store.db
      .selectFrom('settings')
      .select('value')
      .where('name', '=', 'installation')
      .executeTakeFirst()
    expect(row).toEqual({ value: id })
  })
  expect((await readdir(dataDir)).filter((name) => name.startsWith('installation'))).toEqual(['installation'])
})

test('a first start killed between folder and database can be repeated', async () => {
  await open(dataDir)
  await rename(join(dataDir, 'installation'), join(dataDir, 'installation.pending'))
  await open(dataDir)
  expect(existsSync(join(dataDir, 'installation'))).toBe(true)
})

test('an installation of an earlier version is adopted and keeps its files', async () => {
  await open(dataDir, dataDir, async (services) => {
    await keepFile(services)
    await keepFile(services, false)
  })
  await forgetIds(dataDir)
  await open(dataDir, dataDir, async ({ store }) => {
    const kept = await store.db
      .selectFrom('settings')
      .select('name')
      .where('name', '=', 'files_kept_before')
      .execute()
    expect(kept).toHaveLength(1)
  })
  expect(await fileCount(dataDir)).toBe(2)
})

test('a process that reads while another one starts for the first time finds what that one has tied', async () => {
  const config = readConfig({ ...environmentOf(dataDir), DATA_DIR: dataDir })
  const store = await openStore(config)
  const files = await FileStore.open(config)
  let isFirst = true
  const otherStartsMeanwhile: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      if (isFirst) {
        isFirst = false
        await tieInstallation(config, store, files)
      }
      return result
    },
  }
  const late = { ...store, db: store.db.withPlugin(otherStartsMeanwhile) }
  await tieInstallation(config, late, files)
  expect(isFirst).toBe(false)
  await store.close()
})

describe('a folder with files and a database that doesn’t know them', () => {
  test('don’t start, whichever version made them, and keep every file', async () => {
    await open(dataDir, dataDir, (services) => keepFile(services))
    const other = await newDataDir()
    await open(other)
    const swap = () => cp(join(other, 'bureau.sqlite'), join(dataDir, 'bureau.sqlite'))
    if (!onPostgres) await swap()
    await expect(open(dataDir, other)).rejects.toThrow('belong to different installations')

    await forgetIds(other)
    if (!onPostgres) await swap()
    await expect(open(dataDir, other)).rejects.toThrow('belongs to an installation')
    await rm(join(dataDir, 'installation'))
    await expect(open(dataDir, other)).rejects.toThrow('has uploaded files that')
    expect(await fileCount(dataDir)).toBe(1)
  })

  test('start once the right database is back, with or without its id', async () => {
    await open(dataDir, dataDir, (services) => keepFile(services))
    const store = await openStore(readConfig(environmentOf(dataDir)))
    await store.db.deleteFrom('settings').where('name', '=', 'installation').execute()
    await store.close()
    await open(dataDir)
    expect(await fileCount(dataDir)).toBe(1)
  })
})

test.skipIf(onPostgres)('a folder whose SQLite database is missing doesn’t get an empty one', async () => {
  await open(dataDir)
  for (const name of await readdir(dataDir))
    if (name.startsWith('bureau.sqlite')) await rm(join(dataDir, name))
  await expect(open(dataDir)).rejects.toThrow("belongs to an installation whose database isn't there")
  expect(existsSync(join(dataDir, 'bureau.sqlite'))).toBe(false)
})

describe.runIf(onPostgres)('on PostgreSQL', () => {
  test('two first starts at once agree', async () => {
    await Promise.all([open(dataDir), open(dataDir)])
    await expect(open(dataDir)).resolves.toBeUndefined()
  })

  test('a folder with its own SQLite database doesn’t start on an empty database', async () => {
    await writeFile(join(dataDir, 'bureau.sqlite'), '')
    await expect(open(dataDir)).rejects.toThrow('already has a SQLite database')
  })

  test('a second machine with its own folder gets an error that says to share the first one', async () => {
    await open(dataDir)
    const second = await newDataDir()
    await expect(open(second, dataDir)).rejects.toThrow('Set DATA_DIR to that folder')
    await cp(join(dataDir, 'installation'), join(second, 'installation'))
    await cp(join(dataDir, 'secret-key'), join(second, 'secret-key'))
    await open(second, dataDir)
  })

  test('a machine that shares neither folder nor key gets an error about the key', async () => {
    await open(dataDir)
    const second = await newDataDir()
    await cp(join(dataDir, 'installation'), join(second, 'installation'))
    await expect(open(second, dataDir)).rejects.toThrow('The secret key is missing')
  })

  test('without DATABASE_URL, a folder of a PostgreSQL database doesn’t get an empty SQLite one', async () => {
    await open(dataDir)
    await expect(openStore({ dataDir, databaseUrl: undefined })).rejects.toThrow(
      'set DATABASE_URL if it uses PostgreSQL',
    )
    expect(existsSync(join(dataDir, 'bureau.sqlite'))).toBe(false)
  })
})

const none: Findings = {
  folderId: undefined,
  databaseId: undefined,
  isPostgres: false,
  hasSqlite: false,
  hasFiles: false,
  knowsFiles: false,
  isUsed: false,
}

test.each<[string, Partial<Findings>, ReturnType<typeof judge>]>([
  ['nothing yet', {}, undefined],
  ['the same id', { folderId: 'a', databaseId: 'a', hasFiles: true }, undefined],
  [
    'another machine for that database and bucket',
    { databaseId: 'a', bucketId: 'a', isPostgres: true },
    undefined,
  ],
  ['another bucket', { databaseId: 'a', bucketId: 'b', isPostgres: true }, 'elsewhere'],
  ['two ids', { folderId: 'a', databaseId: 'b', hasFiles: true, knowsFiles: true }, 'different'],
  ['an empty database in a known folder', { folderId: 'a' }, 'missing'],
  ['an older backup in a folder without files', { folderId: 'a', isUsed: true }, undefined],
  ['an older backup that knows the files', { folderId: 'a', hasFiles: true, knowsFiles: true }, undefined],
  [
    'a used database that knows none of the files',
    { folderId: 'a', isUsed: true, hasFiles: true },
    'missing',
  ],
  [
    'PostgreSQL in a SQLite folder',
    { folderId: 'a', isUsed: true, isPostgres: true, hasSqlite: true },
    'missing',
  ],
  ['a SQLite backup in a new folder', { databaseId: 'a', isUsed: true, hasSqlite: true }, undefined],
  ['a SQLite backup beside unknown files', { databaseId: 'a', isUsed: true, hasFiles: true }, 'unknownFiles'],
  ['a second machine', { databaseId: 'a', isUsed: true, isPostgres: true }, 'elsewhere'],
  [
    'a folder restored without its id',
    { databaseId: 'a', isPostgres: true, hasFiles: true, knowsFiles: true },
    undefined,
  ],
  ['a first try of PostgreSQL', { isPostgres: true, hasSqlite: true }, 'sqlite'],
  [
    'PostgreSQL of an earlier version',
    { isPostgres: true, isUsed: true, hasFiles: true, knowsFiles: true },
    undefined,
  ],
])('%s is judged correctly', (_case, found, verdict) => {
  expect(judge({ ...none, ...found })).toBe(verdict)
})
