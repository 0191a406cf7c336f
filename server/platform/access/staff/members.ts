import { randomBytes } from 'node:crypto'

import type { Kysely } from 'kysely'

import type { Role } from '#contract/access/session.ts'
import { type AuditActor, commandActor } from '#server/platform/access/origin.ts'
import { Tenant } from '#server/platform/access/tenant.ts'
import { type AuditEntry, audit, auditPerson } from '#server/platform/audit/record.ts'
import type { Database } from '#server/platform/db/database.ts'
import type { DbDialect } from '#server/platform/db/dialects.ts'
import type { Store } from '#server/platform/db/store.ts'

import type { PasswordHash } from './password-hash.ts'
import { replacePassword } from './password.ts'
import { forgetFailures } from './throttle.ts'
import { removeSecondFactor } from './two-factor/second-factor.ts'
import { forgetChallenges } from './two-factor/second-step.ts'

/** A person in one of their accounts; someone without any appears once, with nulls. */
export interface ListedMember {
  readonly email: string
  readonly name: string
  readonly account: { readonly id: number; readonly name: string } | null
  readonly role: string | null
}

/** Result of a change to a membership. An account always keeps an owner, or no one could manage it. */
export type MemberChange = { readonly kind: 'changed' | 'no member' | 'last owner' }

/** Returns everyone who can sign in, by email and account. */
export async function listMembers({ db }: Store): Promise<ListedMember[]> {
  const rows = await db
    .selectFrom('staff')
    .leftJoin('memberships', 'memberships.user_id', 'staff.id')
    .leftJoin('accounts', 'accounts.id', 'memberships.account_id')
    .select(['staff.email', 'staff.name', 'memberships.role', 'accounts.id', 'accounts.name as account_name'])
    .orderBy('staff.email')
    .orderBy('accounts.id')
    .execute()
  return rows.map(({ email, name, role, id, account_name }) => ({
    email,
    name,
    account: id === null ? null : { id, name: String(account_name) },
    role,
  }))
}

/** Takes a person out of an account. Their sessions lose access to it. */
export function removeMember(store: Store, account: number, email: string): Promise<MemberChange> {
  return changeMember(store, account, email, async (trx, { id, role }) => {
    await trx.deleteFrom('memberships').where('id', '=', id).execute()
    return { action: 'member.removed', changes: { role: { from: role, to: null } } }
  })
}

/** Changes a person's role in an account. */
export function changeRole(store: Store, account: number, email: string, role: Role): Promise<MemberChange> {
  const change: Change = async (trx, member) => {
    if (member.role === role) return undefined
    await trx.updateTable('memberships').set({ role }).where('id', '=', member.id).execute()
    return { action: 'member.role_changed', changes: { role: { from: member.role, to: role } } }
  }
  return changeMember(store, account, email, change, role === 'owner')
}

/**
 * Sets a new, generated password and returns it; undefined if no one has that email. Ends their sessions,
 * forgets their devices and lifts whatever failed sign-ins have blocked.
 */
export async function resetPassword(
  { db, dialect }: Store,
  passwords: PasswordHash,
  email: string,
): Promise<string | undefined> {
  const person = await db
    .selectFrom('staff')
    .select(['id', 'email'])
    .where('email', '=', email.toLowerCase())
    .executeTakeFirst()
  if (!person) return undefined
  const password = randomBytes(15).toString('base64url')
  const hash = await passwords.hash(password)
  await db.transaction().execute(async (trx) => {
    await replacePassword(trx, person, hash)
    await auditPerson(trx, dialect, person, commandActor, { action: 'password.reset' })
  })
  return password
}

/** Changes a membership; returns what to record, or nothing where it stays as it is. */
type Change = (
  trx: Kysely<Database>,
  member: { readonly id: number; readonly role: string },
) => Promise<Omit<AuditEntry, 'target'> | undefined>
/** Turns a person's second factor off and ends their sessions; returns whether anyone has that email. */
export async function resetTwoFactor({ db, dialect }: Store, email: string): Promise<boolean> {
  const person = await db
    .selectFrom('staff')
    .select(['id', 'email'])
    .where('email', '=', email.toLowerCase())
    .executeTakeFirst()
  if (!person) return false
  await db.transaction().execute(async (trx) => {
    await resetTwoFactorOf(trx, dialect, person, commandActor)
    await forgetFailures(trx, email, true)
  })
  return true
}

/** In a transaction: the same for a person by id; the audit log says that `actor` did it. */
export async function resetTwoFactorOf(
  trx: Kysely<Database>,
  dialect: DbDialect,
  person: { readonly id: number; readonly email: string },
  actor: AuditActor,
): Promise<void> {
  await removeSecondFactor(trx, person.id)
  // The phone may be in someone else's hands.
  await trx.deleteFrom('staff_sessions').where('user_id', '=', person.id).execute()
  await forgetChallenges(trx, person.id)
  await auditPerson(trx, dialect, person, actor, { action: 'two_factor.reset' })
}

async function changeMember(
  { db, dialect }: Store,
  account: number,
  email: string,
  change: Change,
  keepsOwner = false,
): Promise<MemberChange> {
  return db.transaction().execute(async (trx) => {
    // Of two owners who are demoted at the same moment, the second must see the first.
    await dialect.lock(trx, `${account} members`)
    const members = await trx
      .selectFrom('memberships')
      .innerJoin('staff', 'staff.id', 'memberships.user_id')
      .select(['memberships.id', 'memberships.user_id', 'memberships.role', 'staff.email'])
      .where('memberships.account_id', '=', account)
      .execute()
    const member = members.find((candidate) => candidate.email === email.toLowerCase())
    if (!member) return { kind: 'no member' }
    const hasOtherOwner = members.some(({ id, role }) => role === 'owner' && id !== member.id)
    if (member.role === 'owner' && !keepsOwner && !hasOtherOwner) return { kind: 'last owner' }
    const entry = await change(trx, member)
    const tenant = new Tenant(trx, dialect, account, commandActor.name, commandActor.origin)
    const target = { kind: 'person', id: member.user_id, name: member.email } as const
    if (entry) await audit(tenant, { ...entry, target })
    return { kind: 'changed' }
  })
}
