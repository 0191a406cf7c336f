import type { Kysely } from 'kysely'

import type { Database } from '#server/platform/db/database.ts'

/** Versions of proposals and contracts keep their look, and with it their language. */
export async function up(db: Kysely<Database>): Promise<void> {
  await db.schema.alterTable('document_versions').addColumn('look', 'text').execute()
}
