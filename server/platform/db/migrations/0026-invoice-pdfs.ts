import type { Kysely } from 'kysely'

import type { Database } from '#server/platform/db/database.ts'
import type { DbDialect } from '#server/platform/db/dialects.ts'

/** The stored PDF of each sent invoice. */
export async function up(db: Kysely<Database>, { id }: DbDialect): Promise<void> {
  await db.schema
    .createTable('invoice_pdfs')
    .addColumn('id', id)
    .addColumn('account_id', 'bigint', (column) => column.notNull().references('accounts.id'))
    .addColumn('invoice_id', 'bigint', (column) => column.notNull().references('invoices.id'))
    .addColumn('token', 'text', (column) => column.notNull().unique())
    .addColumn('sha256', 'text', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addUniqueConstraint('invoice_pdfs_once', ['invoice_id'])
    .execute()
}
