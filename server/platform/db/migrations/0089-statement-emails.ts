import type { Kysely } from 'kysely'

import type { Database } from '#server/platform/db/database.ts'

/** Emails with a statement of account say its currency and period. */
export async function up(db: Kysely<Database>): Promise<void> {
  await db.schema.alterTable('emails').addColumn('statement', 'text').execute()
}
