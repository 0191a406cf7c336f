import { type Kysely, sql } from 'kysely'

import type { Database } from '#server/platform/db/database.ts'

/** People look after customers, and may be notified of theirs alone. */
export async function up(db: Kysely<Database>): Promise<void> {
  await db.schema.alterTable('customers').addColumn('assigned_to', 'bigint').execute()
  await db.schema
    .createIndex('customers_assigned_to')
    .on('customers')
    .columns(['account_id', 'assigned_to', 'id'])
    .where(sql.ref('assigned_to'), 'is not', null)
    .execute()
  await db.schema
    .alterTable('notification_settings')
    .addColumn('customers', 'text', (column) => column.notNull().defaultTo('all'))
    .execute()
}
