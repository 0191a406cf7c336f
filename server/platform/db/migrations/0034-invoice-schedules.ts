import { type Kysely, sql } from 'kysely'

import type { Database } from '#server/platform/db/database.ts'
import type { DbDialect } from '#server/platform/db/dialects.ts'

/** Recurring invoices, and which period each of them was drafted for. */
export async function up(db: Kysely<Database>, { id, bigint }: DbDialect): Promise<void> {
  await db.schema
    .createTable('invoice_schedules')
    .addColumn('id', id)
    .addColumn('account_id', 'bigint', (column) => column.notNull().references('accounts.id'))
    .addColumn('customer_id', bigint, (column) => column.notNull())
    .addColumn('customer_name', 'text', (column) => column.notNull())
    .addColumn('customer_email', 'text', (column) => column.notNull())
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('pause_reason', 'text')
    .addColumn('frequency', 'text', (column) => column.notNull())
    .addColumn('starts_on', 'text', (column) => column.notNull())
    .addColumn('ends_on', 'text')
    .addColumn('max_count', 'integer')
    .addColumn('next_on', 'text')
    .addColumn('currency', 'text', (column) => column.notNull())
    .addColumn('total_amount', bigint, (column) => column.notNull())
    .addColumn('payment_days', 'integer', (column) => column.notNull())
    .addColumn('notes', 'text', (column) => column.notNull())
    .addColumn('lines', 'text', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('updated_at', 'text', (column) => column.notNull())
    .addColumn('version', 'integer', (column) => column.notNull().defaultTo(1))
    .execute()
  await db.schema
    .createIndex('invoice_schedules_by_customer')
    .on('invoice_schedules')
    .columns(['account_id', 'customer_id', 'id'])
    .execute()
  await db.schema
    .createIndex('invoice_schedules_newest')
    .on('invoice_schedules')
    .columns(['account_id', 'id'])
    .execute()
  await sql`create index invoice_schedules_due on invoice_schedules (account_id, next_on, id) where next_on is not null`.execute(
    db,
  )
  await db.schema
    .createTable('invoice_schedule_runs')
    .addColumn('id', id)
    .addColumn('account_id', 'bigint', (column) => column.notNull().references('accounts.id'))
    .addColumn('schedule_id', 'bigint', (column) =>
      column.notNull().references('invoice_schedules.id').onDelete('cascade'),
    )
    .addColumn('period_on', 'text', (column) => column.notNull())
    // A draft can be deleted; its period stays done.
    .addColumn('invoice_id', bigint, (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addUniqueConstraint('invoice_schedule_runs_once', ['account_id', 'schedule_id', 'period_on'])
    .execute()
  await db.schema
    .createIndex('invoice_schedule_runs_by_invoice')
    .on('invoice_schedule_runs')
    .columns(['account_id', 'invoice_id'])
    .execute()
}
