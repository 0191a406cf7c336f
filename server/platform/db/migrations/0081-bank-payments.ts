import type { Kysely } from 'kysely'

import type { Database } from '#server/platform/db/database.ts'
import type { DbDialect } from '#server/platform/db/dialects.ts'

/** Payments that arrived at the bank, and which payments of invoices were recorded from them. */
export async function up(db: Kysely<Database>, { id, bigint }: DbDialect): Promise<void> {
  await db.schema
    .createTable('bank_payments')
    .addColumn('id', id)
    .addColumn('account_id', 'bigint', (column) => column.notNull().references('accounts.id'))
    .addColumn('identity', 'text', (column) => column.notNull())
    .addColumn('version', 'integer', (column) => column.notNull().defaultTo(1))
    .addColumn('state', 'text', (column) => column.notNull().defaultTo('open'))
    .addColumn('paid_on', 'text', (column) => column.notNull())
    .addColumn('amount', bigint, (column) => column.notNull())
    .addColumn('recorded_amount', bigint, (column) => column.notNull().defaultTo(0))
    .addColumn('currency', 'text', (column) => column.notNull())
    .addColumn('payer', 'text', (column) => column.notNull())
    .addColumn('payer_key', 'text', (column) => column.notNull())
    .addColumn('payer_account', 'text', (column) => column.notNull())
    .addColumn('text', 'text', (column) => column.notNull())
    .addColumn('search_text', 'text', (column) => column.notNull())
    .addColumn('source', 'text', (column) => column.notNull())
    .addColumn('imported_by', 'text', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addUniqueConstraint('bank_payments_once', ['account_id', 'identity'])
    .execute()
  await db.schema
    .createIndex('bank_payments_by_state')
    .on('bank_payments')
    .columns(['account_id', 'state', 'paid_on', 'id'])
    .execute()
  await db.schema
    .alterTable('invoice_payments')
    .addColumn('bank_payment_id', 'bigint', (column) => column.references('bank_payments.id'))
    .execute()
  await db.schema
    .createIndex('invoice_payments_from_bank')
    .on('invoice_payments')
    .columns(['account_id', 'bank_payment_id'])
    .where('bank_payment_id', 'is not', null)
    .execute()
}
