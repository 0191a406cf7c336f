import { randomBytes } from 'node:crypto'

import type { Kysely } from 'kysely'

import type { Environment } from '#contract/access/connection.ts'
import type { Database } from '#server/platform/db/database.ts'
import type { Store } from '#server/platform/db/store.ts'
import { now } from '#server/platform/lib/clock.ts'

/** Returns the account of that name, created empty if there is none. In one transaction: two callers at once get the same. */
export function ensureAccount({ db, dialect }: Store, name: string): Promise<{ id: number }> {
  return db.transaction().execute(async (trx) => {
    await dialect.lock(trx, 'accounts')
    const known = await trx
      .selectFrom('accounts')
      .select('id')
      .where('name', '=', name)
      .orderBy('id')
      .executeTakeFirst()
    return known ?? createAccount(trx, name)
  })
}

/** An account that another one has for an environment. */
interface Beside {
  readonly base_account_id: number
  readonly base_environment: Environment
}

/**
 * Returns the account that was made beside another one for that environment, created empty with that name if there is none.
 * Names aren’t unique, and owners choose them: an account is never found by its name here.
 */
export function ensureAccountBeside(
  { db, dialect }: Store,
  beside: Beside,
  name: string,
): Promise<{ id: number; name: string }> {
  return db.transaction().execute(async (trx) => {
    await dialect.lock(trx, 'accounts')
    const known = await trx
      .selectFrom('accounts')
      .select(['id', 'name'])
      .where('base_account_id', '=', beside.base_account_id)
      .where('base_environment', '=', beside.base_environment)
      .executeTakeFirst()
    return known ?? { ...(await createAccount(trx, name, beside)), name }
  })
}

async function createAccount(db: Kysely<Database>, name: string, beside?: Beside): Promise<{ id: number }> {
  const slug = randomBytes(8).toString('hex')
  return db
    .insertInto('accounts')
    .values({ name, slug, logo: null, metadata: null, created_at: now(), ...beside })
    .returning('id')
    .executeTakeFirstOrThrow()
}

/**
 * Returns the account of that name for its first member: one that exists and is nobody's (made for an integrator before
 * anybody signed in), or a new one. Undefined if people already work in it.
 */
export async function accountToOwn(store: Store, name: string): Promise<{ id: number } | undefined> {
  const taken = await store.db
    .selectFrom('accounts')
    .innerJoin('memberships', 'memberships.account_id', 'accounts.id')
    .select('accounts.id')
    .where('accounts.name', '=', name)
    .executeTakeFirst()
  return taken ? undefined : ensureAccount(store, name)
}
