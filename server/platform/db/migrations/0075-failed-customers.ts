import type { Kysely } from 'kysely'

import type { Database } from '#server/platform/db/database.ts'

/** Work on many customers counts those it can't be done for, instead of stopping at the first one. */
export async function up(db: Kysely<Database>): Promise<void> {
  for (const table of ['customer_deletions', 'customer_changes'] as const)
    await db.schema
      .alterTable(table)
      .addColumn('failed', 'integer', (column) => column.notNull().defaultTo(0))
      .execute()
  await db.schema
    .alterTable('custom_field_renames')
    .addColumn('failed', 'text', (column) => column.notNull().defaultTo('[]'))
    .execute()
}
