import type { FastifyInstance } from 'fastify'

import { requestPasswordReset, resetPassword, showPasswordReset } from '#contract/access/password-reset.ts'
import { showEntrance, showSession, signOut, switchAccount } from '#contract/access/session.ts'
import { setUp } from '#contract/access/set-up.ts'
import { signIn } from '#contract/access/sign-in.ts'
import type { Context } from '#server/context.ts'
import { asStaff } from '#server/platform/access/caller.ts'
import { mount, mountPublic } from '#server/platform/http/mount.ts'

/** Sign-in, and what the dashboard asks first. Surface X. */
export function session(app: FastifyInstance, context: Context): void {
  const { staff, callers } = context

  mount(app, context, showSession, async ({ caller }) => ({ data: await staff.describe(asStaff(caller)) }))

  mountPublic(app, context, showEntrance, async ({ request }) => {
    const demo = await staff.demo(request)
    const needs_set_up = demo === null && (await staff.needsSetUp())
    return { data: { demo, needs_set_up, can_reset_password: staff.canEmailLinks } }
  })

  mountPublic(app, context, signIn, async ({ body, request, reply }) => ({
    data: await staff.signIn(request, reply, body),
  }))

  mountPublic(app, context, signOut, async ({ body, request, reply }) => {
    await staff.signOut(request, reply, body.everywhere)
    return undefined
  })

  mount(app, context, switchAccount, async ({ caller, body }) => ({
    data: await staff.switchAccount(asStaff(caller), body.account_id),
  }))

  mountPublic(app, context, setUp, async ({ body, request, reply }) => ({
    data: await staff.setUp(request, reply, body),
  }))

  mountPublic(app, context, requestPasswordReset, async ({ body, request, reply }) => {
    await staff.requestPasswordReset(request, reply, body.email)
    return undefined
  })

  mountPublic(app, context, showPasswordReset, async ({ body, request }) => ({
    data: await staff.showPasswordReset(request, body.token),
  }))

  mountPublic(app, context, resetPassword, async ({ body, request }) => {
    await staff.resetPassword(request, body)
    await callers.forgetEverywhere()
    return undefined
  })
}
