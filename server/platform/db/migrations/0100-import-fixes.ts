import type { Kysely } from 'kysely'

import type { Database } from '#server/platform/db/database.ts'

/** Values of an import's file are fixed before they are imported. */
export async function up(db: Kysely<Database>): Promise<void> {
  await db.schema
    .alterTable('imports')
    .addColumn('fixes', 'text', (column) => column.notNull().defaultTo('{}'))
    .execute()
}
