import { type Kysely, sql } from 'kysely'

import type { Database } from '#server/platform/db/database.ts'
import type { DbDialect } from '#server/platform/db/dialects.ts'

import { icuDigits } from './icu-digits.ts'

/** Services in the order of names, prices and changes; invoices of one currency. */
export async function up(db: Kysely<Database>, { kind }: DbDialect): Promise<void> {
  const text = sql`text not null default ''`
  await sql`alter table services add column name_key ${text}`.execute(db)
  await sql`alter table services add column price_key double precision not null default 0`.execute(db)
  // The text of the search is the name and the description, folded, on a line each.
  const lineEnd = kind === 'sqlite' ? sql`instr(search_text, char(10))` : sql`strpos(search_text, chr(10))`
  await sql`update services set name_key = substr(search_text, 1, ${lineEnd} - 1) where ${lineEnd} > 1`.execute(
    db,
  )
  const currencies = await sql<{ currency: string }>`select distinct currency from services`.execute(db)
  for (const { currency } of currencies.rows) {
    const unit = sql.lit(10 ** icuDigits(currency))
    await sql`update services set price_key = cast(price as double precision) / ${unit} where currency = ${currency}`.execute(
      db,
    )
  }
  for (const column of ['name_key', 'price_key', 'updated_at'])
    await db.schema
      .createIndex(`services_${column}`)
      .on('services')
      .columns(['account_id', column, 'id'])
      .execute()
  await db.schema
    .createIndex('invoices_currency_due')
    .on('invoices')
    .columns(['account_id', 'currency', 'status', 'due_date', 'id'])
    .execute()
}
