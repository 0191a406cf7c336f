import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'

import type { Config } from '#server/config.ts'
import { StartupError } from '#server/platform/lib/startup-error.ts'
import { lockService } from '#server/platform/startup/service-lock.ts'

import { copyToPostgres } from './copy-to-postgres.ts'
import { takeSnapshot } from './snapshot.ts'

/**
 * Copies the SQLite database of a data folder into an empty database on PostgreSQL; the folder's files serve both, and the SQLite
 * database stays as it is. The service must be stopped. One that was interrupted continues. Returns the number of rows.
 */
export async function moveToPostgres(
  { dataDir, databaseUrl }: Pick<Config, 'dataDir' | 'databaseUrl'>,
  target: string,
  report: (line: string) => void,
): Promise<number> {
  if (databaseUrl !== undefined)
    throw new StartupError(
      'DATABASE_URL is set, so the data is on PostgreSQL already. Unset it to move from SQLite.',
    )
  const from = { dataDir, databaseUrl: undefined }
  const lock = lockService(from)
  const copy = await mkdtemp(join(dataDir, 'moving-'))
  try {
    await takeSnapshot(from, copy, report)
    return await copyToPostgres(copy, target, report)
  } finally {
    await rm(copy, { recursive: true, force: true })
    lock.release()
  }
}
