import { type Kysely, sql } from 'kysely'

import type { Database } from '#server/platform/db/database.ts'
import type { DbDialect } from '#server/platform/db/dialects.ts'

/** Imports of CSV files: their rows until they are imported, what became of them, and how columns were mapped. */
export async function up(db: Kysely<Database>, { id }: DbDialect): Promise<void> {
  const imports = db.schema
    .createTable('imports')
    .addColumn('id', id)
    .addColumn('account_id', 'bigint', (column) => column.notNull().references('accounts.id'))
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('file_name', 'text', (column) => column.notNull())
    .addColumn('header', 'text', (column) => column.notNull())
    .addColumn('samples', 'text', (column) => column.notNull())
    .addColumn('rows', 'integer', (column) => column.notNull())
    .addColumn('columns', 'text', (column) => column.notNull())
    .addColumn('is_remembered', 'integer', (column) => column.notNull())
    .addColumn('existing', 'text', (column) => column.notNull())
    .addColumn('checks', 'integer', (column) => column.notNull())
    .addColumn('worker', 'text')
    .addColumn('checked_through', 'bigint', (column) => column.notNull())
  const counts = ['plan_created', 'plan_updated', 'plan_skipped', 'plan_failed']
  await [...counts, 'created', 'updated', 'skipped', 'failed']
    .reduce((table, name) => table.addColumn(name, 'integer', (column) => column.notNull()), imports)
    .addColumn('caused_by', 'text', (column) => column.notNull())
    .addColumn('actor_id', 'bigint')
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('updated_at', 'text', (column) => column.notNull())
    .addColumn('finished_at', 'text')
    .execute()
  await db.schema
    .createIndex('imports_of_account')
    .on('imports')
    .columns(['account_id', 'kind', 'id'])
    .execute()
  await db.schema
    .createIndex('imports_at_work')
    .on('imports')
    .column('id')
    .where(sql<boolean>`state in ('checking', 'running')`)
    .execute()
  await db.schema.createIndex('imports_by_age').on('imports').column('updated_at').execute()

  await db.schema
    .createTable('import_batches')
    .addColumn('id', id)
    .addColumn('account_id', 'bigint', (column) => column.notNull().references('accounts.id'))
    .addColumn('import_id', 'bigint', (column) =>
      column.notNull().references('imports.id').onDelete('cascade'),
    )
    .addColumn('rows', 'text', (column) => column.notNull())
    .execute()
  await db.schema
    .createIndex('import_batches_of_import')
    .on('import_batches')
    .columns(['import_id', 'id'])
    .execute()

  await db.schema
    .createTable('import_results')
    .addColumn('id', id)
    .addColumn('account_id', 'bigint', (column) => column.notNull().references('accounts.id'))
    .addColumn('import_id', 'bigint', (column) =>
      column.notNull().references('imports.id').onDelete('cascade'),
    )
    .addColumn('row', 'integer', (column) => column.notNull())
    .addColumn('outcome', 'text', (column) => column.notNull())
    .addColumn('record_id', 'bigint')
    .addColumn('label', 'text', (column) => column.notNull())
    .addColumn('problems', 'text', (column) => column.notNull())
    .addColumn('cells', 'text')
    .execute()
  // A row has one result, whatever interrupts an import.
  await db.schema
    .createIndex('import_results_of_import')
    .unique()
    .on('import_results')
    .columns(['import_id', 'row'])
    .execute()
  await db.schema
    .createIndex('import_results_by_outcome')
    .on('import_results')
    .columns(['import_id', 'outcome', 'row'])
    .execute()

  await db.schema
    .createTable('import_mappings')
    .addColumn('id', id)
    .addColumn('account_id', 'bigint', (column) => column.notNull().references('accounts.id'))
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('header_key', 'text', (column) => column.notNull())
    .addColumn('columns', 'text', (column) => column.notNull())
    .execute()
  await db.schema
    .createIndex('import_mappings_of_header')
    .unique()
    .on('import_mappings')
    .columns(['account_id', 'kind', 'header_key'])
    .execute()
}
