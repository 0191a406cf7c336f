import type { Kysely } from 'kysely'

import type { Database } from '#server/platform/db/database.ts'
import type { Store } from '#server/platform/db/store.ts'
import { invalidField } from '#server/platform/lib/http-error.ts'

import { isCommonPassword } from './common-passwords.ts'
import { forgetDevices } from './devices.ts'
import type { PasswordHash } from './password-hash.ts'
import { forgetFailures } from './throttle.ts'
import { forgetChallenges } from './two-factor/second-step.ts'

/** Returns whether that person signs in with that password. Doesn't throttle. */
export async function isPasswordOf(
  { store, passwords }: { readonly store: Store; readonly passwords: PasswordHash },
  user: number,
  password: string,
): Promise<boolean> {
  const identity = await store.db
    .selectFrom('staff_identities')
    .select('password')
    .where('user_id', '=', user)
    .where('provider_id', '=', 'credential')
    .executeTakeFirst()
  return identity?.password != null && passwords.verify({ hash: identity.password, password })
}

/** The message about a password that attackers try first. */
export const tooCommon = 'This password is too common. A few random words work well.'

/** Throws 422 at that field for a password that attackers try first. */
export async function refuseCommon(field: string, password: string): Promise<void> {
  if (await isCommonPassword(password)) throw invalidField(field, tooCommon)
}

/**
 * In a transaction: sets a person's password, as its hash. Ends their sessions but the one to keep, and sign-ins that wait for a code, forgets their devices,
 * lifts what failed sign-ins have blocked, and makes links for a new password stop working.
 */
export async function replacePassword(
  trx: Kysely<Database>,
  { id, email }: { readonly id: number; readonly email: string },
  hash: string,
  keptSession?: number,
): Promise<void> {
  const { numUpdatedRows } = await trx
    .updateTable('staff_identities')
    .set({ password: hash, updated_at: new Date().toISOString() })
    .where('user_id', '=', id)
    .where('provider_id', '=', 'credential')
    .executeTakeFirst()
  if (numUpdatedRows === 0n) await addPasswordIdentity(trx, id, hash)
  const sessions = trx.deleteFrom('staff_sessions').where('user_id', '=', id)
  await (keptSession === undefined ? sessions : sessions.where('id', '!=', keptSession)).execute()
  await trx
    .updateTable('password_resets')
    .set({ status: 'replaced' })
    .where('user_id', '=', id)
    .where('status', '=', 'pending')
    .execute()
  await forgetChallenges(trx, id)
  await forgetDevices(trx, id)
  await forgetFailures(trx, email)
}

/** Adds a person’s first password, as its hash. */
export async function addPasswordIdentity(db: Kysely<Database>, user: number, password: string) {
  const time = new Date().toISOString()
  await db
    .insertInto('staff_identities')
    .values({
      user_id: user,
      account_id: String(user),
      provider_id: 'credential',
      password,
      created_at: time,
      updated_at: time,
    })
    .execute()
}
