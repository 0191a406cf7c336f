import type { FastifyRequest } from 'fastify'

import type { StaffCaller } from '#server/platform/access/caller-types.ts'
import { personActor } from '#server/platform/access/origin.ts'
import { mayManage } from '#server/platform/access/roles.ts'
import { resetTwoFactorOf } from '#server/platform/access/staff/members.ts'
import { Tenant } from '#server/platform/access/tenant.ts'
import { audit } from '#server/platform/audit/record.ts'
import type { Store } from '#server/platform/db/store.ts'
import { HttpError } from '#server/platform/lib/http-error.ts'

import { readMembers, requireManaged } from './members.ts'

/** Sets whether everyone in the account needs a second factor. Throws 409 while the caller has none themselves. */
export function setRequirement(tenant: Tenant, caller: StaffCaller, isRequired: boolean): Promise<void> {
  return tenant.transaction(async (trx) => {
    await trx.lock('members')
    const members = await readMembers(trx, caller)
    const isReady = members.some((one) => one.user_id === caller.user.id && one.has_two_factor)
    if (isRequired && !isReady)
      throw new HttpError('CONFLICT', 'Turn on two-factor authentication for yourself first')
    if ((await trx.requiresTwoFactor()) === isRequired) return
    await trx.setRequiresTwoFactor(isRequired)
    const { name } = await trx.business()
    await audit(trx, {
      action: isRequired ? 'two_factor.required' : 'two_factor.not_required',
      target: { kind: 'account', id: trx.account, name },
    })
  })
}

/**
 * Turns a member's second factor off and signs them out. It's the same in all of their accounts, so the caller must be able
 * to manage them in each: otherwise inviting someone would be a way around their second factor. Throws 404, 403 and 409.
 */
export function resetMember(
  { db, dialect }: Store,
  request: FastifyRequest,
  caller: StaffCaller,
  id: number,
): Promise<void> {
  const actor = personActor(caller.user, request)
  return db.transaction().execute(async (trx) => {
    const tenant = new Tenant(trx, dialect, caller.account, actor.name, actor.origin)
    const { member } = await requireManaged(tenant, caller, id, true)
    if (member.user_id === caller.user.id)
      throw new HttpError('CONFLICT', 'Turn your own two-factor authentication off under Security')
    // Across accounts, on purpose: this table says in which of them both are.
    const everywhere = await trx
      .selectFrom('memberships')
      .leftJoin('memberships as own', (join) =>
        join.onRef('own.account_id', '=', 'memberships.account_id').on('own.user_id', '=', caller.user.id),
      )
      .select(['memberships.role', 'own.role as own_role'])
      .where('memberships.user_id', '=', member.user_id)
      .execute()
    if (everywhere.some(({ role, own_role }) => own_role === null || !mayManage(own_role, role)))
      throw new HttpError(
        'CONFLICT',
        'This person also works in another account. Ask your server’s administrator to reset it.',
      )
    await resetTwoFactorOf(trx, dialect, { id: member.user_id, email: member.email }, actor)
  })
}
