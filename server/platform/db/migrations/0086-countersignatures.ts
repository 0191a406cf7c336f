import type { Kysely } from 'kysely'

import type { Database } from '#server/platform/db/database.ts'

/** The business signs what a customer has signed. */
export async function up(db: Kysely<Database>): Promise<void> {
  for (const name of ['countersignature', 'countersignature_sha256'])
    await db.schema.alterTable('document_versions').addColumn(name, 'text').execute()
}
