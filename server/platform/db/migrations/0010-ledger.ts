import { type Kysely, sql } from 'kysely'

import type { Database } from '#server/platform/db/database.ts'
import type { DbDialect } from '#server/platform/db/dialects.ts'
import {
  createTallyTables,
  firstInvoiceTallies,
  keepTallies,
  rowTallies,
} from '#server/platform/db/tallies.ts'
import { createGramIndex } from '#server/platform/db/word-search.ts'

/** Counts and sums of services and invoices, kept as they are written; indexes for pages read off an index alone. */
export async function up(db: Kysely<Database>, dialect: DbDialect): Promise<void> {
  await createTallyTables(db, dialect)
  await keepTallies(db, dialect, 'services', rowTallies('services'))
  await keepTallies(db, dialect, 'invoices', firstInvoiceTallies)
  // One index finds text of any length, and within the account.
  if (dialect.kind === 'postgres') {
    for (const table of ['services', 'invoices'] as const) {
      await sql.raw(`drop index ${table}_search`).execute(db)
      await createGramIndex(db, table)
    }
  }
  await db.schema
    .createIndex('invoices_drafts')
    .on('invoices')
    .columns(['account_id', 'updated_at', 'id'])
    .where(sql<boolean>`status = 'draft'`)
    .execute()
  // A customer's history: without both columns, SQLite rather reads the account's in the order of ids.
  await db.schema
    .createIndex('activity_log_of_customer')
    .on('activity_log')
    .columns(['account_id', 'customer_id', 'id'])
    .execute()
}
