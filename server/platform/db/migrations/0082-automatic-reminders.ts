import type { Kysely } from 'kysely'

import type { Database } from '#server/platform/db/database.ts'

/** Reminders of invoices are sent some days after the due date. */
export async function up(db: Kysely<Database>): Promise<void> {
  await db.schema.alterTable('templates').addColumn('send_after_days', 'integer').execute()
}
