import type { Kysely } from 'kysely'

import type { Database } from '#server/platform/db/database.ts'

/** Templates of documents have lines, and those of proposals say how long they are valid. */
export async function up(db: Kysely<Database>): Promise<void> {
  for (const [name, type] of [
    ['line_items', 'text'],
    ['currency', 'text'],
    ['valid_days', 'integer'],
  ] as const)
    await db.schema.alterTable('templates').addColumn(name, type).execute()
}
