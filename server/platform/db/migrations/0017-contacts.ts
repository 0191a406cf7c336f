import { type Kysely, sql } from 'kysely'

import { fold } from '#contract/values/folding.ts'
import type { Database } from '#server/platform/db/database.ts'
import type { DbDialect } from '#server/platform/db/dialects.ts'
import { createGramIndex, createWordSearch } from '#server/platform/db/word-search.ts'

const keys = ['name_key', 'last_name_key', 'email_key', 'company_name_key'] as const

/** Contacts are searched, sorted, filtered and edited. */
export async function up(db: Kysely<Database>, dialect: DbDialect): Promise<void> {
  for (const column of [...keys, 'search_text'])
    await sql`alter table contacts add column ${sql.id(column)} text not null default ''`.execute(db)
  await sql`alter table contacts add column traits integer not null default 0`.execute(db)
  await sql`alter table contacts add column version integer not null default 1`.execute(db)
  await fill(db, dialect)
  for (const column of [...keys, 'updated_at', 'traits', 'customer_id'])
    await db.schema
      .createIndex(`contacts_by_${column}`)
      .on('contacts')
      .columns(['account_id', column, 'id'])
      .execute()
  if (dialect.kind === 'sqlite') await createWordSearch(db, dialect, 'contacts')
  else await createGramIndex(db, 'contacts')
}

const rowsAtOnce = 500

/** Neither database folds text as we do, so the rows come here and go back, a few at a time. */
async function fill(db: Kysely<Database>, dialect: DbDialect): Promise<void> {
  const text = (name: string) => sql`entry.value ->> ${sql.lit(name)}`
  for (let last = 0; ;) {
    const rows = await db
      .selectFrom('contacts')
      .select(['id', 'customer_id', 'name', 'last_name', 'email', 'phone', 'company_name'])
      .where('id', '>', last)
      .orderBy('id')
      .limit(rowsAtOnce)
      .execute()
    await sql`update contacts set ${sql.join([...keys, 'search_text'].map((key) => sql`${sql.id(key)} = ${text(key)}`))},
      traits = cast(${text('traits')} as integer)
      from ${dialect.jsonRows(JSON.stringify(rows.map(columnsOf)))} as entry
      where contacts.id = cast(${text('id')} as bigint)`.execute(db)
    if (rows.length < rowsAtOnce) return
    last = rows.at(-1)?.id ?? last
  }
}

interface Stored {
  readonly id: number
  readonly customer_id: number | null
  readonly name: string
  readonly last_name: string
  readonly email: string
  readonly phone: string
  readonly company_name: string | null
}

function columnsOf({ id, customer_id, name, last_name, email, phone, company_name }: Stored) {
  const company = company_name ?? ''
  const digits = phone.replace(/[^0-9]/g, '')
  return {
    id,
    name_key: fold(name),
    last_name_key: fold(last_name),
    email_key: fold(email),
    company_name_key: fold(company),
    search_text: fold([name, last_name, email, company, phone, digits].join('\n')),
    traits: (customer_id === null ? 0 : 1) | (email === '' ? 0 : 2) | (phone === '' ? 0 : 4),
  }
}
