import type { Kysely } from 'kysely'

import type { Database } from '#server/platform/db/database.ts'
import type { DbDialect } from '#server/platform/db/dialects.ts'

/** Numbers of invoices by account and year, and how an invoice was paid. */
export async function up(db: Kysely<Database>, { id }: DbDialect): Promise<void> {
  await db.schema
    .createTable('invoice_numbers')
    .addColumn('id', id)
    .addColumn('account_id', 'bigint', (column) => column.notNull().references('accounts.id'))
    .addColumn('year', 'integer', (column) => column.notNull())
    .addColumn('last_number', 'integer', (column) => column.notNull())
    .addUniqueConstraint('invoice_numbers_once', ['account_id', 'year'])
    .execute()
  const invoices = () => db.schema.alterTable('invoices')
  await invoices().addColumn('paid_on', 'text').execute()
  await invoices().addColumn('payment_method', 'text').execute()
}
