import type { Kysely } from 'kysely'

import type { Database } from '#server/platform/db/database.ts'

/** Invoices that staff write: a version, terms and notes, and for each line its kind, discount and tax rate. */
export async function up(db: Kysely<Database>): Promise<void> {
  const invoices = () => db.schema.alterTable('invoices')
  await invoices()
    .addColumn('version', 'integer', (column) => column.notNull().defaultTo(1))
    .execute()
  await invoices().addColumn('payment_days', 'integer').execute()
  await invoices()
    .addColumn('notes', 'text', (column) => column.notNull().defaultTo(''))
    .execute()

  const lines = () => db.schema.alterTable('invoice_line_items')
  await lines()
    .addColumn('kind', 'text', (column) => column.notNull().defaultTo('item'))
    .execute()
  await lines()
    .addColumn('discount', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
  await lines().addColumn('tax_rate', 'integer').execute()
}
