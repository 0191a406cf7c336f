import type { FastifyRequest } from 'fastify'

import type { SetUp } from '#contract/access/set-up.ts'
import { isTimeZone } from '#contract/values/zoned-time.ts'
import { personActor } from '#server/platform/access/origin.ts'
import { auditPerson } from '#server/platform/audit/record.ts'
import type { Store } from '#server/platform/db/store.ts'
import { type HttpError, invalidField } from '#server/platform/lib/http-error.ts'

import { accountToOwn } from './accounts.ts'
import type { Auth } from './auth.ts'
import { isCommonPassword } from './common-passwords.ts'
import { isDemoStaff } from './demo-staff.ts'
import { tooCommon } from './password.ts'
import { addMember, addPerson, needsSetUp } from './people.ts'
import { claimSetUpToken, isSetUpToken, returnSetUpToken } from './set-up-token.ts'

/** Why a setup failed, and whether because of a wrong link. */
interface SetUpError {
  readonly error: HttpError
  readonly isGuess: boolean
}

/**
 * Creates the first owner with the single-use link. Returns an error if that isn't possible; a valid link then keeps
 * working.
 */
export async function prepareSetUp(
  store: Store,
  input: SetUp,
  makeOwner: (account: number) => Promise<void>,
): Promise<SetUpError | undefined> {
  const { db } = store
  if (!(await isSetUpToken(db, input.token)) || !(await needsSetUp(store))) return wrongLink()
  const email = input.email.toLowerCase()
  if (isDemoStaff(email)) return setUpError('email', 'This email address belongs to the demo. Use your own.')
  if (await isMember(store, email))
    return setUpError('email', 'Someone with this email address already exists.')
  if (await isCommonPassword(input.password)) return setUpError('password', tooCommon)
  const account = await accountToOwn(store, input.account_name)
  if (!account) {
    return setUpError('account_name', 'An account with this name already exists. Choose another name.')
  }
  if (!(await claimSetUpToken(db, input.token))) return wrongLink()
  try {
    // Left by a setup that was killed halfway; nobody could sign in with it.
    await db.deleteFrom('staff').where('email', '=', email).execute()
    await makeOwner(account.id)
    return undefined
  } catch (error) {
    await returnSetUpToken(db, input.token)
    throw error
  }
}

/** Adds the person who sets the account up, and what they said about it. */
export async function addOwner(
  { auth, store: { db, dialect }, store }: { readonly auth: Auth; readonly store: Store },
  request: FastifyRequest,
  account: number,
  input: SetUp,
): Promise<void> {
  const { time_zone, country = '' } = input
  const accounts = db.updateTable('accounts').where('id', '=', account)
  if (time_zone !== undefined && isTimeZone(time_zone))
    await accounts.set({ time_zone }).where('time_zone', '=', 'UTC').execute()
  if (country !== '') await accounts.set({ country }).execute()
  const id = await addPerson(auth, input)
  await addMember(store, account, id, 'owner')
  const actor = personActor({ id, name: input.name }, request)
  await auditPerson(db, dialect, { id, email: input.email }, actor, {
    action: 'account.created',
    changes: { name: { from: null, to: input.account_name } },
  })
}

const setUpError = (field: string, text: string): SetUpError => ({
  error: invalidField(field, text),
  isGuess: false,
})

const wrongLink = (): SetUpError => ({
  ...setUpError(
    'token',
    'This setup link was already used or replaced. Restart the service to print a new one.',
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
