import type { Kysely } from 'kysely'

import type { Database } from '#server/platform/db/database.ts'

/** The region whose formats a person reads; null for that of each browser. */
export async function up(db: Kysely<Database>): Promise<void> {
  await db.schema.alterTable('staff').addColumn('format_region', 'text').execute()
}
