import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync, backup } from 'node:sqlite'

import type { Config } from '#server/config.ts'
import { StartupError } from '#server/platform/lib/startup-error.ts'
import { openStore } from '#server/platform/startup/open-store.ts'

import { copyTable, tablesInOrder } from './tables.ts'

/** The name of the database in a data folder and in a backup. */
export const databaseName = 'bureau.sqlite'

/** All pages in one step: between steps, each write of a running service would begin the copy anew. */
const inOneStep = 2 ** 31 - 1

/**
 * Writes the database as it is at one moment into a SQLite file in `folder`, while the service runs. Throws `StartupError`
 * where there is no database.
 */
export async function takeSnapshot(
  config: Pick<Config, 'dataDir' | 'databaseUrl'>,
  folder: string,
  report: (line: string) => void,
): Promise<void> {
  const file = join(folder, databaseName)
  await removeDatabase(file)
  if (config.databaseUrl === undefined) await copyFile(join(config.dataDir, databaseName), file)
  else await copyRows(config, folder, report)
}

async function copyFile(from: string, to: string): Promise<void> {
  if (!existsSync(from))
    throw new StartupError(`${from} doesn't exist. Set DATA_DIR to the data folder of the service.`)
  const source = new DatabaseSync(from, { readOnly: true })
  try {
    await backup(source, to, { rate: inOneStep })
  } finally {
    source.close()
  }
}

async function copyRows(
  config: Pick<Config, 'dataDir' | 'databaseUrl'>,
  folder: string,
  report: (line: string) => void,
): Promise<void> {
  const source = await openStore(config, { isBatch: true })
  const target = await openStore({ dataDir: folder, databaseUrl: undefined }, { isBatch: true })
  try {
    // One transaction sees one moment, whatever is written meanwhile.
    await source.db
      .transaction()
      .setIsolationLevel('repeatable read')
      .setAccessMode('read only')
      .execute(async (trx) => {
        for (const table of await tablesInOrder(target.db)) {
          const { rows } = await copyTable({ ...source, db: trx }, target, table)
          if (rows > 0) report(`${table}: ${rows} rows`)
        }
      })
  } finally {
    await Promise.all([source.close(), target.close()])
  }
}

/** Verifies a database that isn't in use, and makes it one that needs no log beside it. */
export function settle(file: string): void {
  const database = new DatabaseSync(file)
  try {
    database.exec('pragma journal_mode = delete')
    const found = database.prepare('pragma quick_check(1)').get()
    if (found?.['quick_check'] !== 'ok')
      throw new Error(`${file} is damaged: ${String(found?.['quick_check'])}`)
  } finally {
    database.close()
  }
}

/** Deletes a SQLite database and its log. */
export async function removeDatabase(file: string): Promise<void> {
  for (const end of ['', '-wal', '-shm', '-journal']) await rm(`${file}${end}`, { force: true })
}
