import { type Kysely, sql } from 'kysely'

import type { Database } from '#server/platform/db/database.ts'
import type { DbDialect } from '#server/platform/db/dialects.ts'

/** Indexes for the filters of the customer list. */
export async function up(db: Kysely<Database>, _dialect: DbDialect): Promise<void> {
  for (const column of ['processor_linked', 'country', 'created_at']) {
    await db.schema
      .createIndex(`customers_${column}`)
      .on('customers')
      .columns(['account_id', column, 'id'])
      .execute()
  }
  // Four bits for each module; customers with any of them.
  for (const [index, module] of ['invoice', 'contract', 'proposal', 'meeting'].entries()) {
    await sql
      .raw(
        `create index customers_may_${module} on customers (account_id, id) where (permissions & ${15 << (4 * index)}) <> 0`,
      )
      .execute(db)
  }
  // A value may be longer than PostgreSQL takes into an index.
  await sql
    .raw(
      `create index custom_field_values_value on custom_field_values (custom_field_id, substr(value, 1, 64), customer_id)`,
    )
    .execute(db)
  await db.schema
    .createIndex('invoices_overdue')
    .on('invoices')
    .columns(['account_id', 'customer_id'])
    .where(sql<boolean>`status = 'overdue'`)
    .execute()
}
