import { existsSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'

import pg from 'pg'

import {
  administratorUrl,
  keepDataDir,
  makeDataDir,
  onPostgres,
  removeDataDir,
} from '#server/tools/testing/data-dir.ts'
import { runOn } from '#server/tools/testing/process.ts'

import { timeOf } from './measurement.ts'

/** Data of one size: an account with so many customers, contacts, services and invoices. */
export interface Filled {
  readonly dataDir: string
  readonly rows: number
  /** Undefined if the data was there. */
  readonly filledInMs: number | undefined
}

/** Calls `work` with data of each of these sizes. With a folder it stays there for the next time, and is used if it is there. */
export async function withFilled<Result>(
  sizes: readonly number[],
  kept: string | undefined,
  work: (filled: readonly Filled[]) => Promise<Result>,
): Promise<Result> {
  const filled: Filled[] = []
  try {
    for (const rows of sizes) filled.push(await fill(rows, kept))
    return await work(filled)
  } finally {
    if (kept === undefined) for (const { dataDir } of filled) await removeDataDir(dataDir)
  }
}

async function fill(rows: number, kept: string | undefined): Promise<Filled> {
  const folder = kept === undefined ? undefined : join(resolve(kept), `bureau_bench_${rows}`)
  if (folder !== undefined && existsSync(folder)) return { dataDir: folder, rows, filledInMs: undefined }
  const dataDir = folder === undefined ? await makeDataDir('bureau-bench-') : await keepDataDir(folder)
  const count = String(rows)
  // Every customer brings a contact.
  const args = ['--account', 'Ours', '--customers', count, '--services', count, '--invoices', count]
  const filledInMs = await timeOf(async () => {
    const { code, stderr } = await runOn(dataDir, 'demo', args)
    if (code !== 0) throw new Error(stderr)
  })
  return { dataDir, rows, filledInMs }
}

/** How many bytes the database has on disk. */
export async function bytesOnDisk(dataDir: string): Promise<number> {
  if (!onPostgres) return (await stat(join(dataDir, 'bureau.sqlite'))).size
  const client = new pg.Client({ connectionString: administratorUrl(dataDir) })
  await client.connect()
  const { rows } = await client.query<{ bytes: string }>(
    'select pg_database_size(current_database()) as bytes',
  )
  await client.end()
  return Number(rows[0]?.bytes)
}
