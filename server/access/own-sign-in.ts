import type { FastifyInstance } from 'fastify'

import * as contract from '#contract/own-sign-in.ts'
import { updateProfile } from '#contract/profile.ts'
import type { Context } from '#server/context.ts'
import { mount } from '#server/http/mount.ts'

import { asStaff } from './caller.ts'

/** The sessions, the password and the profile of the signed-in person. Surface X. */
export function ownSignIn(app: FastifyInstance, context: Context): void {
  const { staff, callers } = context

  mount(app, context, contract.listOwnSessions, async ({ caller }) => ({
    data: await staff.ownSessions(asStaff(caller)),
  }))

  mount(app, context, contract.endOwnSessions, async ({ caller, body, request }) => {
    await staff.endOwnSessions(request, asStaff(caller), body.id)
    await callers.forgetEverywhere()
    return undefined
  })

  mount(app, context, contract.changePassword, async ({ caller, body, request, reply }) => {
    await staff.changePassword(request, reply, asStaff(caller), body)
    await callers.forgetEverywhere()
    return undefined
  })

  mount(app, context, updateProfile, async ({ tenant, caller, body, request }) => {
    const data = await staff.updateProfile(request, asStaff(caller), body)
    await callers.forgetEverywhere()
    context.live.publish(tenant.account, { topic: 'people', id: null })
    return { data }
  })
}
