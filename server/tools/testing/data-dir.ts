import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'

import pg from 'pg'

/** The server of the test databases, as a `postgres://` address; unset: SQLite. */
const server = process.env['TEST_DATABASE_URL']
/** Whether the tests run on PostgreSQL. */
export const onPostgres = Boolean(server)
/** Who owns the test databases: as an installation should, no superuser, whom policies don't hold. */
const owner = 'bureau_test'

/** Creates a new data folder; on PostgreSQL also an empty database. */
export async function makeDataDir(prefix = 'bureau-test-'): Promise<string> {
  const dataDir = await mkdtemp(join(tmpdir(), prefix))
  await createDatabase(basename(dataDir))
  return dataDir
}

/** Creates a data folder with what is in `from`, whose service has ended; on PostgreSQL also a copy of its database. */
export async function copyDataDir(from: string, prefix = 'bureau-test-'): Promise<string> {
  const dataDir = await mkdtemp(join(tmpdir(), prefix))
  await cp(from, dataDir, { recursive: true })
  await createDatabase(basename(dataDir), basename(from))
  return dataDir
}

/** Creates that folder for data that should stay; on PostgreSQL also a database of the same name. */
export async function keepDataDir(dataDir: string): Promise<string> {
  await mkdir(dataDir, { recursive: true })
  await createDatabase(basename(dataDir))
  return dataDir
}

/** Returns the environment variables that say where the data is. */
export function environmentOf(dataDir: string): Record<string, string> {
  if (!server) return { DATA_DIR: dataDir }
  const url = new URL(administratorUrl(dataDir))
  url.username = owner
  url.password = owner
  return { DATA_DIR: dataDir, DATABASE_URL: url.href }
}

/** PostgreSQL: returns the address of the same database for somebody who may create roles. */
export const administratorUrl = (dataDir: string): string => new URL(`/${basename(dataDir)}`, server).href

/** Returns where the file of a token is stored, or its thumbnail of that size. */
export function storedPath(dataDir: string, token: string, size?: number): string {
  const ending = size === undefined ? '' : `.${size}.webp`
  return join(dataDir, 'files', token.slice(0, 2), token + ending)
}

/** Deletes the folder and its database, even if they are in use. */
export async function removeDataDir(dataDir: string): Promise<void> {
  await onServer(`drop database "${basename(dataDir)}" with (force)`)
  await rm(dataDir, { recursive: true, force: true })
}

async function createDatabase(name: string, template = 'template1') {
  // Other tests may be creating the same role.
  await onServer(
    `do $$ begin create role ${owner} login password '${owner}';
    exception when duplicate_object or unique_violation then null; end $$`,
    // Block by block, the usual way, takes four times as long where nothing has to reach the disk.
    `create database "${name}" owner ${owner} template "${template}" strategy file_copy`,
  )
}

async function onServer(...statements: readonly string[]) {
  if (!server) return
  const client = new pg.Client({ connectionString: server })
  await client.connect()
  try {
    for (const statement of statements) await client.query(statement)
  } finally {
    await client.end()
  }
}
