import { type Kysely, sql } from 'kysely'

import type { Database } from '#server/platform/db/database.ts'
import type { DbDialect } from '#server/platform/db/dialects.ts'
import {
  addTallyTriggers,
  dropTallyTriggers,
  keepTallies,
  paymentTallies,
  secondInvoiceTallies,
} from '#server/platform/db/tallies.ts'
import { dateAt } from '#server/platform/lib/time-zone.ts'

/** Payments of invoices. What was paid before has one payment of the whole amount. */
export async function up(db: Kysely<Database>, dialect: DbDialect): Promise<void> {
  // Filling the new columns changes none of the sums, so nothing has to follow it.
  await dropTallyTriggers(db, dialect, 'invoices')
  await sql`delete from tallies where name like 'paid:%'`.execute(db)
  await db.schema.dropIndex('invoices_revenue').execute()
  await createPayments(db, dialect)
  const invoices = () => db.schema.alterTable('invoices')
  await invoices()
    .addColumn('settled_amount', dialect.bigint, (column) => column.notNull().defaultTo(0))
    .execute()
  await invoices()
    .addColumn('paid_event', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
  await addPaymentsMade(db)
  await sql`update invoices set settled_amount = total_amount, paid_event = 1 where status = 'paid'`.execute(
    db,
  )
  for (const column of ['paid_on', 'payment_method']) await invoices().dropColumn(column).execute()
  await addTallyTriggers(db, dialect, 'invoices', secondInvoiceTallies)
  await keepTallies(db, dialect, 'invoice_payments', paymentTallies)
}

async function createPayments(db: Kysely<Database>, { id, bigint }: DbDialect) {
  await db.schema
    .createTable('invoice_payments')
    .addColumn('id', id)
    .addColumn('account_id', 'bigint', (column) => column.notNull().references('accounts.id'))
    .addColumn('invoice_id', 'bigint', (column) =>
      column.notNull().references('invoices.id').onDelete('cascade'),
    )
    .addColumn('amount', bigint, (column) => column.notNull())
    .addColumn('currency', 'text', (column) => column.notNull())
    .addColumn('paid_on', 'text', (column) => column.notNull())
    .addColumn('method', 'text')
    .addColumn('reference', 'text', (column) => column.notNull())
    .addColumn('recorded_by', 'text')
    .addColumn('created_at', 'text', (column) => column.notNull())
    .execute()
  await db.schema
    .createIndex('invoice_payments_invoice')
    .on('invoice_payments')
    .columns(['invoice_id', 'paid_on', 'id'])
    .execute()
  await db.schema
    .createIndex('invoice_payments_paid_on')
    .on('invoice_payments')
    .columns(['account_id', 'paid_on', 'invoice_id'])
    .execute()
}

const rowsAtOnce = 500

interface PaidRow {
  readonly id: number
  readonly account_id: number
  readonly total_amount: number
  readonly currency: string
  readonly created_at: string
  readonly updated_at: string
  readonly paid_on: string | null
  readonly payment_method: string | null
  readonly time_zone: string
}

/** Without a day of payment it is the day of issue there, so that the months of the overview stay as they were. */
async function addPaymentsMade(db: Kysely<Database>) {
  for (let last = 0; ;) {
    const { rows } =
      await sql<PaidRow>`select invoices.id, account_id, total_amount, currency, invoices.created_at,
        invoices.updated_at, paid_on, payment_method, time_zone
      from invoices join accounts on accounts.id = invoices.account_id
      where invoices.id > ${last} and status = 'paid' and total_amount <> 0
      order by invoices.id limit ${rowsAtOnce}`.execute(db)
    if (rows.length > 0)
      await sql`insert into invoice_payments
        (account_id, invoice_id, amount, currency, paid_on, method, reference, recorded_by, created_at)
        values ${sql.join(
          rows.map(
            (row) => sql`(${row.account_id}, ${row.id}, ${row.total_amount}, ${row.currency},
              ${row.paid_on ?? dateAt(Date.parse(row.created_at), row.time_zone)}, ${row.payment_method}, '', null, ${row.updated_at})`,
          ),
        )}`.execute(db)
    if (rows.length < rowsAtOnce) return
    last = rows.at(-1)?.id ?? last
  }
}
