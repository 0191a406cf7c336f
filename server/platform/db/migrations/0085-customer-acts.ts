import type { Kysely } from 'kysely'

import type { Database } from '#server/platform/db/database.ts'

/** People are notified of what customers do in the portal. */
export async function up(db: Kysely<Database>): Promise<void> {
  await db.schema.alterTable('notifications').addColumn('customer_act', 'text').execute()
}
