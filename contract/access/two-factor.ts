import * as z from 'zod/mini'

import { endpoint } from '../wire/endpoint.ts'
import { Datetime, idParams } from '../wire/surface.ts'
import { Session } from './session.ts'

/** Surface X: a person's second factor, the step that asks for it, and whether an account requires it. */

/** A browser that isn't asked for a code. */
export const TrustedDevice = z.object({
  id: z.int(),
  /** Browser and system, such as `Firefox on Windows`; null if the browser didn't say. */
  device: z.nullable(z.string()),
  trusted_until: Datetime,
  last_used_at: Datetime,
  /** Whether this request comes from it. */
  is_current: z.boolean(),
})
export type TrustedDevice = z.infer<typeof TrustedDevice>

/** How the signed-in person proves who they are beyond their password. */
export const TwoFactor = z.object({
  is_on: z.boolean(),
  recovery_codes_left: z.int(),
  /** The names of their accounts that require it; while there are any, it can’t be turned off. */
  required_by: z.array(z.string()),
  trusted_devices: z.array(TrustedDevice),
})
export type TwoFactor = z.infer<typeof TwoFactor>

const own = { surface: 'x', access: 'staff', about: 'person' } as const

const current_password = z
  .string('Enter your current password')
  .check(
    z.minLength(1, 'Enter your current password'),
    z.maxLength(128, 'Passwords must be at most 128 characters'),
  )

const code = z
  .string('Enter the code')
  .check(z.trim(), z.minLength(1, 'Enter the code'), z.maxLength(40, 'This code is too long'))

/** Proof that the person is asking, and not someone at their unlocked computer. */
export const PasswordProof = z.object({ current_password })
export type PasswordProof = z.infer<typeof PasswordProof>

/** A code of the authenticator app, or a recovery code. Spaces, hyphens and the case of letters don’t matter. */
export const CodeProof = z.object({ code })
export type CodeProof = z.infer<typeof CodeProof>

/** Both, to turn two-factor authentication off. */
export const FullProof = z.object({ current_password, code })
export type FullProof = z.infer<typeof FullProof>

/** Whether it’s on, the recovery codes that are left, and the trusted browsers. */
export const showTwoFactor = endpoint({
  ...own,
  method: 'GET',
  path: '/api/x/two-factor',
  response: z.object({ data: TwoFactor }),
})

/**
 * Makes a new key, which counts once a code of it is confirmed. 422 for a wrong password, 409 while it’s on, 403 for the
 * people of the demo.
 */
export const beginTwoFactor = endpoint({
  ...own,
  method: 'POST',
  path: '/api/x/two-factor/begin',
  body: PasswordProof,
  /** `uri` is what the QR code contains; `key` is typed where it can’t be scanned. */
  response: z.object({ data: z.object({ uri: z.string(), key: z.string() }) }),
})

const recoveryCodes = z.object({ data: z.object({ recovery_codes: z.array(z.string()) }) })

/** Turns it on. No other response ever contains these recovery codes. 422 for a wrong code, 409 where nothing was begun. */
export const confirmTwoFactor = endpoint({
  ...own,
  method: 'POST',
  path: '/api/x/two-factor/confirm',
  body: CodeProof,
  response: recoveryCodes,
})

/** Turns it off. 422 by field, 409 while an account requires it. */
export const turnOffTwoFactor = endpoint({
  ...own,
  method: 'POST',
  path: '/api/x/two-factor/turn-off',
  status: 204,
  body: FullProof,
  response: z.undefined(),
})

/** Ten new recovery codes; the earlier ones stop working. 422 for a wrong password, 409 while it’s off. */
export const renewRecoveryCodes = endpoint({
  ...own,
  method: 'POST',
  path: '/api/x/two-factor/recovery-codes',
  body: PasswordProof,
  response: recoveryCodes,
})

/** Asks one trusted browser for a code again, or with null all of them. 204 also for one that isn’t trusted. */
export const forgetTrustedDevices = endpoint({
  ...own,
  method: 'POST',
  path: '/api/x/two-factor/forget-devices',
  status: 204,
  body: z.object({ id: z.nullable(z.int('id must be the id of a browser, or null')) }),
  response: z.undefined(),
})

/** The second step of a sign-in. With `trust`, this browser isn’t asked for a code for 30 days. */
export const SignInCode = z.object({ code, trust: z.boolean('trust must be true or false') })
export type SignInCode = z.infer<typeof SignInCode>

/**
 * Completes the sign-in that answered with null. 422 for a wrong or used code, 401 if the sign-in is older than ten minutes,
 * 429 if throttled.
 */
export const signInWithCode = endpoint({
  surface: 'x',
  method: 'POST',
  path: '/api/x/sign-in/code',
  access: 'public',
  body: SignInCode,
  response: z.object({ data: Session }),
})

/** Whether everyone in the account needs it. 409 while the caller hasn’t turned it on themselves. */
export const requireTwoFactor = endpoint({
  surface: 'x',
  method: 'PUT',
  path: '/api/x/two-factor-requirement',
  access: 'staff',
  ability: 'owners.manage',
  status: 204,
  body: z.object({ is_required: z.boolean('is_required must be true or false') }),
  response: z.undefined(),
})

/**
 * Turns it off for a member who lost their phone, and signs them out everywhere. 403 for someone with more abilities, 409
 * for oneself and for someone who also works in an account where the caller couldn’t do it.
 */
export const resetTwoFactor = endpoint({
  surface: 'x',
  method: 'POST',
  path: '/api/x/members/:id/reset-two-factor',
  record: 'memberships',
  access: 'staff',
  ability: 'members.manage',
  params: idParams,
  status: 204,
  response: z.undefined(),
})
