import type { Kysely } from 'kysely'

import type { Database } from '#server/platform/db/database.ts'
import type { DbDialect } from '#server/platform/db/dialects.ts'

/** The times at which customers can make meetings. */
export async function up(db: Kysely<Database>, { id }: DbDialect): Promise<void> {
  await db.schema
    .createTable('booking_times')
    .addColumn('id', id)
    .addColumn('account_id', 'bigint', (column) => column.notNull().unique().references('accounts.id'))
    .addColumn('times', 'text', (column) => column.notNull())
    .addColumn('version', 'integer', (column) => column.notNull())
    .execute()
}
