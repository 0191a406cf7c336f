import { type Kysely, sql } from 'kysely'

import type { Database } from '#server/platform/db/database.ts'
import type { DbDialect } from '#server/platform/db/dialects.ts'

/**
 * Which account another one was made beside, and for which environment: found by that and never by a name, which its owners
 * choose.
 */
export async function up(db: Kysely<Database>, { bigint }: DbDialect): Promise<void> {
  await db.schema.alterTable('accounts').addColumn('base_account_id', bigint).execute()
  await db.schema.alterTable('accounts').addColumn('base_environment', 'text').execute()
  await recordBases(db)
}

/** Accounts beside from before are known by their name, if they are connected and everybody in them is in the other account. */
export async function recordBases(db: Kysely<Database>): Promise<void> {
  await sql`update accounts set
      base_account_id = (${baseOf}),
      base_environment = (select environment from connections where account_id = accounts.id)
    where exists (${baseOf})`.execute(db)
}

const baseOf = sql`select min(base.id) from accounts base
  join connections on connections.account_id = accounts.id
  where accounts.name = base.name || ' (' || connections.environment || ')'
  and not exists (
    select 1 from memberships where account_id = accounts.id
    and user_id not in (select user_id from memberships where account_id = base.id)
  )
  having count(*) = 1`
