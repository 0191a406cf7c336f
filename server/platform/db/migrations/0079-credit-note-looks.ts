import type { Kysely } from 'kysely'

import type { Database } from '#server/platform/db/database.ts'

/** Credit notes keep the look of their invoice; those from before have the standard one. */
export async function up(db: Kysely<Database>): Promise<void> {
  await db.schema.alterTable('credit_notes').addColumn('look', 'text').execute()
}
