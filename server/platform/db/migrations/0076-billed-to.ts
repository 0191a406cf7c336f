import type { Kysely } from 'kysely'

import type { Database } from '#server/platform/db/database.ts'

/** Invoices keep the company and the address that they are sent to. Those from before say what they said. */
export async function up(db: Kysely<Database>): Promise<void> {
  await db.schema.alterTable('invoices').addColumn('billed_to', 'text').execute()
}
