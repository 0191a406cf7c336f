import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'

import type { Kysely } from 'kysely'

import type { Database } from '#server/platform/db/database.ts'

const setting = 'set_up_token_hash'

/** A fresh one-time token; the ones before it stop working. */
export async function issueSetUpToken(db: Kysely<Database>): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  const value = hashOf(token).toString('hex')
  await db
    .insertInto('settings')
    .values({ name: setting, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute()
  return token
}

/** Whether that is the newest token, and unused. */
export async function isSetUpToken(db: Kysely<Database>, token: string): Promise<boolean> {
  const known = await db.selectFrom('settings').select('value').where('name', '=', setting).executeTakeFirst()
  return known !== undefined && timingSafeEqual(Buffer.from(known.value, 'hex'), hashOf(token))
}

/** Uses a token up; false unless it is the newest and unused. */
export async function claimSetUpToken(db: Kysely<Database>, token: string): Promise<boolean> {
  // Deleting is the claim: of two requests with the same link, one finds nothing left to delete.
  const { numDeletedRows } = await db
    .deleteFrom('settings')
    .where('name', '=', setting)
    .where('value', '=', hashOf(token).toString('hex'))
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Makes a claimed token valid again, unless there is a newer one by now. */
export async function returnSetUpToken(db: Kysely<Database>, token: string): Promise<void> {
  await db
    .insertInto('settings')
    .values({ name: setting, value: hashOf(token).toString('hex') })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute()
}

const hashOf = (text: string): Buffer => createHash('sha256').update(text).digest()
