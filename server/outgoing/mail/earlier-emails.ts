import { type Insertable, type Kysely, type SelectQueryBuilder, sql } from 'kysely'

import type { Database } from '#server/platform/db/database.ts'
import type { Store } from '#server/platform/db/store.ts'
import type { EmailAbout, EmailTable } from '#server/platform/db/tables/emails.ts'
import { now } from '#server/platform/lib/clock.ts'

const columns = [
  'account_id',
  'status',
  'recipients',
  'reply_to',
  'subject',
  'message',
  'message_id',
  'caused_by',
  'actor_id',
  'created_at',
  'attempts',
  'next_attempt_at',
  'sent_at',
  'problem',
] as const

/** The three tables in which versions before 0083 queue emails, read as rows of the one that there is now. */
const tables = {
  invoice_emails: (db: Kysely<Database>) =>
    db
      .selectFrom('invoice_emails')
      .select([...columns, 'kind', 'credit_note_id', 'invoice_id as about_id'])
      .select(sql<EmailAbout>`'invoice'`.as('about')),
  document_emails: (db: Kysely<Database>) =>
    db
      .selectFrom('document_emails')
      .select([...columns, 'kind', 'edition', 'document_id as about_id'])
      .select((eb) =>
        eb
          .selectFrom('documents')
          .select('documents.kind')
          .whereRef('documents.id', '=', 'document_emails.document_id')
          .as('about'),
      ),
  meeting_emails: (db: Kysely<Database>) =>
    db
      .selectFrom('meeting_emails')
      .select([...columns, 'method as kind', 'calendar', 'meeting_id as about_id'])
      .select(sql<EmailAbout>`'meeting'`.as('about')),
}
type Table = keyof typeof tables

const batch = 500

/**
 * Moves emails that earlier versions have queued, except while one of these attempts them. Once no such version can run beside this
 * one, this goes, and the tables with it.
 */
export async function takeOverEarlierEmails(store: Store): Promise<void> {
  for (const table of Object.keys(tables) as Table[]) while ((await moveSome(store, table)) === batch);
}

/** Returns how many emails it has moved. */
function moveSome({ db, dialect }: Store, table: Table): Promise<number> {
  return db.transaction().execute(async (trx) => {
    const all = tables[table](trx) as SelectQueryBuilder<Database, 'invoice_emails', Insertable<EmailTable>>
    const found = all
      .select('id')
      .where((eb) => eb.or([eb('status', '<>', 'sending'), eb('next_attempt_at', '<=', now())]))
      .orderBy('id')
      .limit(batch)
    const rows = await dialect.forUpdate(found).execute()
    if (rows.length === 0) return 0
    const ids = rows.map(({ id }) => id)
    await trx
      .deleteFrom(table as 'invoice_emails')
      .where('id', 'in', ids)
      .execute()
    // They get ids of their own there.
    const emails = rows.map(({ id: _id, ...email }) => email)
    await trx.insertInto('emails').values(emails).execute()
    return rows.length
  })
}
