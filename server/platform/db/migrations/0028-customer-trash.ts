import type { Kysely } from 'kysely'

import type { Database } from '#server/platform/db/database.ts'
import type { DbDialect } from '#server/platform/db/dialects.ts'

/** Deleted customers that can be restored, and their files. */
export async function up(db: Kysely<Database>, dialect: DbDialect): Promise<void> {
  await db.schema
    .createTable('deleted_customers')
    .addColumn('id', dialect.bigint, (column) => column.primaryKey())
    .addColumn('account_id', 'bigint', (column) => column.notNull().references('accounts.id'))
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('last_name', 'text', (column) => column.notNull())
    .addColumn('email', 'text', (column) => column.notNull())
    .addColumn('company_name', 'text')
    .addColumn('search_text', 'text', (column) => column.notNull())
    .addColumn('contents', 'text', (column) => column.notNull())
    .addColumn('deleted_at', 'text', (column) => column.notNull())
    .addColumn('deleted_by', 'text', (column) => column.notNull())
    .execute()
  await db.schema
    .createIndex('deleted_customers_account')
    .on('deleted_customers')
    .columns(['account_id', 'deleted_at', 'id'])
    .execute()
  await db.schema
    .createIndex('deleted_customers_deleted_at')
    .on('deleted_customers')
    .columns(['deleted_at', 'id'])
    .execute()
  await db.schema
    .createTable('deleted_files')
    .addColumn('id', dialect.id)
    .addColumn('account_id', 'bigint', (column) => column.notNull().references('accounts.id'))
    .addColumn('customer_id', dialect.bigint, (column) =>
      column.notNull().references('deleted_customers.id').onDelete('cascade'),
    )
    .addColumn('token', 'text', (column) => column.notNull().unique())
    .execute()
  await db.schema.createIndex('deleted_files_customer').on('deleted_files').columns(['customer_id']).execute()
}
