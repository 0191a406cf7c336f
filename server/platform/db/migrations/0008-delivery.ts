import { type Kysely, sql } from 'kysely'

import type { Database } from '#server/platform/db/database.ts'

/** Payloads once per event, leases with an owner, and what an endpoint's standing and secret headers need. */
export async function up(db: Kysely<Database>): Promise<void> {
  await movePayloads(db)

  await db.schema.alterTable('deliveries').addColumn('leased_by', 'integer').execute()
  await db.schema.alterTable('deliveries').addColumn('scheduled_at', 'text').execute()
  await db.schema
    .createTable('deliverers')
    .addColumn('id', 'integer', (column) => column.primaryKey())
    .addColumn('joined_at', 'text', (column) => column.notNull())
    .execute()

  await db.schema.alterTable('webhooks').addColumn('recent_failures', 'text').execute()
  await db.schema.alterTable('webhooks').addColumn('headers_sealed', 'text').execute()
}

/** A retry sends the same bytes, so a payload that was queued is copied as it is and never written anew. */
async function movePayloads(db: Kysely<Database>) {
  await db.schema.createIndex('deliveries_event').on('deliveries').column('event_id').execute()
  await db.schema.alterTable('outbox').renameColumn('data', 'body').execute()
  await sql`update outbox set body = coalesce(
    (select deliveries.body from deliveries where deliveries.event_id = outbox.event_id limit 1),
    '{"type":"' || type || '","timestamp":"' || created_at || '","data":' || body || '}')`.execute(db)
  // Test deliveries were no events so far.
  await sql`insert into outbox (account_id, event_id, type, body, created_at)
    select account_id, event_id, event, body, created_at from deliveries
    where id in (select min(id) from deliveries where event_id not in (select event_id from outbox) group by event_id)
    order by id`.execute(db)
  await db.schema
    .alterTable('deliveries')
    .addColumn('outbox_id', 'bigint', (column) => column.references('outbox.id'))
    .execute()
  await sql`update deliveries
    set outbox_id = (select outbox.id from outbox where outbox.event_id = deliveries.event_id)`.execute(db)
  await db.schema.dropIndex('deliveries_event').execute()
  await db.schema.createIndex('deliveries_outbox').on('deliveries').column('outbox_id').execute()
  await db.schema.alterTable('deliveries').dropColumn('body').execute()
}
