import { type Kysely, sql } from 'kysely'

import type { Database } from '#server/platform/db/database.ts'

/** The activity of one service. */
export async function up(db: Kysely<Database>): Promise<void> {
  await db.schema
    .createIndex('activity_log_of_service')
    .on('activity_log')
    .columns(['account_id', 'subject_id', 'id'])
    .where(sql<boolean>`subject_type = 'service'`)
    .execute()
}
