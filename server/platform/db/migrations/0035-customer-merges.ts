import type { Kysely } from 'kysely'

import type { Database } from '#server/platform/db/database.ts'
import type { DbDialect } from '#server/platform/db/dialects.ts'

/** Which customer a merged one became part of. */
export async function up(db: Kysely<Database>, dialect: DbDialect): Promise<void> {
  await db.schema
    .createTable('customer_merges')
    // The id of the merged customer.
    .addColumn('id', dialect.bigint, (column) => column.primaryKey())
    .addColumn('account_id', 'bigint', (column) => column.notNull().references('accounts.id'))
    .addColumn('survivor_id', 'bigint', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .execute()
  await db.schema
    .createIndex('customer_merges_survivor')
    .on('customer_merges')
    .columns(['account_id', 'survivor_id'])
    .execute()
}
