import { type Kysely, sql } from 'kysely'

import type { Database } from '#server/platform/db/database.ts'

/** Notes that staff write and customers that they edit; activity says who changed what. */
export async function up(db: Kysely<Database>): Promise<void> {
  const notes = () => db.schema.alterTable('notes')
  await notes()
    .addColumn('author_id', 'bigint', (column) => column.references('staff.id').onDelete('set null'))
    .execute()
  await notes()
    .addColumn('is_pinned', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
  await notes().addColumn('follow_up_on', 'text').execute()
  await notes().addColumn('edited_at', 'text').execute()
  await notes().addColumn('deleted_at', 'text').execute()
  await notes()
    .addColumn('version', 'integer', (column) => column.notNull().defaultTo(1))
    .execute()
  await db.schema
    .createIndex('notes_of_customer')
    .on('notes')
    .columns(['account_id', 'customer_id', 'id'])
    .execute()
  await db.schema
    .createIndex('notes_follow_up')
    .on('notes')
    .columns(['account_id', 'follow_up_on', 'id'])
    .where(sql<boolean>`follow_up_on is not null and deleted_at is null`)
    .execute()

  await db.schema
    .alterTable('customers')
    .addColumn('version', 'integer', (column) => column.notNull().defaultTo(1))
    .execute()
  await db.schema.alterTable('activity_log').addColumn('actor_id', 'bigint').execute()
  await db.schema.alterTable('activity_log').addColumn('changes', 'text').execute()
}
