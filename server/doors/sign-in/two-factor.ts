import type { FastifyInstance } from 'fastify'

import * as contract from '#contract/access/two-factor.ts'
import type { Context } from '#server/context.ts'
import { asStaff } from '#server/platform/access/caller.ts'
import { mount, mountPublic } from '#server/platform/http/mount.ts'

/** The second factor of the signed-in person, and the step of the sign-in that asks for it. Surface X. */
export function twoFactor(app: FastifyInstance, context: Context): void {
  const { staff, callers } = context
  const own = staff.twoFactor

  mountPublic(app, context, contract.signInWithCode, async ({ body, request, reply }) => ({
    data: await own.signIn(request, reply, body),
  }))

  mount(app, context, contract.showTwoFactor, async ({ caller, request }) => ({
    data: await own.show(request, asStaff(caller)),
  }))

  mount(app, context, contract.beginTwoFactor, async ({ caller, body, request }) => ({
    data: await own.begin(request, asStaff(caller), body.current_password),
  }))

  mount(app, context, contract.confirmTwoFactor, async ({ caller, body, request }) => {
    const recovery_codes = await own.confirm(request, asStaff(caller), body.code)
    await callers.forgetEverywhere()
    return { data: { recovery_codes } }
  })

  mount(app, context, contract.turnOffTwoFactor, async ({ caller, body, request }) => {
    await own.turnOff(request, asStaff(caller), body.current_password, body.code)
    await callers.forgetEverywhere()
    return undefined
  })

  mount(app, context, contract.renewRecoveryCodes, async ({ caller, body, request }) => ({
    data: { recovery_codes: await own.renewCodes(request, asStaff(caller), body.current_password) },
  }))

  mount(app, context, contract.forgetTrustedDevices, async ({ caller, body }) => {
    await own.forget(asStaff(caller), body.id)
    return undefined
  })
}
