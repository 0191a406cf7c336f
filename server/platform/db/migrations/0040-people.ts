import type { Kysely } from 'kysely'

import type { Database } from '#server/platform/db/database.ts'
import type { DbDialect } from '#server/platform/db/dialects.ts'

/** Invitations by link, and when people and their sessions were last seen. */
export async function up(db: Kysely<Database>, { id }: DbDialect): Promise<void> {
  await db.schema
    .createTable('invitations')
    .addColumn('id', id)
    .addColumn('account_id', 'bigint', (column) => column.notNull().references('accounts.id'))
    .addColumn('email', 'text', (column) => column.notNull())
    .addColumn('role', 'text', (column) => column.notNull())
    .addColumn('token_hash', 'text', (column) => column.notNull().unique())
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('is_emailed', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('inviter_id', 'bigint', (column) =>
      column.notNull().references('staff.id').onDelete('cascade'),
    )
    .addColumn('invited_by', 'text', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('expires_at', 'text', (column) => column.notNull())
    .execute()
  await db.schema
    .createIndex('invitations_pending')
    .on('invitations')
    .columns(['account_id', 'status', 'id'])
    .execute()
  await db.schema.alterTable('staff_sessions').addColumn('last_seen_at', 'text').execute()
  await db.schema.alterTable('memberships').addColumn('last_seen_at', 'text').execute()
}
