import type { Kysely } from 'kysely'

import type { Database } from '#server/platform/db/database.ts'
import type { DbDialect } from '#server/platform/db/dialects.ts'

/** Files of proposals and contracts, and reminders among their emails. */
export async function up(db: Kysely<Database>, { id }: DbDialect): Promise<void> {
  await db.schema
    .createTable('document_files')
    .addColumn('id', id)
    .addColumn('account_id', 'bigint', (column) => column.notNull().references('accounts.id'))
    .addColumn('document_id', 'bigint', (column) => column.notNull().references('documents.id'))
    .addColumn('token', 'text', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('media_type', 'text', (column) => column.notNull())
    .addColumn('inline', 'integer', (column) => column.notNull())
    .addColumn('bytes', 'integer', (column) => column.notNull())
    .addColumn('sha256', 'text', (column) => column.notNull())
    .addColumn('first_edition', 'integer')
    .addColumn('is_removed', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('created_at', 'text', (column) => column.notNull())
    .execute()
  await db.schema
    .createIndex('document_files_by_document')
    .on('document_files')
    .columns(['account_id', 'document_id', 'id'])
    .execute()
  // Files are looked up by their address, and the files of a copy are those of its original.
  await db.schema.createIndex('document_files_token').on('document_files').columns(['token']).execute()
  await db.schema
    .alterTable('document_emails')
    .addColumn('kind', 'text', (column) => column.notNull().defaultTo('document'))
    .execute()
}
