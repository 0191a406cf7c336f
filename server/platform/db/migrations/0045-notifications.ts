import { type Kysely, sql } from 'kysely'

import type { Database } from '#server/platform/db/database.ts'
import type { DbDialect } from '#server/platform/db/dialects.ts'

/** What people are notified of, and how they want to be. */
export async function up(db: Kysely<Database>, { id }: DbDialect): Promise<void> {
  await db.schema
    .createTable('notifications')
    .addColumn('id', id)
    .addColumn('account_id', 'bigint', (column) => column.notNull().references('accounts.id'))
    .addColumn('member_id', 'bigint', (column) =>
      column.notNull().references('memberships.id').onDelete('cascade'),
    )
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('occasion', 'text', (column) => column.notNull())
    .addColumn('webhook_id', 'bigint', (column) => column.references('webhooks.id').onDelete('cascade'))
    .addColumn('digest', 'text')
    .addColumn('is_shown', 'integer', (column) => column.notNull())
    .addColumn('read_at', 'text')
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('message_id', 'text', (column) => column.notNull().unique())
    .addColumn('attempts', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('next_attempt_at', 'text')
    .addUniqueConstraint('notifications_once', ['account_id', 'member_id', 'occasion'])
    .execute()
  await db.schema
    .createIndex('notifications_listed')
    .on('notifications')
    .columns(['account_id', 'member_id', 'id'])
    .execute()
  await sql`create index notifications_unread on notifications (account_id, member_id)
    where read_at is null and is_shown = 1`.execute(db)
  // Only what is still to be sent; in the long run that is next to nothing.
  await sql`create index notifications_due on notifications (next_attempt_at) where next_attempt_at is not null`.execute(
    db,
  )
  await db.schema
    .createTable('notification_settings')
    .addColumn('id', id)
    .addColumn('account_id', 'bigint', (column) => column.notNull().references('accounts.id'))
    .addColumn('member_id', 'bigint', (column) =>
      column.notNull().references('memberships.id').onDelete('cascade'),
    )
    .addColumn('channels', 'text', (column) => column.notNull())
    .addColumn('digest_every', 'text', (column) => column.notNull())
    .addColumn('digest_weekday', 'integer', (column) => column.notNull())
    .addColumn('digest_hour', 'integer', (column) => column.notNull())
    .addUniqueConstraint('notification_settings_once', ['account_id', 'member_id'])
    .execute()
}
