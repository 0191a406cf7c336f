import { type Kysely, sql } from 'kysely'

import type { Database } from '#server/platform/db/database.ts'
import type { DbDialect } from '#server/platform/db/dialects.ts'

/** Emails wait in one table, whatever they are about. The service moves those of earlier versions. */
export async function up(db: Kysely<Database>, { id }: DbDialect): Promise<void> {
  await db.schema
    .createTable('emails')
    .addColumn('id', id)
    .addColumn('account_id', 'bigint', (column) => column.notNull().references('accounts.id'))
    .addColumn('about', 'text', (column) => column.notNull())
    .addColumn('about_id', 'bigint', (column) => column.notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('credit_note_id', 'bigint', (column) => column.references('credit_notes.id'))
    .addColumn('edition', 'integer')
    .addColumn('calendar', 'text')
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('recipients', 'text', (column) => column.notNull())
    .addColumn('reply_to', 'text')
    .addColumn('subject', 'text', (column) => column.notNull())
    .addColumn('message', 'text', (column) => column.notNull())
    .addColumn('message_id', 'text', (column) => column.notNull().unique())
    .addColumn('caused_by', 'text', (column) => column.notNull())
    .addColumn('actor_id', 'bigint')
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('attempts', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('next_attempt_at', 'text')
    .addColumn('sent_at', 'text')
    .addColumn('problem', 'text')
    .execute()
  await db.schema
    .createIndex('emails_by_record')
    .on('emails')
    .columns(['account_id', 'about', 'about_id', 'id'])
    .execute()
  // Only what is still to be sent; in the long run that is next to nothing.
  await sql`create index emails_due on emails (next_attempt_at) where next_attempt_at is not null`.execute(db)
}
