import { type Kysely, sql } from 'kysely'

import type { Database } from '#server/platform/db/database.ts'
import type { DbDialect } from '#server/platform/db/dialects.ts'

/** Emails of invoices with their status. */
export async function up(db: Kysely<Database>, { id }: DbDialect): Promise<void> {
  await db.schema
    .createTable('invoice_emails')
    .addColumn('id', id)
    .addColumn('account_id', 'bigint', (column) => column.notNull().references('accounts.id'))
    .addColumn('invoice_id', 'bigint', (column) => column.notNull().references('invoices.id'))
    .addColumn('kind', 'text', (column) => column.notNull())
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
    .createIndex('invoice_emails_by_invoice')
    .on('invoice_emails')
    .columns(['account_id', 'invoice_id', 'id'])
    .execute()
  // Only what is still to be sent; in the long run that is next to nothing.
  await sql`create index invoice_emails_due on invoice_emails (next_attempt_at) where next_attempt_at is not null`.execute(
    db,
  )
}
