import type { Kysely } from 'kysely'

import type { Database } from '#server/platform/db/database.ts'

/** Services that staff edit. */
export async function up(db: Kysely<Database>): Promise<void> {
  await db.schema
    .alterTable('services')
    .addColumn('version', 'integer', (column) => column.notNull().defaultTo(1))
    .execute()
}
