import type { Kysely } from 'kysely'

import type { Database } from '#server/platform/db/database.ts'
import type { DbDialect } from '#server/platform/db/dialects.ts'

/** Plans and the subscriptions to them, which schedules bill. */
export async function up(db: Kysely<Database>, { id, bigint }: DbDialect): Promise<void> {
  await db.schema
    .createTable('plans')
    .addColumn('id', id)
    .addColumn('account_id', 'bigint', (column) => column.notNull().references('accounts.id'))
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('frequency', 'text', (column) => column.notNull())
    .addColumn('currency', 'text', (column) => column.notNull())
    .addColumn('net_amount', bigint, (column) => column.notNull())
    .addColumn('total_amount', bigint, (column) => column.notNull())
    .addColumn('trial_days', 'integer', (column) => column.notNull())
    .addColumn('payment_days', 'integer', (column) => column.notNull())
    .addColumn('notes', 'text', (column) => column.notNull())
    .addColumn('lines', 'text', (column) => column.notNull())
    .addColumn('archived_at', 'text')
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('updated_at', 'text', (column) => column.notNull())
    .addColumn('version', 'integer', (column) => column.notNull().defaultTo(1))
    .execute()
  await db.schema.createIndex('plans_newest').on('plans').columns(['account_id', 'id']).execute()
  await db.schema
    .createTable('subscriptions')
    .addColumn('id', id)
    .addColumn('account_id', 'bigint', (column) => column.notNull().references('accounts.id'))
    .addColumn('plan_id', bigint, (column) => column.notNull().references('plans.id'))
    .addColumn('schedule_id', bigint, (column) =>
      column.notNull().references('invoice_schedules.id').onDelete('cascade'),
    )
    .addColumn('plan_name', 'text', (column) => column.notNull())
    .addColumn('plan_lines', 'text', (column) => column.notNull())
    .addColumn('quantity', 'integer', (column) => column.notNull())
    .addColumn('price', bigint)
    .addColumn('net_amount', bigint, (column) => column.notNull())
    .addColumn('starts_on', 'text', (column) => column.notNull())
    .addColumn('planned_end', 'text')
    .addColumn('canceled_at', 'text')
    .addColumn('sends', 'integer', (column) => column.notNull())
    .addColumn('adjustments', 'text', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addUniqueConstraint('subscriptions_by_schedule', ['account_id', 'schedule_id'])
    .execute()
  await db.schema
    .createIndex('subscriptions_by_plan')
    .on('subscriptions')
    .columns(['account_id', 'plan_id', 'id'])
    .execute()
  await db.schema
    .createIndex('subscriptions_newest')
    .on('subscriptions')
    .columns(['account_id', 'id'])
    .execute()
}
