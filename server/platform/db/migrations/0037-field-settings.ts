import { type Kysely, sql } from 'kysely'

import type { Database } from '#server/platform/db/database.ts'
import type { DbDialect } from '#server/platform/db/dialects.ts'

/** Custom fields that staff define: versions, retired fields and options, and renames of options. */
export async function up(db: Kysely<Database>, { id }: DbDialect): Promise<void> {
  await db.schema.alterTable('custom_fields').addColumn('retired_at', 'text').execute()
  await db.schema
    .alterTable('custom_fields')
    .addColumn('retired_options', 'text', (column) => column.notNull().defaultTo('[]'))
    .execute()
  await db.schema
    .alterTable('custom_fields')
    .addColumn('version', 'integer', (column) => column.notNull().defaultTo(1))
    .execute()
  await db.schema
    .createTable('custom_field_renames')
    .addColumn('id', id)
    .addColumn('account_id', 'bigint', (column) => column.notNull().references('accounts.id'))
    .addColumn('custom_field_id', 'bigint', (column) => column.notNull().references('custom_fields.id'))
    .addColumn('old_name', 'text', (column) => column.notNull())
    .addColumn('new_name', 'text', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('total', 'integer', (column) => column.notNull())
    .addColumn('changed', 'integer', (column) => column.notNull())
    .addColumn('caused_by', 'text', (column) => column.notNull())
    .addColumn('actor_id', 'bigint')
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('updated_at', 'text', (column) => column.notNull())
    .addColumn('finished_at', 'text')
    .execute()
  await db.schema
    .createIndex('custom_field_renames_of_field')
    .on('custom_field_renames')
    .columns(['account_id', 'custom_field_id', 'id'])
    .execute()
  await db.schema
    .createIndex('custom_field_renames_running')
    .on('custom_field_renames')
    .columns(['account_id', 'id'])
    .where(sql<boolean>`state = 'running'`)
    .execute()
}
