import type { Member } from '#contract/access/people.ts'
import type { Role } from '#contract/access/session.ts'
import type { StaffCaller } from '#server/platform/access/caller-types.ts'
import { mayManage } from '#server/platform/access/roles.ts'
import { photoPath } from '#server/platform/access/staff/photo.ts'
import type { Tenant } from '#server/platform/access/tenant.ts'
import { recordActivity } from '#server/platform/audit/activity.ts'
import { isTrue } from '#server/platform/db/tables/flag.ts'
import { timestamp } from '#server/platform/lib/clock.ts'
import { HttpError } from '#server/platform/lib/http-error.ts'

import { revokeUngrantable } from './invitations.ts'

/** Returns everyone who works in the account, by name. */
export async function readMembers(tenant: Tenant, caller: StaffCaller): Promise<Member[]> {
  const rows = await memberRows(tenant).orderBy('staff.name').orderBy('memberships.id').execute()
  return rows.map((row) => toMember(row, rows.find(({ user_id }) => user_id === caller.user.id)?.role))
}

/** Changes the role of a member. Throws 404, 403 for one that the caller can't grant, and 409 for the last owner. */
export function changeRole(tenant: Tenant, caller: StaffCaller, id: number, role: Role): Promise<Member> {
  return tenant.transaction(async (trx) => {
    const { member, ownRole } = await requireManaged(trx, caller, id, role === 'owner')
    if (!mayManage(ownRole, role)) throw new HttpError('FORBIDDEN', 'You can’t grant more than you may do')
    if (member.role !== role) {
      await trx.update('memberships').set({ role }).where('id', '=', id).execute()
      await revokeUngrantable(trx, member.user_id, role)
      await recordActivity(trx, caller, {
        customerId: null,
        title: member.email,
        subject: { type: 'member', id: member.user_id },
        event: 'role_changed',
        description: 'Role changed',
        changes: { role: { from: member.role, to: role } },
      })
    }
    const newOwnRole = member.user_id === caller.user.id ? role : ownRole
    return toMember({ ...member, role }, newOwnRole)
  })
}

/** Takes a member out of the account. Throws 404, 403 for one with more rights than the caller, 409 for the last owner. */
export function removeMember(tenant: Tenant, caller: StaffCaller, id: number): Promise<void> {
  return tenant.transaction(async (trx) => {
    const { member } = await requireManaged(trx, caller, id, false)
    await trx.delete('memberships').where('id', '=', id).execute()
    await revokeUngrantable(trx, member.user_id, null)
    await recordActivity(trx, caller, {
      customerId: null,
      title: member.email,
      subject: { type: 'member', id: member.user_id },
      event: 'member_removed',
      description: 'Removed from the account',
      changes: { role: { from: member.role, to: null } },
    })
  })
}

type Row = Awaited<ReturnType<ReturnType<typeof memberRows>['execute']>>[number]

const memberRows = (tenant: Tenant) =>
  tenant
    .select('memberships')
    .innerJoin('staff', 'staff.id', 'memberships.user_id')
    .leftJoin('staff_photos', 'staff_photos.user_id', 'staff.id')
    .select(['memberships.id', 'memberships.user_id', 'memberships.role', 'memberships.last_seen_at'])
    .select(['memberships.created_at', 'staff.name', 'staff.email', 'staff.two_factor_enabled'])
    .select('staff_photos.token as photo')

/**
 * The member that a change is about, and the role of the caller, read behind a lock: of two owners who demote or remove
 * each other, the second no longer may. Throws where the change isn't allowed.
 */
export async function requireManaged(trx: Tenant, caller: StaffCaller, id: number, keepsOwner: boolean) {
  await trx.lock('members')
  const members = await memberRows(trx).execute()
  const member = members.find((one) => one.id === id)
  if (!member) throw new HttpError('NOT_FOUND')
  const own = members.find(({ user_id }) => user_id === caller.user.id)
  if (!own || !mayManage(own.role, member.role))
    throw new HttpError('FORBIDDEN', 'Only an owner can change or remove an owner')
  const isLastOwner = member.role === 'owner' && !members.some((one) => one.role === 'owner' && one.id !== id)
  if (isLastOwner && !keepsOwner)
    throw new HttpError('CONFLICT', 'An account needs an owner. Make someone else an owner first.')
  return { member, ownRole: own.role }
}

function toMember({ created_at, two_factor_enabled, photo, ...row }: Row, ownRole = ''): Member {
  // better-auth's column: text on SQLite, a date on PostgreSQL.
  const joined = timestamp(new Date(created_at as string | Date).getTime())
  const has_two_factor = isTrue(two_factor_enabled)
  return {
    ...row,
    photo: photoPath(photo),
    has_two_factor,
    joined_at: joined,
    is_editable: mayManage(ownRole, row.role),
  }
}
