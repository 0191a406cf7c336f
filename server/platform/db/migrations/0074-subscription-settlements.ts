import { type Kysely, sql } from 'kysely'

import type { Database } from '#server/platform/db/database.ts'
import type { DbDialect } from '#server/platform/db/dialects.ts'

/** What subscriptions have charged is billed when they end, to the day after a pause, and comes back with a deleted draft. */
export async function up(db: Kysely<Database>, { id, bigint }: DbDialect): Promise<void> {
  await db.schema.alterTable('subscriptions').addColumn('closing', 'text').execute()
  await db.schema.alterTable('subscriptions').addColumn('resumed_on', 'text').execute()
  await sql`create index subscriptions_closing on subscriptions (account_id, id) where closing is not null`.execute(
    db,
  )
  await db.schema
    .createTable('subscription_settlements')
    .addColumn('id', id)
    .addColumn('account_id', 'bigint', (column) => column.notNull().references('accounts.id'))
    .addColumn('subscription_id', bigint, (column) =>
      column.notNull().references('subscriptions.id').onDelete('cascade'),
    )
    .addColumn('invoice_id', bigint, (column) => column.notNull())
    .addColumn('closed_on', 'text')
    .addColumn('adjustments', 'text', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addUniqueConstraint('subscription_settlements_by_invoice', ['account_id', 'invoice_id'])
    .execute()
  await db.schema
    .createIndex('subscription_settlements_newest')
    .on('subscription_settlements')
    .columns(['account_id', 'subscription_id', 'id'])
    .execute()
  await closeThoseOfThePast(db)
}

/** What was never billed is drafted now. Nothing is sent: the customers may have left long ago. */
async function closeThoseOfThePast(db: Kysely<Database>): Promise<void> {
  const today = new Date().toISOString().slice(0, 10)
  const { rows } = await sql<{ id: number; adjustments: string; follows: number }>`
    select subscriptions.id, adjustments, case when next_on is not null then 1
      when status = 'paused' and (ends_on is null or ends_on >= ${today}) then 1 else 0 end as follows
    from subscriptions join invoice_schedules on invoice_schedules.id = subscriptions.schedule_id
    where adjustments <> '[]'`.execute(db)
  for (const { id, adjustments, follows } of rows) {
    const charges = (JSON.parse(adjustments) as { unitPrice: number }[]).some(
      ({ unitPrice }) => unitPrice > 0,
    )
    if (charges)
      await sql`update subscriptions set closing = ${Number(follows) === 1 ? 'bill' : 'draft'} where id = ${id}`.execute(
        db,
      )
  }
}
