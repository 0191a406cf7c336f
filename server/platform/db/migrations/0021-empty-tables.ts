import type { Kysely } from 'kysely'

import type { Database } from '#server/platform/db/database.ts'

/** Nothing ever wrote these tables; what needs invitations or a second factor brings tables that fit it. */
export async function up(db: Kysely<Database>): Promise<void> {
  await db.schema.dropTable('invitations').execute()
  await db.schema.dropTable('staff_two_factors').execute()
}
