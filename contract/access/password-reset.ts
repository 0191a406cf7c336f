import * as z from 'zod/mini'

import { endpoint } from '../wire/endpoint.ts'
import { Email, NewPassword } from './sign-in.ts'

/** Surface X: a new password for someone who forgot theirs, by a link in an email. */

const open = { surface: 'x', access: 'public', method: 'POST' } as const

const token = z
  .string('The link is incomplete')
  .check(z.minLength(1, 'The link is incomplete'), z.maxLength(200, 'The link is incomplete'))

/**
 * Emails a link to the person with that address, if there is one; the response is the same if there isn't. 409 where the
 * service has no mail server, 429 if throttled.
 */
export const requestPasswordReset = endpoint({
  ...open,
  path: '/api/x/password-reset/request',
  status: 204,
  body: z.object({ email: Email }),
  response: z.undefined(),
})

/** Whose password a link resets. 422 at `token`, with the reason, where it doesn't work. The token is never in a URL. */
export const showPasswordReset = endpoint({
  ...open,
  path: '/api/x/password-reset/show',
  body: z.object({ token }),
  response: z.object({ data: z.object({ email: z.string() }) }),
})

/** The request of the page behind a link. */
export const PasswordReset = z.object({ token, password: NewPassword })
export type PasswordReset = z.infer<typeof PasswordReset>

/** Sets the password and ends all sessions of the person. 422 by field, also where the link doesn't work any more. */
export const resetPassword = endpoint({
  ...open,
  path: '/api/x/password-reset',
  status: 204,
  body: PasswordReset,
  response: z.undefined(),
})
