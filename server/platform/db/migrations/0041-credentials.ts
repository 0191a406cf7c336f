import type { Kysely } from 'kysely'

import type { Database } from '#server/platform/db/database.ts'
import type { DbDialect } from '#server/platform/db/dialects.ts'

/** What staff manage of credentials, and how often each was used on a day. */
export async function up(db: Kysely<Database>, { id }: DbDialect): Promise<void> {
  const columns = [
    ['name', 'text'],
    ['creator_id', 'bigint'],
    ['creator_name', 'text'],
    ['last_used_from', 'text'],
  ] as const
  for (const [name, type] of columns) {
    await db.schema.alterTable('credentials').addColumn(name, type).execute()
  }
  await db.schema
    .alterTable('credentials')
    .addColumn('version', 'integer', (column) => column.notNull().defaultTo(1))
    .execute()
  await db.schema
    .createTable('credential_days')
    .addColumn('id', id)
    .addColumn('account_id', 'bigint', (column) => column.notNull().references('accounts.id'))
    .addColumn('credential_id', 'bigint', (column) => column.notNull().references('credentials.id'))
    .addColumn('day', 'text', (column) => column.notNull())
    .addColumn('requests', 'integer', (column) => column.notNull())
    .addColumn('rejected', 'integer', (column) => column.notNull())
    .addColumn('rate_limited', 'integer', (column) => column.notNull())
    .addUniqueConstraint('credential_days_once', ['account_id', 'credential_id', 'day'])
    .execute()
}
