import type { Selectable } from 'kysely'

import type { Invitation, InvitationInput } from '#contract/access/people.ts'
import { dayMs } from '#contract/values/durations.ts'
import { countEmails } from '#server/outgoing/mail/limits.ts'
import type { StaffCaller } from '#server/platform/access/caller-types.ts'
import { linkTokenHash, newLinkToken } from '#server/platform/access/link-token.ts'
import { mayManage } from '#server/platform/access/roles.ts'
import { isDemoStaff } from '#server/platform/access/staff/demo-staff.ts'
import type { Tenant } from '#server/platform/access/tenant.ts'
import { recordActivity } from '#server/platform/audit/activity.ts'
import type { InvitationTable } from '#server/platform/db/tables/access.ts'
import { now, timestamp } from '#server/platform/lib/clock.ts'
import { HttpError, invalidField } from '#server/platform/lib/http-error.ts'

const validForMs = 7 * dayMs
/** More than any account needs; each may send an email. */
const mostPending = 100

/** An invitation and the token of its new link, which is stored nowhere. */
export interface Issued {
  readonly invitation: Invitation
  readonly token: string
}

/** Returns the pending invitations, the newest first. */
export async function readInvitations(tenant: Tenant, caller: StaffCaller): Promise<Invitation[]> {
  const rows = await pending(tenant).selectAll().orderBy('id', 'desc').execute()
  return rows.map((row) => toInvitation(row, caller.role))
}

/** Invites someone. Throws 422 for someone who is there or invited, 403 for a role that the caller can't grant, and 429. */
export function invite(tenant: Tenant, caller: StaffCaller, input: InvitationInput): Promise<Issued> {
  const email = input.email.toLowerCase()
  if (isDemoStaff(email)) throw wrongEmail('This email address belongs to the demo')
  return tenant.transaction(async (trx) => {
    await requireGrantable(trx, caller, input.role)
    const member = await trx
      .select('memberships')
      .innerJoin('staff', 'staff.id', 'memberships.user_id')
      .select('memberships.id')
      .where('staff.email', '=', email)
      .executeTakeFirst()
    if (member) throw wrongEmail('This person is already in the account')
    const invited = await pending(trx).select('email').execute()
    if (invited.some((one) => one.email === email))
      throw wrongEmail('This person is already invited. Create a new link in the list of invitations.')
    if (invited.length >= mostPending)
      throw new HttpError('CONFLICT', `An account can have at most ${mostPending} invitations at a time`)
    await countEmails(trx, 'invitation', [email])
    const token = newLinkToken()
    const created_at = now()
    const id = await trx.insertOne('invitations', {
      email,
      role: input.role,
      token_hash: linkTokenHash(token),
      status: 'pending',
      is_emailed: 0,
      inviter_id: caller.user.id,
      invited_by: trx.actor,
      created_at,
      expires_at: timestamp(Date.parse(created_at) + validForMs),
    })
    await record(trx, caller, { id, email }, ['invited', 'Invited'], { role: { from: null, to: input.role } })
    return { invitation: await readInvitation(trx, caller, id), token }
  })
}

/** Replaces the link; the caller becomes the inviter. Throws 404, 403 and 429. */
export function renew(tenant: Tenant, caller: StaffCaller, id: number): Promise<Issued> {
  return tenant.transaction(async (trx) => {
    const { role, email } = await requireOpen(trx, caller, id)
    await countEmails(trx, 'invitation', [email])
    const token = newLinkToken()
    await trx
      .update('invitations')
      .set({
        token_hash: linkTokenHash(token),
        is_emailed: 0,
        inviter_id: caller.user.id,
        invited_by: trx.actor,
        expires_at: timestamp(Date.now() + validForMs),
      })
      .where('id', '=', id)
      .execute()
    const changes = { role: { from: role, to: role } }
    await record(trx, caller, { id, email }, ['invitation_renewed', 'Invitation link replaced'], changes)
    return { invitation: await readInvitation(trx, caller, id), token }
  })
}

/** Makes the link stop working. Throws 404 and 403. */
export function revoke(tenant: Tenant, caller: StaffCaller, id: number): Promise<void> {
  return tenant.transaction(async (trx) => {
    const { email, role } = await requireOpen(trx, caller, id)
    await trx.update('invitations').set({ status: 'revoked' }).where('id', '=', id).execute()
    const changes = { role: { from: role, to: null } }
    await record(trx, caller, { id, email }, ['invitation_revoked', 'Invitation revoked'], changes)
  })
}

/** Notes that the newest link was handed to the mail server. */
export async function noteEmailed(tenant: Tenant, { invitation, token }: Issued): Promise<Invitation> {
  await tenant
    .update('invitations')
    .set({ is_emailed: 1 })
    .where('id', '=', invitation.id)
    .where('token_hash', '=', linkTokenHash(token))
    .execute()
  return { ...invitation, is_emailed: true }
}

/**
 * In the transaction that changes or ends someone's role: revokes the invitations that they could no longer make. `role`
 * is null for someone who is removed.
 */
export async function revokeUngrantable(trx: Tenant, inviter: number, role: string | null): Promise<void> {
  const theirs = await pending(trx).select(['id', 'role']).where('inviter_id', '=', inviter).execute()
  const ids = theirs.filter((one) => role === null || !mayManage(role, one.role)).map(({ id }) => id)
  if (ids.length > 0)
    await trx.update('invitations').set({ status: 'revoked' }).where('id', 'in', ids).execute()
}

const pending = (tenant: Tenant) => tenant.select('invitations').where('status', '=', 'pending')

async function readInvitation(tenant: Tenant, caller: StaffCaller, id: number): Promise<Invitation> {
  const row = await pending(tenant).selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  return toInvitation(row, caller.role)
}

/** An invitation that can still be changed. The caller's role is read behind the lock that changes of roles take. */
async function requireOpen(trx: Tenant, caller: StaffCaller, id: number) {
  const row = await pending(trx).select(['email', 'role']).where('id', '=', id).executeTakeFirst()
  if (!row) throw new HttpError('NOT_FOUND')
  await requireGrantable(trx, caller, row.role)
  return row
}

async function requireGrantable(trx: Tenant, caller: StaffCaller, role: string): Promise<void> {
  await trx.lock('members')
  const own = await trx
    .select('memberships')
    .select('role')
    .where('user_id', '=', caller.user.id)
    .executeTakeFirst()
  if (!own || !mayManage(own.role, role))
    throw new HttpError('FORBIDDEN', 'You can’t grant more than you may do')
}

const record = (
  trx: Tenant,
  caller: StaffCaller,
  { id, email }: { readonly id: number; readonly email: string },
  [event, description]: readonly [string, string],
  changes: Record<string, { from: unknown; to: unknown }>,
) =>
  recordActivity(trx, caller, {
    customerId: null,
    title: email,
    subject: { type: 'invitation', id },
    event,
    description,
    changes,
  })

const wrongEmail = (text: string) => invalidField('email', text)

function toInvitation(
  { id, email, role, invited_by, created_at, expires_at, is_emailed }: Selectable<InvitationTable>,
  ownRole: string | null,
): Invitation {
  const is_expired = expires_at <= now()
  const about = { id, email, role, invited_by, created_at, expires_at, is_expired }
  return { ...about, is_emailed: is_emailed === 1, is_editable: mayManage(ownRole ?? '', role) }
}
