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

export const showTwoFactor = endpoint({
  ...own,
  method: 'GET',
  path: '/api/x/two-factor',
  text: 'whether the person’s two-factor authentication `is_on`, `recovery_codes_left`, `required_by` (names of accounts) and `trusted_devices`',
  response: z.object({ data: TwoFactor }),
})

export const beginTwoFactor = endpoint({
  ...own,
  method: 'POST',
  path: '/api/x/two-factor/begin',
  text: '`{"current_password"}`: a new key, which counts once a code of it is confirmed, as `key` and, for a QR code, `uri`; 422 for a wrong password, 409 while it’s on, 403 for the people of the demo',
  body: PasswordProof,
  /** `uri` is what the QR code contains; `key` is typed where it can’t be scanned. */
  response: z.object({ data: z.object({ uri: z.string(), key: z.string() }) }),
})

const recoveryCodes = z.object({ data: z.object({ recovery_codes: z.array(z.string()) }) })

export const confirmTwoFactor = endpoint({
  ...own,
  method: 'POST',
  path: '/api/x/two-factor/confirm',
  text: '`{"code"}`: turns it on with a code of that key; `recovery_codes`, which no other response has; 422 for a wrong code, 409 where nothing was begun',
  body: CodeProof,
  response: recoveryCodes,
})

export const turnOffTwoFactor = endpoint({
  ...own,
  method: 'POST',
  path: '/api/x/two-factor/turn-off',
  text: '`{"current_password", "code"}`: turns it off; 422 by field, 409 while an account requires it',
  status: 204,
  body: FullProof,
  response: z.undefined(),
})

export const renewRecoveryCodes = endpoint({
  ...own,
  method: 'POST',
  path: '/api/x/two-factor/recovery-codes',
  text: '`{"current_password"}`: ten new `recovery_codes`; the earlier ones stop working; 422 for a wrong password, 409 while it’s off',
  body: PasswordProof,
  response: recoveryCodes,
})

export const forgetTrustedDevices = endpoint({
  ...own,
  method: 'POST',
  path: '/api/x/two-factor/forget-devices',
  text: '`{"id"}`: ends the trust in one browser, or with null in every one; 204 also for one that isn’t trusted',
  status: 204,
  body: z.object({ id: z.nullable(z.int('id must be the id of a browser, or null')) }),
  response: z.undefined(),
})

/** The second step of a sign-in. With `trust`, this browser isn’t asked for a code for 30 days. */
export const SignInCode = z.object({ code, trust: z.boolean('trust must be true or false') })
export type SignInCode = z.infer<typeof SignInCode>

export const signInWithCode = endpoint({
  surface: 'x',
  method: 'POST',
  path: '/api/x/sign-in/code',
  text: '`{"code", "trust"}`: completes it within ten minutes with a code of the authenticator app or a recovery code; with `trust` this browser isn’t asked for 30 days; 422 for a wrong or used code, 401 after ten minutes, 429 after too many wrong ones',
  access: 'public',
  body: SignInCode,
  response: z.object({ data: Session }),
})

export const requireTwoFactor = endpoint({
  surface: 'x',
  method: 'PUT',
  path: '/api/x/two-factor-requirement',
  text: '`{"is_required"}`: whether everyone in the account needs it; 409 while the caller doesn’t have it; people without it get 403 `TWO_FACTOR_REQUIRED` from everything about the account',
  access: 'staff',
  ability: 'owners.manage',
  status: 204,
  body: z.object({ is_required: z.boolean('is_required must be true or false') }),
  response: z.undefined(),
})

export const resetTwoFactor = endpoint({
  surface: 'x',
  method: 'POST',
  path: '/api/x/members/:id/reset-two-factor',
  text: 'turns it off for a member who lost their phone and signs them out; 403 for someone with more abilities, 409 for oneself and for someone who also works in an account where the caller couldn’t do it',
  record: 'memberships',
  access: 'staff',
  ability: 'members.manage',
  params: idParams,
  status: 204,
  response: z.undefined(),
})
