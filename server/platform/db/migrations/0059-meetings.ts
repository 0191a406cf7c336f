import { type Kysely, sql } from 'kysely'

import type { Database } from '#server/platform/db/database.ts'
import type { DbDialect } from '#server/platform/db/dialects.ts'

/** Meetings, and the emails that invite to them. */
export async function up(db: Kysely<Database>, { id, bigint }: DbDialect): Promise<void> {
  await db.schema
    .createTable('meetings')
    .addColumn('id', id)
    .addColumn('account_id', 'bigint', (column) => column.notNull().references('accounts.id'))
    .addColumn('uid', 'text', (column) => column.notNull().unique())
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('title', 'text', (column) => column.notNull())
    .addColumn('customer_id', bigint)
    .addColumn('customer_name', 'text')
    .addColumn('starts_at', 'text', (column) => column.notNull())
    .addColumn('ends_at', 'text', (column) => column.notNull())
    .addColumn('time_zone', 'text', (column) => column.notNull())
    .addColumn('place', 'text', (column) => column.notNull())
    .addColumn('link', 'text', (column) => column.notNull())
    .addColumn('notes', 'text', (column) => column.notNull())
    .addColumn('attendees', 'text', (column) => column.notNull())
    .addColumn('attendee_count', 'integer', (column) => column.notNull())
    .addColumn('invited', 'text', (column) => column.notNull())
    .addColumn('organizer_name', 'text')
    .addColumn('organizer_email', 'text')
    .addColumn('made_by_customer', 'integer', (column) => column.notNull())
    .addColumn('created_by', 'text', (column) => column.notNull())
    .addColumn('search_text', 'text', (column) => column.notNull())
    .addColumn('canceled_at', 'text')
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('updated_at', 'text', (column) => column.notNull())
    .addColumn('version', 'integer', (column) => column.notNull().defaultTo(1))
    .execute()
  for (const [name, columns] of [
    ['meetings_by_end', ['account_id', 'status', 'ends_at', 'id']],
    ['meetings_by_start', ['account_id', 'starts_at', 'id']],
    ['meetings_by_customer', ['account_id', 'customer_id', 'starts_at', 'id']],
  ] as const)
    await db.schema
      .createIndex(name)
      .on('meetings')
      .columns([...columns])
      .execute()
  await db.schema
    .createTable('meeting_emails')
    .addColumn('id', id)
    .addColumn('account_id', 'bigint', (column) => column.notNull().references('accounts.id'))
    .addColumn('meeting_id', 'bigint', (column) => column.notNull().references('meetings.id'))
    .addColumn('method', 'text', (column) => column.notNull())
    .addColumn('calendar', 'text', (column) => column.notNull())
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
    .createIndex('meeting_emails_by_meeting')
    .on('meeting_emails')
    .columns(['account_id', 'meeting_id', 'id'])
    .execute()
  await sql`create index meeting_emails_due on meeting_emails (next_attempt_at) where next_attempt_at is not null`.execute(
    db,
  )
}
