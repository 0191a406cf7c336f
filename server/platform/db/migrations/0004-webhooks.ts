import { type ColumnDefinitionBuilder, type Kysely, sql } from 'kysely'

import type { Database } from '#server/platform/db/database.ts'
import type { DbDialect } from '#server/platform/db/dialects.ts'

const required = (column: ColumnDefinitionBuilder) => column.notNull()
const ofAccount = (column: ColumnDefinitionBuilder) => column.notNull().references('accounts.id')
const none = (column: ColumnDefinitionBuilder) => column.notNull().defaultTo(0)

/** Endpoints, what is on its way to them, and every attempt. */
export async function up(db: Kysely<Database>, { id }: DbDialect): Promise<void> {
  // Deliveries are queued with the event, so the outbox is a log of events: nothing in it waits.
  await db.schema.dropIndex('outbox_waiting').execute()
  await db.schema.alterTable('outbox').dropColumn('dispatched_at').execute()

  await db.schema
    .createTable('webhooks')
    .addColumn('id', id)
    .addColumn('account_id', 'bigint', ofAccount)
    .addColumn('url', 'text', required)
    .addColumn('events', 'text', required)
    .addColumn('config', 'text')
    .addColumn('status', 'text', required)
    .addColumn('failure_count', 'integer', none)
    .addColumn('failing_since', 'text')
    .addColumn('last_delivery_at', 'text')
    .addColumn('disabled_at', 'text')
    .addColumn('secret_sealed', 'text', required)
    .addColumn('secret_fingerprint', 'text', required)
    .addColumn('previous_secret_sealed', 'text')
    .addColumn('previous_secret_until', 'text')
    .addColumn('created_at', 'text', required)
    .addColumn('updated_at', 'text', required)
    .execute()
  await db.schema.createIndex('webhooks_account').on('webhooks').columns(['account_id', 'id']).execute()

  await db.schema
    .createTable('deliveries')
    .addColumn('id', id)
    .addColumn('account_id', 'bigint', ofAccount)
    .addColumn('webhook_id', 'bigint', (column) =>
      column.notNull().references('webhooks.id').onDelete('cascade'),
    )
    .addColumn('event', 'text', required)
    .addColumn('event_id', 'text', required)
    .addColumn('is_test', 'integer', none)
    .addColumn('body', 'text', required)
    .addColumn('status', 'text', required)
    .addColumn('attempts', 'integer', none)
    .addColumn('due_at', 'text')
    .addColumn('leased_until', 'text')
    .addColumn('response_status', 'integer')
    .addColumn('response_body', 'text')
    .addColumn('error', 'text')
    .addColumn('duration_ms', 'integer')
    .addColumn('created_at', 'text', required)
    .addColumn('delivered_at', 'text')
    .execute()
  await db.schema.createIndex('deliveries_webhook').on('deliveries').columns(['webhook_id', 'id']).execute()
  // Only what waits has a due time, so these indexes stay as small as the queue. Led by the endpoint, the first gives
  // every endpoint its turn however much waits for one of them.
  await db.schema
    .createIndex('deliveries_due')
    .on('deliveries')
    .columns(['webhook_id', 'due_at', 'id'])
    .where('due_at', 'is not', null)
    .execute()
  await db.schema
    .createIndex('deliveries_due_tests')
    .on('deliveries')
    .column('due_at')
    .where(sql<boolean>`due_at is not null and is_test = 1`)
    .execute()

  await db.schema
    .createIndex('deliveries_failed')
    .on('deliveries')
    .columns(['webhook_id', 'id'])
    .where(sql<boolean>`status = 'failed'`)
    .execute()

  await db.schema
    .createTable('delivery_attempts')
    .addColumn('id', id)
    .addColumn('account_id', 'bigint', ofAccount)
    .addColumn('delivery_id', 'bigint', (column) =>
      column.notNull().references('deliveries.id').onDelete('cascade'),
    )
    .addColumn('number', 'integer', required)
    .addColumn('started_at', 'text', required)
    .addColumn('duration_ms', 'integer', required)
    .addColumn('request_headers', 'text', required)
    .addColumn('response_status', 'integer')
    .addColumn('response_headers', 'text')
    .addColumn('response_body', 'text')
    .addColumn('error', 'text')
    .execute()
  await db.schema
    .createIndex('delivery_attempts_delivery')
    .on('delivery_attempts')
    .columns(['delivery_id', 'number'])
    .execute()
}
