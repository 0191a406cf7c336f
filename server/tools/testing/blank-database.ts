import { readConfig } from '#server/config.ts'
import { openStore } from '#server/platform/startup/open-store.ts'

import { copyDataDir, environmentOf, makeDataDir, removeDataDir } from './data-dir.ts'

/** Names the folder to the workers. */
const variable = 'TEST_BLANK_DATA_DIR'

/** Vitest: migrates a database before a run. Returns what removes it afterwards. */
export async function setup(): Promise<() => Promise<void>> {
  const dataDir = await makeDataDir('bureau-blank-')
  await (await openStore(readConfig(environmentOf(dataDir)))).close()
  process.env[variable] = dataDir
  return () => removeDataDir(dataDir)
}

/** Creates a data folder whose database is migrated and empty: a copy, which takes a fraction of the time. */
export function makeMigratedDataDir(prefix?: string): Promise<string> {
  const blank = process.env[variable]
  // Without Vitest, the service that opens it migrates.
  return blank ? copyDataDir(blank, prefix) : makeDataDir(prefix)
}
