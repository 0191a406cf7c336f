import type { Kysely } from 'kysely'

import type { Database } from '#server/platform/db/database.ts'
import type { DbDialect } from '#server/platform/db/dialects.ts'

/** The customer portal: its links and sessions, which go with their customer. */
export async function up(db: Kysely<Database>, { id }: DbDialect): Promise<void> {
  const table = (name: string) =>
    db.schema
      .createTable(name)
      .addColumn('id', id)
      .addColumn('account_id', 'bigint', (column) => column.notNull().references('accounts.id'))
      .addColumn('customer_id', 'bigint', (column) =>
        column.notNull().references('customers.id').onDelete('cascade'),
      )
      .addColumn('token_hash', 'text', (column) => column.notNull().unique())
  await table('portal_links')
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('expires_at', 'text', (column) => column.notNull())
    .execute()
  await table('portal_sessions')
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('expires_at', 'text', (column) => column.notNull())
    .addColumn('staff_session_id', 'bigint')
    .addColumn('staff_role', 'text')
    .addColumn('viewed_by', 'text')
    .execute()
  for (const name of ['portal_links', 'portal_sessions']) {
    await db.schema.createIndex(`${name}_account`).on(name).columns(['account_id', 'customer_id']).execute()
    // Deleting a customer looks for what goes with it by its id alone.
    await db.schema.createIndex(`${name}_customer`).on(name).columns(['customer_id']).execute()
  }
}
