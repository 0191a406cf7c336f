import type { Kysely } from 'kysely'

import type { AuditActor } from '#server/platform/access/origin.ts'
import { auditPerson } from '#server/platform/audit/record.ts'
import type { Database } from '#server/platform/db/database.ts'
import type { DbDialect } from '#server/platform/db/dialects.ts'
import type { Store } from '#server/platform/db/store.ts'
import { now } from '#server/platform/lib/clock.ts'

import { lacksTwoFactor } from './two-factor/second-factor.ts'

/** A photo that was stored as a file. */
export interface NewPhoto {
  readonly token: string
  readonly bytes: number
}

interface PhotoChange {
  readonly dialect: DbDialect
  readonly actor: AuditActor
  readonly person: { readonly id: number; readonly email: string }
}

/** Where a person’s photo is served; null for none. */
export const photoPath = (token: string | null): string | null =>
  token === null ? null : `/files/${token}/photo.webp`

/**
 * In a transaction: replaces a person’s photo, or removes it for null. Returns the token of the one before, whose file can be
 * deleted after the transaction.
 */
export async function setPhoto(
  trx: Kysely<Database>,
  { dialect, actor, person }: PhotoChange,
  photo: NewPhoto | null,
): Promise<string | undefined> {
  await dialect.lock(trx, `photo ${person.id}`)
  const before = await trx
    .deleteFrom('staff_photos')
    .where('user_id', '=', person.id)
    .returning('token')
    .executeTakeFirst()
  if (photo)
    await trx
      .insertInto('staff_photos')
      .values({ user_id: person.id, token: photo.token, bytes: photo.bytes, created_at: now() })
      .execute()
  if (photo || before)
    await auditPerson(trx, dialect, person, actor, {
      action: photo ? 'profile.photo_changed' : 'profile.photo_removed',
    })
  return before?.token
}

/** A photo, and whose it is. */
export interface FoundPhoto {
  readonly user_id: number
  readonly bytes: number
}

/** Returns the photo with that token. */
export function findPhoto({ db }: Store, token: string): Promise<FoundPhoto | undefined> {
  return db
    .selectFrom('staff_photos')
    .select(['user_id', 'bytes'])
    .where('token', '=', token)
    .executeTakeFirst()
}

/** Whether someone may see it: the person themselves, and who works in an account together with them. */
export async function maySeePhoto({ db }: Store, { user_id }: FoundPhoto, viewer: number): Promise<boolean> {
  if (user_id === viewer) return true
  const shared = await db
    .selectFrom('memberships as own')
    .innerJoin('memberships as theirs', 'theirs.account_id', 'own.account_id')
    .innerJoin('accounts', 'accounts.id', 'own.account_id')
    .innerJoin('staff', 'staff.id', 'own.user_id')
    .select(['accounts.requires_two_factor', 'staff.two_factor_enabled'])
    .where('own.user_id', '=', viewer)
    .where('theirs.user_id', '=', user_id)
    .execute()
  return shared.some((account) => !lacksTwoFactor(account))
}
