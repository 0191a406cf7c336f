import { type Kysely, sql } from 'kysely'

import type { Database } from '#server/platform/db/database.ts'
import type { DbDialect } from '#server/platform/db/dialects.ts'
import { createRowCounts } from '#server/platform/db/row-counts.ts'
import { createWordSearch } from '#server/platform/db/word-search.ts'

/** Customers are searched within their account, and nobody counts them, their contacts and their fields anymore. */
export async function up(db: Kysely<Database>, dialect: DbDialect): Promise<void> {
  if (dialect.kind === 'sqlite') {
    for (const event of ['insert', 'delete', 'update'])
      await sql.raw(`drop trigger customers_search_${event}`).execute(db)
    await sql`drop table customers_search`.execute(db)
  } else {
    await sql`drop index customers_search`.execute(db)
  }
  await createWordSearch(db, dialect, 'customers')

  await db.schema
    .createTable('row_counts')
    .addColumn('id', dialect.id)
    .addColumn('account_id', 'bigint', (column) => column.notNull().references('accounts.id'))
    .addColumn('table_name', 'text', (column) => column.notNull())
    .addColumn('total', 'bigint', (column) => column.notNull())
    .addColumn('changes', 'bigint', (column) => column.notNull())
    .execute()
  await db.schema
    .createIndex('row_counts_account')
    .on('row_counts')
    .columns(['account_id', 'table_name'])
    .execute()
  await createRowCounts(db, dialect)
}
