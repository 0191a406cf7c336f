import type { Kysely } from 'kysely'

import type { Database } from '#server/platform/db/database.ts'
import type { DbDialect } from '#server/platform/db/dialects.ts'

/** What people answer to invitations, and the links with which they do. */
export async function up(db: Kysely<Database>, { id }: DbDialect): Promise<void> {
  await db.schema
    .createTable('meeting_answers')
    .addColumn('id', id)
    .addColumn('account_id', 'bigint', (column) => column.notNull().references('accounts.id'))
    .addColumn('meeting_id', 'bigint', (column) => column.notNull())
    .addColumn('address', 'text', (column) => column.notNull())
    .addColumn('token_hash', 'text', (column) => column.unique())
    .addColumn('answer', 'text')
    .addColumn('note', 'text', (column) => column.notNull().defaultTo(''))
    .addColumn('answered_at', 'text')
    .execute()
  await db.schema
    .createIndex('meeting_answers_by_meeting')
    .unique()
    .on('meeting_answers')
    .columns(['account_id', 'meeting_id', 'address'])
    .execute()
}
