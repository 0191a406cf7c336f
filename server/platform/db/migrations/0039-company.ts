import type { Kysely } from 'kysely'

import type { Database } from '#server/platform/db/database.ts'
import type { DbDialect } from '#server/platform/db/dialects.ts'

/** The company behind an account, each version of it, and which of them a document was sent by. */
export async function up(db: Kysely<Database>, { id }: DbDialect): Promise<void> {
  await db.schema
    .createTable('company_logos')
    .addColumn('id', id)
    .addColumn('account_id', 'bigint', (column) => column.notNull().references('accounts.id'))
    .addColumn('token', 'text', (column) => column.notNull().unique())
    .addColumn('bytes', 'integer', (column) => column.notNull())
    .addColumn('width', 'integer', (column) => column.notNull())
    .addColumn('height', 'integer', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .execute()
  const versions = db.schema
    .createTable('company_versions')
    .addColumn('id', id)
    .addColumn('account_id', 'bigint', (column) => column.notNull().references('accounts.id'))
    .addColumn('version', 'integer', (column) => column.notNull())
  const texts = ['name', 'address', 'tax_number', 'bank_details', 'invoice_footer']
  await texts
    .reduce((table, name) => table.addColumn(name, 'text', (column) => column.notNull()), versions)
    .addColumn('payment_days', 'integer', (column) => column.notNull())
    .addColumn('currency', 'text', (column) => column.notNull())
    .addColumn('tax_rate', 'integer', (column) => column.notNull())
    .addColumn('number_pattern', 'text', (column) => column.notNull())
    .addColumn('time_zone', 'text', (column) => column.notNull())
    .addColumn('fiscal_year_start', 'integer', (column) => column.notNull())
    .addColumn('logo_id', 'bigint', (column) => column.references('company_logos.id'))
    .addColumn('created_at', 'text', (column) => column.notNull())
    .execute()
  await db.schema
    .createIndex('company_versions_of_account')
    .on('company_versions')
    .columns(['account_id', 'id'])
    .execute()
  for (const table of ['invoices', 'credit_notes'])
    await db.schema
      .alterTable(table)
      .addColumn('company_id', 'bigint', (column) => column.references('company_versions.id'))
      .execute()
}
