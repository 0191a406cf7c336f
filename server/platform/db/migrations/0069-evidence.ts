import type { Kysely } from 'kysely'

import type { Database } from '#server/platform/db/database.ts'

/** How the link of a customer was delivered, and a hash over each answer. */
export async function up(db: Kysely<Database>): Promise<void> {
  await db.schema.alterTable('portal_links').addColumn('delivery', 'text').execute()
  await db.schema.alterTable('portal_links').addColumn('delivered_to', 'text').execute()
  await db.schema.alterTable('portal_sessions').addColumn('link', 'text').execute()
  await db.schema.alterTable('document_versions').addColumn('answer_sha256', 'text').execute()
}
