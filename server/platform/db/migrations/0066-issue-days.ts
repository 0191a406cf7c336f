import { type Kysely, sql } from 'kysely'

import type { Database } from '#server/platform/db/database.ts'
import type { DbDialect } from '#server/platform/db/dialects.ts'
import { addTallyTriggers, dropTallyTriggers, invoiceTallies } from '#server/platform/db/tallies.ts'
import { dateAt } from '#server/platform/lib/time-zone.ts'

/** The day of issue of invoices and credit notes, where the company was then. */
export async function up(db: Kysely<Database>, dialect: DbDialect): Promise<void> {
  // No sum is of that day.
  await dropTallyTriggers(db, dialect, 'invoices')
  await db.schema.alterTable('invoices').addColumn('issued_on', 'text').execute()
  await db.schema
    .alterTable('credit_notes')
    .addColumn('issued_on', 'text', (column) => column.notNull().defaultTo(''))
    .execute()
  await fill(db, 'invoices', sql`issued.status <> 'draft'`)
  await fill(db, 'credit_notes', sql`1 = 1`)
  await addTallyTriggers(db, dialect, 'invoices', invoiceTallies)
}

const rowsAtOnce = 500

interface IssuedRow {
  readonly id: number
  readonly created_at: string
  readonly time_zone: string
}

/** Documents from before the company was ever changed are in the time zone that it had first. */
async function fill(
  db: Kysely<Database>,
  table: 'invoices' | 'credit_notes',
  isIssued: ReturnType<typeof sql>,
) {
  for (let last = 0; ;) {
    const { rows } = await sql<IssuedRow>`select issued.id, issued.created_at,
        coalesce(version.time_zone, (select oldest.time_zone from company_versions as oldest
          where oldest.account_id = issued.account_id order by oldest.id limit 1), accounts.time_zone) as time_zone
      from ${sql.table(table)} as issued join accounts on accounts.id = issued.account_id
      left join company_versions as version on version.id = issued.company_id
      where issued.id > ${last} and ${isIssued} order by issued.id limit ${rowsAtOnce}`.execute(db)
    const days = Map.groupBy(rows, (row) => dateAt(Date.parse(row.created_at), row.time_zone))
    for (const [day, issued] of days)
      await sql`update ${sql.table(table)} set issued_on = ${day}
        where id in (${sql.join(issued.map(({ id }) => id))})`.execute(db)
    if (rows.length < rowsAtOnce) return
    last = rows.at(-1)?.id ?? last
  }
}
