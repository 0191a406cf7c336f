import type { Kysely } from 'kysely'

import type { Database } from '#server/platform/db/database.ts'
import type { DbDialect } from '#server/platform/db/dialects.ts'

/** Second factors of people, browsers they trust, and accounts that require it. */
export async function up(db: Kysely<Database>, { id }: DbDialect): Promise<void> {
  // The names of columns that better-auth's plugin reads, too, are those it is given.
  await db.schema
    .createTable('staff_two_factors')
    .addColumn('id', id)
    .addColumn('user_id', 'bigint', (column) =>
      column.notNull().unique().references('staff.id').onDelete('cascade'),
    )
    .addColumn('secret', 'text', (column) => column.notNull())
    .addColumn('backup_codes', 'text', (column) => column.notNull())
    .addColumn('verified', 'boolean', (column) => column.notNull())
    .addColumn('last_step', 'bigint')
    .addColumn('created_at', 'text', (column) => column.notNull())
    .execute()
  await db.schema.alterTable('staff_devices').addColumn('trusted_until', 'text').execute()
  await db.schema.alterTable('staff_devices').addColumn('user_agent', 'text').execute()
  await db.schema
    .alterTable('accounts')
    .addColumn('requires_two_factor', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
  await db.schema
    .createIndex('staff_verifications_identifier')
    .on('staff_verifications')
    .column('identifier')
    .execute()
}
