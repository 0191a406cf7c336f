import type { Kysely } from 'kysely'

import type { Database } from '#server/platform/db/database.ts'

/** Templates of emails are for customers of one language, or of all. */
export async function up(db: Kysely<Database>): Promise<void> {
  await db.schema.alterTable('templates').addColumn('language', 'text').execute()
}
