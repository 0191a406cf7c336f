import { readConfig } from '#server/config.ts'
import type { Store } from '#server/platform/db/store.ts'
import { openStore } from '#server/platform/startup/open-store.ts'

import { makeMigratedDataDir } from './blank-database.ts'
import { environmentOf, removeDataDir } from './data-dir.ts'

/** The database of a new data folder, without a service. */
export interface TestStore {
  readonly dataDir: string
  readonly store: Store
  close(): Promise<void>
}

/** Opens the database of a new data folder. Close it afterwards. */
export async function openTestStore(): Promise<TestStore> {
  const dataDir = await makeMigratedDataDir()
  const store = await openStore(readConfig(environmentOf(dataDir)))
  return {
    dataDir,
    store,
    async close() {
      await store.close()
      await removeDataDir(dataDir)
    },
  }
}
