import { type Kysely, sql } from 'kysely'

import type { Database } from '#server/platform/db/database.ts'
import type { DbDialect } from '#server/platform/db/dialects.ts'

/** Names and recent attempts of webhooks, their attempts by the hour, and a proper name for the log of events. */
export async function up(db: Kysely<Database>, dialect: DbDialect): Promise<void> {
  await renameOutbox(db, dialect)
  await db.schema.alterTable('webhooks').addColumn('name', 'text').execute()
  await db.schema.alterTable('webhooks').addColumn('recent_attempts', 'text').execute()
  await db.schema
    .createTable('webhook_hours')
    .addColumn('id', dialect.id)
    .addColumn('account_id', 'bigint', (column) => column.notNull().references('accounts.id'))
    .addColumn('webhook_id', 'bigint', (column) =>
      column.notNull().references('webhooks.id').onDelete('cascade'),
    )
    .addColumn('hour', 'text', (column) => column.notNull())
    .addColumn('delivered', 'integer', (column) => column.notNull())
    .addColumn('failed', 'integer', (column) => column.notNull())
    .addUniqueConstraint('webhook_hours_once', ['webhook_id', 'hour'])
    .execute()
  await db.schema.createIndex('webhook_hours_hour').on('webhook_hours').column('hour').execute()
  await fillHours(db)
  await fillRecentAttempts(db)
}

/** Nothing has waited in the outbox since deliveries are queued with their event: it is the log of events. */
async function renameOutbox(db: Kysely<Database>, { kind }: DbDialect) {
  await db.schema.alterTable('outbox').renameTo('event_log').execute()
  await db.schema.alterTable('deliveries').renameColumn('outbox_id', 'event_log_id').execute()
  await db.schema.dropIndex('deliveries_outbox').execute()
  await db.schema.createIndex('deliveries_event_log').on('deliveries').column('event_log_id').execute()
  if (kind === 'sqlite') return
  await sql`alter index outbox_pkey rename to event_log_pkey`.execute(db)
  await sql`alter table event_log rename constraint outbox_event_id_key to event_log_event_id_key`.execute(db)
}

/** From the attempts of the last two days, which is as far back as hours are kept. */
async function fillHours(db: Kysely<Database>) {
  const since = new Date(Date.now() - 48 * 60 * 60_000).toISOString()
  await sql`insert into webhook_hours (account_id, webhook_id, hour, delivered, failed)
    select deliveries.account_id, deliveries.webhook_id, substr(started_at, 1, 13),
      sum(case when delivery_attempts.response_status between 200 and 299 then 1 else 0 end),
      sum(case when delivery_attempts.response_status between 200 and 299 then 0 else 1 end)
    from delivery_attempts join deliveries on deliveries.id = delivery_attempts.delivery_id
    where started_at >= ${since} and deliveries.is_test = 0
    group by deliveries.account_id, deliveries.webhook_id, substr(started_at, 1, 13)`.execute(db)
}

/** The last ten attempts that weren't tests, oldest first, found among those of the last ten deliveries. */
async function fillRecentAttempts(db: Kysely<Database>) {
  const { rows: webhooks } = await sql<{ id: number }>`select id from webhooks`.execute(db)
  for (const { id } of webhooks) {
    const { rows } = await sql<Attempt>`
      select delivery_id, number as attempt, event, delivery_attempts.response_status, started_at as at
      from delivery_attempts join (
        select id, event from deliveries where webhook_id = ${id} and is_test = 0 order by id desc limit 10
      ) as last on last.id = delivery_id
      order by delivery_attempts.id desc limit 10`.execute(db)
    if (rows.length === 0) continue
    await sql`update webhooks set recent_attempts = ${JSON.stringify(rows.toReversed())}
      where id = ${id}`.execute(db)
  }
}

interface Attempt {
  readonly delivery_id: number
  readonly attempt: number
  readonly event: string
  readonly response_status: number | null
  readonly at: string
}
