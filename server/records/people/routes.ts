import type { FastifyInstance } from 'fastify'

import { listColleagues } from '#contract/access/colleagues.ts'
import * as contract from '#contract/access/people.ts'
import type { NewInvitation } from '#contract/access/people.ts'
import { requireTwoFactor, resetTwoFactor } from '#contract/access/two-factor.ts'
import type { Context } from '#server/context.ts'
import type { StaffCaller } from '#server/platform/access/caller-types.ts'
import { asStaff } from '#server/platform/access/caller.ts'
import { grantableRoles } from '#server/platform/access/roles.ts'
import type { Tenant } from '#server/platform/access/tenant.ts'
import { mount, mountPublic } from '#server/platform/http/mount.ts'
import { dayText } from '#server/platform/lib/formats.ts'
import { sendLetter } from '#server/platform/smtp/letter.ts'

import { readColleagues } from './colleagues.ts'
import { type Issued, invite, noteEmailed, readInvitations, renew, revoke } from './invitations.ts'
import { changeRole, readMembers, removeMember } from './members.ts'
import { resetMember, setRequirement } from './two-factor.ts'

/** The people of an account and the invitations to it. Surface X, for people only. */
export function people(app: FastifyInstance, context: Context): void {
  const publishChange = (account: number) => context.live.publish(account, { topic: 'people', id: null })

  mount(app, context, contract.listMembers, async ({ tenant, caller }) => {
    const staff = asStaff(caller)
    return {
      data: await readMembers(tenant, staff),
      grantable_roles: grantableRoles(staff.role ?? ''),
      requires_two_factor: await tenant.requiresTwoFactor(),
    }
  })

  mount(app, context, listColleagues, async ({ tenant }) => ({ data: await readColleagues(tenant) }))

  mount(app, context, contract.changeMember, async ({ tenant, caller, params, body }) => {
    const data = await changeRole(tenant, asStaff(caller), params.id, body.role)
    await context.callers.forgetEverywhere()
    publishChange(tenant.account)
    return { data }
  })

  mount(app, context, contract.removeMember, async ({ tenant, caller, params }) => {
    await removeMember(tenant, asStaff(caller), params.id)
    await context.callers.forgetEverywhere()
    publishChange(tenant.account)
    return undefined
  })

  mount(app, context, requireTwoFactor, async ({ tenant, caller, body }) => {
    await setRequirement(tenant, asStaff(caller), body.is_required)
    await context.callers.forgetEverywhere()
    publishChange(tenant.account)
    return undefined
  })

  mount(app, context, resetTwoFactor, async ({ tenant, caller, params, request }) => {
    await resetMember(context.store, request, asStaff(caller), params.id)
    await context.callers.forgetEverywhere()
    publishChange(tenant.account)
    return undefined
  })

  mount(app, context, contract.listInvitations, async ({ tenant, caller }) => ({
    data: await readInvitations(tenant, asStaff(caller)),
  }))

  mount(app, context, contract.createInvitation, async ({ tenant, caller, body }) => {
    const staff = asStaff(caller)
    const data = await deliver(context, tenant, staff, await invite(tenant, staff, body))
    publishChange(tenant.account)
    return { data }
  })

  mount(app, context, contract.renewInvitation, async ({ tenant, caller, params }) => {
    const staff = asStaff(caller)
    const data = await deliver(context, tenant, staff, await renew(tenant, staff, params.id))
    publishChange(tenant.account)
    return { data }
  })

  mount(app, context, contract.revokeInvitation, async ({ tenant, caller, params }) => {
    await revoke(tenant, asStaff(caller), params.id)
    publishChange(tenant.account)
    return undefined
  })

  mountPublic(app, context, contract.showInvitation, async ({ body, request }) => ({
    data: await context.staff.showInvitation(request, body.token),
  }))

  mountPublic(app, context, contract.acceptInvitation, async ({ body, request, reply }) => {
    const { account, session } = await context.staff.acceptInvitation(request, reply, body)
    publishChange(account)
    return { data: session, account_id: account }
  })
}

/** Emails the link, or returns it where that isn't possible. The token is part of the address's fragment: no server logs it. */
async function deliver(
  { config, publicUrl }: Pick<Context, 'config' | 'publicUrl'>,
  tenant: Tenant,
  { user }: StaffCaller,
  issued: Issued,
): Promise<NewInvitation> {
  const { invitation, token } = issued
  const link = `${publicUrl()}/invitation#token=${token}`
  if (!config.mail) return { invitation, link, problem: null }
  const { name } = await tenant.business()
  const problem = await sendLetter(config.mail, {
    to: invitation.email,
    fromName: name,
    replyTo: user.email,
    language: 'en',
    subject: `${user.name} invited you to ${name} on Bureau`,
    message: `${user.name} invited you to work in ${name} on Bureau.`,
    action: { label: `Join ${name}`, url: link },
    more: `The link works once, until ${dayText(invitation.expires_at.slice(0, 10))}. If you don’t know ${user.name}, ignore this email.`,
  })
  if (problem !== null) return { invitation, link, problem }
  return { invitation: await noteEmailed(tenant, issued), link: null, problem: null }
}
