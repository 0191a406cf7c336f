import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

import type { Config } from '#server/config.ts'
import { StartupError } from '#server/platform/lib/startup-error.ts'

/** A service that is just ending gets this long. */
const waitMs = 1000

/**
 * Makes this process the only service on a SQLite folder until it ends. Throws `StartupError` where another one runs.
 * An exclusive lock of SQLite on a file beside the database: the kernel releases it however the process ends, and
 * commands, which don't take it, still work. PostgreSQL is made for several services.
 */
export function lockService({ dataDir, databaseUrl }: Pick<Config, 'dataDir' | 'databaseUrl'>): {
  release(): void
} {
  if (databaseUrl !== undefined) return { release: () => undefined }
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const lock = new DatabaseSync(join(dataDir, 'service.lock'), { timeout: waitMs })
  try {
    lock.exec('pragma locking_mode = exclusive; begin exclusive')
  } catch (error) {
    lock.close()
    if ((error as { errcode?: number }).errcode !== 5) throw error
    throw new StartupError(
      `Another service is already running on ${dataDir}. Stop it first, or choose another DATA_DIR; several services can share a PostgreSQL database (DATABASE_URL).`,
    )
  }
  return { release: () => lock.close() }
}
