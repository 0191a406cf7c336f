import type { Kysely } from 'kysely'

import type { Database } from '#server/platform/db/database.ts'

/** When customers have opened their invoices. */
export async function up(db: Kysely<Database>): Promise<void> {
  await db.schema.alterTable('invoices').addColumn('viewed_at', 'text').execute()
}
