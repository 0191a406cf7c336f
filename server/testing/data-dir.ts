import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'

import pg from 'pg'

/** Where tests and benchmarks have their databases: unset, SQLite; a `postgres://` address, databases made there. */
const server = process.env['TEST_DATABASE_URL']
export const onPostgres = Boolean(server)

/** A fresh data folder; on PostgreSQL with an empty database of its own. */
export async function makeDataDir(prefix = 'bureau-test-'): Promise<string> {
  const dataDir = await mkdtemp(join(tmpdir(), prefix))
  await onServer(`create database "${basename(dataDir)}"`)
  return dataDir
}

/** That folder, made now, for data that is meant to stay; on PostgreSQL with a database of the same name. */
export async function keepDataDir(dataDir: string): Promise<string> {
  await mkdir(dataDir, { recursive: true })
  await onServer(`create database "${basename(dataDir)}"`)
  return dataDir
}

/** The part of the environment that says where the data is. */
export function environmentOf(dataDir: string): Record<string, string> {
  if (!server) return { DATA_DIR: dataDir }
  return { DATA_DIR: dataDir, DATABASE_URL: new URL(`/${basename(dataDir)}`, server).href }
}

/** Takes the folder and its database away, whoever may still be using them. */
export async function removeDataDir(dataDir: string): Promise<void> {
  await onServer(`drop database "${basename(dataDir)}" with (force)`)
  await rm(dataDir, { recursive: true, force: true })
}

async function onServer(statement: string) {
  if (!server) return
  const client = new pg.Client({ connectionString: server })
  await client.connect()
  await client.query(statement).finally(() => client.end())
}
