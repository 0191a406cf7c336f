import type { Kysely } from 'kysely'

import type { Database } from '#server/platform/db/database.ts'
import type { DbDialect } from '#server/platform/db/dialects.ts'

/** Templates of invoices, with the look that a sent one keeps. */
export async function up(db: Kysely<Database>, { id, bigint }: DbDialect): Promise<void> {
  await db.schema
    .createTable('invoice_templates')
    .addColumn('id', id)
    .addColumn('account_id', 'bigint', (column) => column.notNull().references('accounts.id'))
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('is_default', 'integer', (column) => column.notNull())
    .addColumn('look', 'text', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('updated_at', 'text', (column) => column.notNull())
    .addColumn('version', 'integer', (column) => column.notNull().defaultTo(1))
    .execute()
  await db.schema
    .createIndex('invoice_templates_by_name')
    .on('invoice_templates')
    .columns(['account_id', 'name', 'id'])
    .execute()
  await db.schema.alterTable('invoices').addColumn('look', 'text').execute()
  // Not a reference: a deleted customer in the trash may name one that is gone.
  await db.schema.alterTable('customers').addColumn('invoice_template_id', bigint).execute()
}
