import * as z from 'zod/mini'

import { endpoint } from '../wire/endpoint.ts'
import { Email, NewPassword } from './sign-in.ts'

/** Surface X: a new password for someone who forgot theirs, by a link in an email. */

const open = { surface: 'x', access: 'public', method: 'POST' } as const

const token = z
  .string('The link is incomplete')
  .check(z.minLength(1, 'The link is incomplete'), z.maxLength(200, 'The link is incomplete'))

export const requestPasswordReset = endpoint({
  ...open,
  path: '/api/x/password-reset/request',
  text: '`{"email"}`: emails a link for a new password to that person, if there is one; 204 either way, 409 without a mail server, 429 after too many',
  status: 204,
  body: z.object({ email: Email }),
  response: z.undefined(),
})

export const showPasswordReset = endpoint({
  ...open,
  path: '/api/x/password-reset/show',
  text: '`{"token"}`: the `email` that a link is for; 422 with the reason where it doesn’t work',
  body: z.object({ token }),
  response: z.object({ data: z.object({ email: z.string() }) }),
})

/** The request of the page behind a link. */
export const PasswordReset = z.object({ token, password: NewPassword })
export type PasswordReset = z.infer<typeof PasswordReset>

export const resetPassword = endpoint({
  ...open,
  path: '/api/x/password-reset',
  text: '`{"token", "password"}`: sets the password and ends all sessions; the link works once; 422 by field',
  status: 204,
  body: PasswordReset,
  response: z.undefined(),
})
