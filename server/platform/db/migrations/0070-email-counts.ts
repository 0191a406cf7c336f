import type { Kysely } from 'kysely'

import type { Database } from '#server/platform/db/database.ts'
import type { DbDialect } from '#server/platform/db/dialects.ts'

/** How many emails each account has sent, and to whom. */
export async function up(db: Kysely<Database>, { id }: DbDialect): Promise<void> {
  await db.schema
    .createTable('email_counts')
    .addColumn('id', id)
    .addColumn('account_id', 'bigint', (column) => column.notNull().references('accounts.id'))
    .addColumn('subject', 'text', (column) => column.notNull())
    .addColumn('at', 'text', (column) => column.notNull())
    .execute()
  await db.schema
    .createIndex('email_counts_by_time')
    .on('email_counts')
    .columns(['account_id', 'at'])
    .execute()
  await db.schema
    .createIndex('email_counts_by_subject')
    .on('email_counts')
    .columns(['account_id', 'subject', 'at'])
    .execute()
}
