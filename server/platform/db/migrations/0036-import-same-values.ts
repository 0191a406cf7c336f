import type { Kysely } from 'kysely'

import type { Database } from '#server/platform/db/database.ts'

/** One value for all rows of an import, in fields that its file has no column for. */
export async function up(db: Kysely<Database>): Promise<void> {
  for (const table of ['imports', 'import_mappings'] as const)
    await db.schema
      .alterTable(table)
      .addColumn('same_values', 'text', (column) => column.notNull().defaultTo('{}'))
      .execute()
}
