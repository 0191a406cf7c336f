import { type Kysely, sql } from 'kysely'

import type { Database } from '#server/platform/db/database.ts'
import type { DbDialect } from '#server/platform/db/dialects.ts'
import { archiveTallies, keepTallies } from '#server/platform/db/tallies.ts'

/** Archived customers, and changes to many customers that are carried out in the background. */
export async function up(db: Kysely<Database>, dialect: DbDialect): Promise<void> {
  await db.schema.alterTable('customers').addColumn('archived_at', 'text').execute()
  // The list leaves archived customers out, in each of its orders.
  for (const column of ['id', 'name_key', 'last_name_key', 'email_key', 'company_name_key']) {
    const columns = column === 'id' ? ['account_id', 'id'] : ['account_id', column, 'id']
    await db.schema
      .createIndex(`customers_active_${column}`)
      .on('customers')
      .columns(columns as ['account_id', 'id'])
      .where(sql<boolean>`archived_at is null`)
      .execute()
  }
  await db.schema
    .createIndex('customers_archived')
    .on('customers')
    .columns(['account_id', 'id'])
    .where(sql<boolean>`archived_at is not null`)
    .execute()
  await keepTallies(db, dialect, 'customers', archiveTallies)
  await createChanges(db, dialect)
}

async function createChanges(db: Kysely<Database>, { id }: DbDialect) {
  await db.schema
    .createTable('customer_changes')
    .addColumn('id', id)
    .addColumn('account_id', 'bigint', (column) => column.notNull().references('accounts.id'))
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('change', 'text', (column) => column.notNull())
    .addColumn('total', 'integer', (column) => column.notNull())
    .addColumn('changed', 'integer', (column) => column.notNull())
    .addColumn('unchanged', 'integer', (column) => column.notNull())
    .addColumn('missing', 'integer', (column) => column.notNull())
    .addColumn('caused_by', 'text', (column) => column.notNull())
    .addColumn('actor_id', 'bigint')
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('updated_at', 'text', (column) => column.notNull())
    .addColumn('finished_at', 'text')
    .execute()
  await db.schema
    .createIndex('customer_changes_running')
    .on('customer_changes')
    .columns(['account_id', 'id'])
    .where(sql<boolean>`state = 'running'`)
    .execute()
  await db.schema
    .createIndex('customer_changes_finished')
    .on('customer_changes')
    .columns(['finished_at'])
    .execute()
  await db.schema
    .createTable('customer_change_batches')
    .addColumn('id', id)
    .addColumn('account_id', 'bigint', (column) => column.notNull().references('accounts.id'))
    .addColumn('change_id', 'bigint', (column) =>
      column.notNull().references('customer_changes.id').onDelete('cascade'),
    )
    .addColumn('customers', 'text', (column) => column.notNull())
    .addColumn('changed', 'text')
    .execute()
  await db.schema
    .createIndex('customer_change_batches_of_change')
    .on('customer_change_batches')
    .columns(['change_id', 'id'])
    .execute()
}
