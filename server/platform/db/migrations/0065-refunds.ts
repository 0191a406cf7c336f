import { type Kysely, sql } from 'kysely'

import type { Database } from '#server/platform/db/database.ts'
import type { DbDialect } from '#server/platform/db/dialects.ts'
import {
  addTallyTriggers,
  countTallies,
  dropTallyTriggers,
  invoiceTallies,
  refundTallies,
} from '#server/platform/db/tallies.ts'

/**
 * Refunds beside payments, an index and sums of what is to be refunded, and invoices that come to nothing paid, as they are once
 * they're sent: quietly, so nobody is told.
 */
export async function up(db: Kysely<Database>, dialect: DbDialect): Promise<void> {
  await dropTallyTriggers(db, dialect, 'invoices')
  await countTallies(db, 'invoices', refundTallies)
  await addTallyTriggers(db, dialect, 'invoices', invoiceTallies)
  await db.schema
    .alterTable('invoice_payments')
    .addColumn('kind', 'text', (column) => column.notNull().defaultTo('payment'))
    .execute()
  await sql`create index invoices_refundable on invoices (account_id, settled_amount, id)
    where settled_amount > total_amount and settled_amount > 0`.execute(db)
  await sql`update invoices set status = 'paid', paid_event = 1, version = version + 1
    where status in ('sent', 'overdue') and total_amount = settled_amount`.execute(db)
}
