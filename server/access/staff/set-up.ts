import type { SetUp } from '#contract/session.ts'
import type { Store } from '#server/db/open.ts'
import { type Refusal, refuse } from '#server/http/errors.ts'

import { accountToOwn } from './accounts.ts'
import { isDemoStaff } from './demo-staff.ts'
import { claimSetUpToken, isSetUpToken, returnSetUpToken } from './set-up-token.ts'

interface Steps {
  needsSetUp(): Promise<boolean>
  makeOwner(account: number): Promise<void>
}

/** Why a set-up is refused, and whether that was an attempt with a wrong link. */
interface SetUpRefusal {
  readonly error: Refusal
  readonly isGuess: boolean
}

/**
 * Makes the first owner with the one-time link. Returns why not, if it is refused; the link then still works, except
 * that it never worked if the link itself is the reason.
 */
export async function prepareSetUp(
  store: Store,
  wanted: SetUp,
  { needsSetUp, makeOwner }: Steps,
): Promise<SetUpRefusal | undefined> {
  const { db } = store
  if (!(await isSetUpToken(db, wanted.token)) || !(await needsSetUp())) return wrongLink()
  const email = wanted.email.toLowerCase()
  if (isDemoStaff(email)) return refused('email', 'This email address belongs to the demo. Use your own.')
  if (await isMember(store, email)) return refused('email', 'Someone with this email address already exists.')
  const account = await accountToOwn(store, wanted.account_name)
  if (!account) {
    return refused('account_name', 'An account with this name already exists. Choose another name.')
  }
  if (!(await claimSetUpToken(db, wanted.token))) return wrongLink()
  try {
    // Left by a set-up that was killed half-way; nobody could sign in with it.
    await db.deleteFrom('staff').where('email', '=', email).execute()
    await makeOwner(account.id)
    return undefined
  } catch (error) {
    await returnSetUpToken(db, wanted.token)
    throw error
  }
}

const refused = (field: string, text: string): SetUpRefusal => ({
  error: refuse('VALIDATION_FAILED', new Map([[field, [text]]])),
  isGuess: false,
})

const wrongLink = (): SetUpRefusal => ({
  ...refused(
    'token',
    'This set-up link was already used or replaced. Restart the service to print a new one.',
  ),
  isGuess: true,
})

async function isMember({ db }: Store, email: string): Promise<boolean> {
  const member = await db
    .selectFrom('memberships')
    .innerJoin('staff', 'staff.id', 'memberships.user_id')
    .select('memberships.id')
    .where('staff.email', '=', email)
    .executeTakeFirst()
  return member !== undefined
}
