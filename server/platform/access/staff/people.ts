import type { Role } from '#contract/access/session.ts'
import type { Store } from '#server/platform/db/store.ts'
import { now } from '#server/platform/lib/clock.ts'

import type { Auth } from './auth.ts'
import { demoEmails } from './demo-staff.ts'

/** Somebody who will sign in. The password is plain text of 10 to 128 characters; only its hash is stored. */
export interface NewPerson {
  readonly name: string
  readonly email: string
  readonly password: string
}

/** Creates a person who can sign in; returns their id. */
export async function addPerson(auth: Auth, { name, email, password }: NewPerson): Promise<number> {
  const context = await auth.$context
  const hash = await context.password.hash(password)
  const user = await context.internalAdapter.createUser({
    name,
    email: email.toLowerCase(),
    emailVerified: true,
  })
  await context.internalAdapter.linkAccount({
    userId: user.id,
    accountId: user.id,
    providerId: 'credential',
    password: hash,
  })
  return Number(user.id)
}

/** Grants a person access to an account; one who has access already keeps their role. */
export async function addMember({ db }: Store, account: number, user: number, role: Role): Promise<void> {
  await db
    .insertInto('memberships')
    .values({ account_id: account, user_id: user, role, created_at: now() })
    .onConflict((conflict) => conflict.columns(['user_id', 'account_id']).doNothing())
    .execute()
}

/** Whether no account has an owner yet, apart from the demo's. */
export async function needsSetUp({ db }: Store): Promise<boolean> {
  const owner = await db
    .selectFrom('memberships')
    .innerJoin('staff', 'staff.id', 'memberships.user_id')
    .select('memberships.id')
    .where('memberships.role', '=', 'owner')
    .where('staff.email', 'not in', demoEmails)
    .limit(1)
    .executeTakeFirst()
  return !owner
}

/** Whether the person the demo signs in exists. */
export async function hasDemoPerson({ db }: Store, email: string): Promise<boolean> {
  const person = await db.selectFrom('staff').select('id').where('email', '=', email).executeTakeFirst()
  return person !== undefined
}
