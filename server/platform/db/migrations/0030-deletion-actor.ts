import type { Kysely } from 'kysely'

import type { Database } from '#server/platform/db/database.ts'

/** Who asked for the deletion of all that match, for the activity of each customer. */
export async function up(db: Kysely<Database>): Promise<void> {
  await db.schema.alterTable('customer_deletions').addColumn('actor_id', 'bigint').execute()
}
