import * as z from 'zod/mini'

import { endpoint } from '../wire/endpoint.ts'
import { Datetime } from '../wire/surface.ts'
import { NewPassword } from './sign-in.ts'

/** Surface X: your own sessions and password, shared by all your accounts. */

/** A browser in which the person is signed in. */
export const OwnSession = z.object({
  id: z.int(),
  /** Browser and system, such as `Firefox on Windows`; null if the browser didn't say. */
  device: z.nullable(z.string()),
  /** The address it was last used from. */
  ip_address: z.nullable(z.string()),
  created_at: Datetime,
  /** To five minutes; null before it was used. */
  last_seen_at: z.nullable(Datetime),
  /** Whether this request belongs to it. */
  is_current: z.boolean(),
})
export type OwnSession = z.infer<typeof OwnSession>

const own = { surface: 'x', access: 'staff', about: 'person' } as const

export const listOwnSessions = endpoint({
  ...own,
  method: 'GET',
  path: '/api/x/own-sessions',
  text: 'where the person is signed in, this session first, then the one used last: `device`, `ip_address`, `created_at`, `last_seen_at`, `is_current`',
  response: z.object({ data: z.array(OwnSession) }),
})

export const endOwnSessions = endpoint({
  ...own,
  method: 'POST',
  path: '/api/x/own-sessions/end',
  text: '`{"id"}`: ends one of them, or with null all but this one; 204 also for one that has ended',
  status: 204,
  body: z.object({ id: z.nullable(z.int('id must be the id of a session, or null')) }),
  response: z.undefined(),
})

/** The password that the person has, and the one they choose. */
export const PasswordChange = z.object({
  current_password: z
    .string('Enter your current password')
    .check(
      z.minLength(1, 'Enter your current password'),
      z.maxLength(128, 'Passwords must be at most 128 characters'),
    ),
  new_password: NewPassword,
})
export type PasswordChange = z.infer<typeof PasswordChange>

export const changePassword = endpoint({
  ...own,
  method: 'PUT',
  path: '/api/x/password',
  text: '`{"current_password", "new_password"}`: changes the password and ends all other sessions; 422 by field, also for a common password, 429 after too many wrong ones',
  status: 204,
  body: PasswordChange,
  response: z.undefined(),
})
