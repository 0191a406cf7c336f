import { type Kysely, sql } from 'kysely'

import type { Database } from '#server/platform/db/database.ts'

/** Finds the proposals and contracts that customers agreed to. */
export async function up(db: Kysely<Database>): Promise<void> {
  await sql`create index documents_agreed on documents (account_id, updated_at, id)
    where status in ('accepted', 'signed')`.execute(db)
}
