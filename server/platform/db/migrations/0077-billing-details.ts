import type { Kysely } from 'kysely'

import type { Database } from '#server/platform/db/database.ts'

/**
 * What electronic invoices say beside figures: the parts of the company's address and its contact, how each customer is billed,
 * and when and under which exemption something was delivered.
 */
export async function up(db: Kysely<Database>): Promise<void> {
  for (const column of [
    'street',
    'postal_code',
    'city',
    'state',
    'country',
    'contact_name',
    'phone',
    'email',
    'payment_link',
  ])
    await db.schema
      .alterTable('company_versions')
      .addColumn(column, 'text', (definition) => definition.notNull().defaultTo(''))
      .execute()
  await db.schema.alterTable('customers').addColumn('billing', 'text').execute()
  for (const column of ['delivered_from', 'delivered_to', 'exemption'])
    await db.schema.alterTable('invoices').addColumn(column, 'text').execute()
  for (const column of ['reference', 'exemption_reason'])
    await db.schema
      .alterTable('invoices')
      .addColumn(column, 'text', (definition) => definition.notNull().defaultTo(''))
      .execute()
}
