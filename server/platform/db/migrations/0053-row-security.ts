import { type Kysely, sql } from 'kysely'

import type { Database } from '#server/platform/db/database.ts'
import type { DbDialect } from '#server/platform/db/dialects.ts'
import { createSearchedRows, scopeTallies } from '#server/platform/db/row-security.ts'

/** On PostgreSQL, the database itself keeps accounts apart; `protectAccounts` adds the policies. */
export async function up(db: Kysely<Database>, dialect: DbDialect): Promise<void> {
  if (dialect.kind === 'sqlite') return
  for (const table of ['customers', 'contacts', 'services', 'invoices'] as const)
    await createSearchedRows(db, table, 'search_text text collate "C"')
  // Only columns of the same collation can be inherited; in a new database, columns get theirs after the last step.
  await sql`alter table custom_field_values alter column value type text collate "C"`.execute(db)
  await createSearchedRows(
    db,
    'custom_field_values',
    'customer_id bigint, custom_field_id bigint, value text collate "C"',
  )
  await scopeTallies(db)
}
