import { type Kysely, sql } from 'kysely'

import type { Database } from '#server/platform/db/database.ts'
import type { DbDialect } from '#server/platform/db/dialects.ts'

/** Accounts whose records are on another service. */
export async function up(db: Kysely<Database>, { id }: DbDialect): Promise<void> {
  await db.schema
    .createTable('connections')
    .addColumn('id', id)
    .addColumn('account_id', 'bigint', (column) =>
      column.notNull().unique().references('accounts.id').onDelete('cascade'),
    )
    .addColumn('environment', 'text', (column) =>
      column.notNull().check(sql`environment in ('production', 'development')`),
    )
    .addColumn('base_url', 'text', (column) => column.notNull())
    .addColumn('token_sealed', 'text', (column) => column.notNull())
    .addColumn('token_last_four', 'text', (column) => column.notNull())
    .addColumn('key_sealed', 'text', (column) => column.notNull())
    .addColumn('key_last_four', 'text', (column) => column.notNull())
    .addColumn('source', 'text', (column) =>
      column.notNull().check(sql`source in ('command', 'variables', 'dashboard')`),
    )
    .addColumn('version', 'integer', (column) => column.notNull())
    .addColumn('last_ok_at', 'text')
    .addColumn('last_error_at', 'text')
    .addColumn('last_error', 'text')
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('updated_at', 'text', (column) => column.notNull())
    .execute()
}
