import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Kysely, sql } from 'kysely'

import type { AcceptInvitation, InvitationDetails } from '#contract/access/people.ts'
import type { Session } from '#contract/access/session.ts'
import { linkTokenHash } from '#server/platform/access/link-token.ts'
import { personActor } from '#server/platform/access/origin.ts'
import { mayManage } from '#server/platform/access/roles.ts'
import { Tenant } from '#server/platform/access/tenant.ts'
import { recordActivity } from '#server/platform/audit/activity.ts'
import type { Database } from '#server/platform/db/database.ts'
import { now } from '#server/platform/lib/clock.ts'
import { HttpError, invalidField } from '#server/platform/lib/http-error.ts'

import { addPasswordIdentity, isPasswordOf, refuseCommon } from './password.ts'
import { type SignInNeeds, beginSession, guardSignIn, noteFailedSignIn } from './sign-in.ts'

/** Returns what an invitation is about. Throws 422 where its link doesn't work. */
export async function describeInvitation(
  needs: SignInNeeds,
  request: FastifyRequest,
  token: string,
): Promise<InvitationDetails> {
  const invitation = await requireInvitation(needs, request, token)
  const { account_name, email, role, invited_by, person } = invitation
  return { account_name, email, role, invited_by, has_sign_in: person !== undefined }
}

/** Whose session began in which account; null for someone whose code is asked for next. */
export interface Accepted {
  readonly account: number
  readonly session: Session | null
}

/**
 * Makes the person a member with a sign-in that they have or choose now, and begins a session in that account. The link
 * works once: of two requests with it, one finds it used.
 */
export async function acceptWithLink(
  needs: SignInNeeds,
  request: FastifyRequest,
  reply: FastifyReply,
  { token, name, password }: AcceptInvitation,
): Promise<Accepted> {
  const { store } = needs
  const invitation = await requireInvitation(needs, request, token)
  const { account_id, email, role, person } = invitation
  if (person) {
    const isRight = await guardSignIn(needs, request, { email }, async () =>
      (await isPasswordOf(needs, person.id, password)) ? true : undefined,
    )
    if (!isRight) {
      noteFailedSignIn(needs, request, email)
      throw invalidField('password', 'Incorrect password')
    }
  } else if (name === undefined) throw invalidField('name', 'Enter your name')
  else await refuseCommon('password', password)
  const hash = person ? undefined : await needs.passwords.hash(password)
  await store.db.transaction().execute(async (trx) => {
    // Changes of roles take it too: the inviter's may be changing.
    await store.dialect.lock(trx, `${account_id} members`)
    const { numUpdatedRows } = await trx
      .updateTable('invitations')
      .set({ status: 'accepted' })
      .where('id', '=', invitation.id)
      .where('token_hash', '=', linkTokenHash(token))
      .where('status', '=', 'pending')
      .executeTakeFirst()
    if (numUpdatedRows === 0n || !(await findInvitation(trx, token, 'accepted'))) throw wrongLink()
    const user = person?.id ?? (await addNewPerson(trx, { name: name ?? '', email, hash: hash ?? '' }))
    const caller = { kind: 'staff', user: { id: user } } as const
    await trx
      .insertInto('memberships')
      .values({ account_id, user_id: user, role, created_at: now() })
      .onConflict((conflict) => conflict.columns(['user_id', 'account_id']).doNothing())
      .execute()
    const actor = personActor({ id: user, name: person?.name ?? name ?? email }, request)
    const tenant = new Tenant(trx, store.dialect, account_id, actor.name, actor.origin)
    await recordActivity(tenant, caller, {
      customerId: null,
      title: email,
      subject: { type: 'member', id: user },
      event: 'member_joined',
      description: 'Joined by invitation',
      changes: { role: { from: null, to: role } },
    })
  })
  const session = await beginSession(needs, request, reply, { email, password, remember: true }, account_id)
  if (session === undefined) throw new HttpError('INTERNAL')
  return { account: account_id, session }
}

/** Throws 422; a link that doesn't work counts as a guess, so that trying many is slow. */
async function requireInvitation(
  { store, throttle, guessFrom }: SignInNeeds,
  request: FastifyRequest,
  token: string,
) {
  const found = await findInvitation(store.db, token, 'pending')
  if (found) return found
  await throttle.guard(guessFrom(request), async () => undefined)
  throw wrongLink()
}

/** The invitation with that link, unless it has expired or its inviter may no longer grant the role. */
async function findInvitation(db: Kysely<Database>, token: string, status: 'pending' | 'accepted') {
  const found = await db
    .selectFrom('invitations')
    .innerJoin('accounts', 'accounts.id', 'invitations.account_id')
    .innerJoin('memberships as inviter', (join) =>
      join
        .onRef('inviter.user_id', '=', 'invitations.inviter_id')
        .onRef('inviter.account_id', '=', 'invitations.account_id'),
    )
    .leftJoin('staff', 'staff.email', 'invitations.email')
    .select(['invitations.id', 'invitations.account_id', 'invitations.email', 'invitations.role'])
    .select(['invitations.invited_by', 'accounts.name as account_name', 'inviter.role as inviter_role'])
    .select(['staff.id as person_id', 'staff.name as person_name'])
    .where('invitations.token_hash', '=', linkTokenHash(token))
    .where('invitations.status', '=', status)
    .where('invitations.expires_at', '>', now())
    .executeTakeFirst()
  if (!found || !mayManage(found.inviter_role, found.role)) return undefined
  const { person_id, person_name, ...invitation } = found
  return { ...invitation, person: person_id === null ? undefined : { id: person_id, name: person_name } }
}

async function addNewPerson(
  trx: Kysely<Database>,
  { name, email, hash }: { readonly name: string; readonly email: string; readonly hash: string },
): Promise<number> {
  const time = new Date().toISOString()
  const added = await trx
    .insertInto('staff')
    .values({
      name,
      email,
      email_verified: sql`true`,
      image: null,
      two_factor_enabled: null,
      created_at: time,
      updated_at: time,
    })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returning('id')
    .executeTakeFirst()
  // They accepted another invitation at the same moment.
  if (!added)
    throw new HttpError('CONFLICT', 'Someone has just signed up with this email address. Try again.')
  await addPasswordIdentity(trx, added.id, hash)
  return added.id
}

const wrongLink = () =>
  invalidField(
    'token',
    'This invitation was already accepted, revoked or replaced, or its link has expired. Ask for a new one.',
  )
