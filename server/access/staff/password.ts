import { verifyPassword } from 'better-auth/crypto'
import type { Kysely } from 'kysely'

import type { Database } from '#server/db/database.ts'
import { invalidField } from '#server/http/errors.ts'

import { isCommonPassword } from './common-passwords.ts'

/** Returns whether that person signs in with that password. Doesn't throttle. */
export async function isPasswordOf(db: Kysely<Database>, user: number, password: string): Promise<boolean> {
  const identity = await db
    .selectFrom('staff_identities')
    .select('password')
    .where('user_id', '=', user)
    .where('provider_id', '=', 'credential')
    .executeTakeFirst()
  return identity?.password != null && verifyPassword({ hash: identity.password, password })
}

/** What is said of a password that attackers try first. */
export const tooCommon = 'This password is too common. A few random words work well.'

/** Throws 422 at that field for a password that attackers try first. */
export async function refuseCommon(field: string, password: string): Promise<void> {
  if (await isCommonPassword(password)) throw invalidField(field, tooCommon)
}
