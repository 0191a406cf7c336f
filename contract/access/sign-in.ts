import * as z from 'zod/mini'

import { endpoint } from '../wire/endpoint.ts'
import { Session } from './session.ts'

/** Surface X: how people sign in. */

/** The address that a person signs in with. */
export const Email = z
  .string('Enter your email address')
  .check(
    z.trim(),
    z.maxLength(254, 'This email address is too long'),
    z.email('Enter an email address, like name@example.com'),
  )

/** Credentials of a sign-in. Without `remember`, the cookie ends with the browser. */
export const SignIn = z.object({
  email: Email,
  password: z
    .string('Enter your password')
    .check(
      z.minLength(1, 'Enter your password'),
      z.maxLength(128, 'Passwords must be at most 128 characters'),
    ),
  remember: z.boolean('remember must be true or false'),
})
export type SignIn = z.infer<typeof SignIn>

export const signIn = endpoint({
  surface: 'x',
  method: 'POST',
  path: '/api/x/sign-in',
  text: 'begins a session; `data` is null where a code is asked for next; 401 if email or password is wrong, 403 without an account, 429 after too many',
  access: 'public',
  body: SignIn,
  response: z.object({ data: z.nullable(Session) }),
})

/** No control characters, line separators or marks that turn the direction of text: names are shown in sentences. */
export const visible = z.regex(
  /^[^\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]*$/u,
  'Remove hidden characters, such as line breaks',
)

/** A person's name. */
export const PersonName = z
  .string('Enter your name')
  .check(z.trim(), z.minLength(1, 'Enter your name'), z.maxLength(200, 'Use at most 200 characters'), visible)

/** A password that a person chooses; the service also refuses common ones. */
export const NewPassword = z
  .string('Choose a password')
  .check(z.minLength(10, 'Use at least 10 characters'), z.maxLength(128, 'Use at most 128 characters'))
