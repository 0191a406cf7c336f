import { randomBytes } from 'node:crypto'

import type { Kysely } from 'kysely'

import { now } from '../clock.ts'
import type { Database } from '../db/database.ts'
import type { Store } from '../db/open.ts'

/** The account of that name, made empty if there is none. In one transaction: two that ask at once get the same. */
export function ensureAccount({ db, dialect }: Store, name: string): Promise<{ id: number }> {
  return db.transaction().execute(async (on) => {
    await dialect.lock(on, 'accounts')
    const known = await on
      .selectFrom('accounts')
      .select('id')
      .where('name', '=', name)
      .orderBy('id')
      .executeTakeFirst()
    return known ?? createAccount(on, name)
  })
}

export async function createAccount(db: Kysely<Database>, name: string): Promise<{ id: number }> {
  return db
    .insertInto('accounts')
    .values({ name, slug: randomBytes(8).toString('hex'), logo: null, metadata: null, created_at: now() })
    .returning('id')
    .executeTakeFirstOrThrow()
}
