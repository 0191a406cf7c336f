import { type Kysely, sql } from 'kysely'

import type { Database } from '#server/platform/db/database.ts'
import type { DbDialect } from '#server/platform/db/dialects.ts'

/** Deletions of all customers that match, with the ids that are left of each. */
export async function up(db: Kysely<Database>, dialect: DbDialect): Promise<void> {
  await db.schema
    .createTable('customer_deletions')
    .addColumn('id', dialect.id)
    .addColumn('account_id', 'bigint', (column) => column.notNull().references('accounts.id'))
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('total', 'integer', (column) => column.notNull())
    .addColumn('deleted', 'integer', (column) => column.notNull())
    .addColumn('missing', 'integer', (column) => column.notNull())
    .addColumn('caused_by', 'text', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('updated_at', 'text', (column) => column.notNull())
    .addColumn('finished_at', 'text')
    .execute()
  await db.schema
    .createIndex('customer_deletions_running')
    .on('customer_deletions')
    .columns(['account_id', 'id'])
    .where(sql<boolean>`state = 'running'`)
    .execute()
  await db.schema
    .createTable('customer_deletion_batches')
    .addColumn('id', dialect.id)
    .addColumn('account_id', 'bigint', (column) => column.notNull().references('accounts.id'))
    .addColumn('deletion_id', 'bigint', (column) =>
      column.notNull().references('customer_deletions.id').onDelete('cascade'),
    )
    .addColumn('customers', 'text', (column) => column.notNull())
    .execute()
  await db.schema
    .createIndex('customer_deletion_batches_of_deletion')
    .on('customer_deletion_batches')
    .columns(['deletion_id', 'id'])
    .execute()
}
