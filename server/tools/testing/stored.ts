import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'

import pg from 'pg'

import { environmentOf } from './data-dir.ts'

const folder = join(import.meta.dirname, 'stored')

/**
 * The databases that earlier versions left, one a released schema and engine. 0005 was made with customers and their
 * files, contacts, services, invoices, webhooks, deliveries and staff of four accounts. 0060 was made with invoices in every
 * status and eleven currencies, payments, credit notes, plans, subscriptions, schedules, proposals, contracts, meetings and a
 * session of the portal. Never renewed.
 */
export type StoredVersion = '0005' | '0060'

/** What was true of a stored database when it was stored, on both engines. */
export async function storedAnswers<Answers>(version: StoredVersion): Promise<Answers> {
  return JSON.parse((await unpack(`${version}.json`)).toString()) as Answers
}

const unpack = async (name: string) => promisify(gunzip)(await readFile(join(folder, `${name}.gz`)))

/** Puts a stored database into a fresh data folder of `makeDataDir`, or into its database on PostgreSQL. */
export async function restoreStored(version: StoredVersion, dataDir: string): Promise<void> {
  const { DATABASE_URL: url } = environmentOf(dataDir)
  if (url === undefined) return writeFile(join(dataDir, 'bureau.sqlite'), await unpack(`${version}.sqlite`))
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query((await unpack(`${version}.postgres.sql`)).toString()).finally(() => client.end())
}
