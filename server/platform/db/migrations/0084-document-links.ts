import type { Kysely } from 'kysely'

import type { Database } from '#server/platform/db/database.ts'
import type { DbDialect } from '#server/platform/db/dialects.ts'

/** Links in emails to one document, and sessions of the portal that see only that. */
export async function up(db: Kysely<Database>, { id }: DbDialect): Promise<void> {
  await db.schema
    .createTable('document_links')
    .addColumn('id', id)
    .addColumn('account_id', 'bigint', (column) => column.notNull().references('accounts.id'))
    .addColumn('about', 'text', (column) => column.notNull())
    .addColumn('about_id', 'bigint', (column) => column.notNull())
    .addColumn('token_hash', 'text', (column) => column.notNull().unique())
    .addColumn('recipients', 'text', (column) => column.notNull())
    .addColumn('shown_to', 'text')
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('revoked_at', 'text')
    .execute()
  await db.schema
    .createIndex('document_links_by_document')
    .on('document_links')
    .columns(['account_id', 'about', 'about_id', 'id'])
    .execute()
  for (const [name, type] of [
    ['document_link_id', 'bigint'],
    ['confirmed_at', 'text'],
    ['code_hash', 'text'],
    ['code_sent_at', 'text'],
    ['code_tries', 'integer'],
  ] as const)
    await db.schema.alterTable('portal_sessions').addColumn(name, type).execute()
  await db.schema
    .createIndex('portal_sessions_by_document_link')
    .on('portal_sessions')
    .columns(['document_link_id', 'id'])
    .where('document_link_id', 'is not', null)
    .execute()
}
