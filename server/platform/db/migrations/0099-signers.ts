import type { Kysely } from 'kysely'

import type { Database } from '#server/platform/db/database.ts'

/** Several people sign a contract, one after another. */
export async function up(db: Kysely<Database>): Promise<void> {
  await db.schema
    .alterTable('documents')
    .addColumn('signers', 'text', (column) => column.notNull().defaultTo('[]'))
    .execute()
  await db.schema
    .alterTable('documents')
    .addColumn('signed', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
  await db.schema
    .alterTable('document_versions')
    .addColumn('signatures', 'text', (column) => column.notNull().defaultTo('[]'))
    .execute()
}
