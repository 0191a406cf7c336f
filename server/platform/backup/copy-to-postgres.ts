import type { Store } from '#server/platform/db/store.ts'
import { StartupError } from '#server/platform/lib/startup-error.ts'
import { openStore } from '#server/platform/startup/open-store.ts'

import { type TableSum, copyTable, isEmpty, sumOf, tablesInOrder } from './tables.ts'

/**
 * Copies a SQLite database that nobody uses into an empty database on PostgreSQL, and verifies each table. What an interrupted copy has
 * already brought over stays. Throws `StartupError` where the database has other data. Returns the number of rows.
 */
export async function copyToPostgres(
  sqliteFolder: string,
  databaseUrl: string,
  report: (line: string) => void,
): Promise<number> {
  const source = await openStore({ dataDir: sqliteFolder, databaseUrl: undefined }, { isBatch: true })
  const target = await openStore({ dataDir: sqliteFolder, databaseUrl }, { isBatch: true })
  let total = 0
  try {
    for (const table of await tablesInOrder(source.db)) {
      const wasThere = !(await isEmpty(target, table))
      const copied = wasThere ? await sumOf(source, table) : await copyTable(source, target, table)
      if (!isSame(copied, await sumInTransaction(target, table)))
        throw new StartupError(
          wasThere
            ? `The PostgreSQL database has other rows in the table ${table}. Use an empty database.`
            : `The rows of the table ${table} differ after they were copied. Use a new database, and report this.`,
        )
      total += copied.rows
      if (copied.rows > 0)
        report(`${table}: ${copied.rows} rows ${wasThere ? 'were already there' : 'copied and verified'}`)
    }
    await target.dialect.learnSizes(target.db)
  } finally {
    await Promise.all([source.close(), target.close()])
  }
  return total
}

/** A cursor lives in a transaction. */
const sumInTransaction = (store: Store, table: string): Promise<TableSum> =>
  store.db.transaction().execute((trx) => sumOf({ ...store, db: trx }, table))

const isSame = (one: TableSum, other: TableSum) => one.rows === other.rows && one.sum === other.sum
