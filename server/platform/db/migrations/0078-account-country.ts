import type { Kysely } from 'kysely'

import type { Database } from '#server/platform/db/database.ts'

/** The country that an account was set up in, as an ISO 3166-1 code; empty where nobody said it. */
export async function up(db: Kysely<Database>): Promise<void> {
  await db.schema
    .alterTable('accounts')
    .addColumn('country', 'text', (column) => column.notNull().defaultTo(''))
    .execute()
}
