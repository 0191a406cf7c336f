import * as z from 'zod/mini'

import { endpoint } from '../wire/endpoint.ts'
import { Datetime, idParams } from '../wire/surface.ts'
import { Session, roles } from './session.ts'
import { Email, NewPassword, PersonName } from './sign-in.ts'

/** Surface X: the people of an account, and the invitations to it. */

/** Someone who works in the account. */
export const Member = z.object({
  id: z.int(),
  user_id: z.int(),
  name: z.string(),
  email: z.string(),
  /** The path of their photo; null or absent for none. */
  photo: z.optional(z.nullable(z.string())),
  role: z.string(),
  joined_at: Datetime,
  /** When they last used the account, to five minutes; null for never since this is recorded. */
  last_seen_at: z.nullable(Datetime),
  has_two_factor: z.optional(z.boolean()),
  /** Whether the caller may change their role and remove them. */
  is_editable: z.boolean(),
})
export type Member = z.infer<typeof Member>

/** Someone who is asked to join. The secret of the link is no part of it. */
export const Invitation = z.object({
  id: z.int(),
  email: z.string(),
  role: z.string(),
  invited_by: z.string(),
  created_at: Datetime,
  /** When the link stops working; seven days after it was made. */
  expires_at: Datetime,
  is_expired: z.boolean(),
  /** Whether the newest link was handed to the mail server. */
  is_emailed: z.boolean(),
  /** Whether the caller may renew and revoke it. */
  is_editable: z.boolean(),
})
export type Invitation = z.infer<typeof Invitation>

/** An invitation with its new link. */
export const NewInvitation = z.object({
  invitation: Invitation,
  /** Shown once; null where it was emailed instead. */
  link: z.nullable(z.string()),
  /** Why it wasn't emailed, although the service has a mail server. */
  problem: z.nullable(z.string()),
})
export type NewInvitation = z.infer<typeof NewInvitation>

const role = z.enum(roles, `role must be one of ${roles.join(', ')}`)
const people = { surface: 'x', access: 'staff', ability: 'members.manage' } as const

export const listMembers = endpoint({
  ...people,
  method: 'GET',
  path: '/api/x/members',
  text: 'the people of the account by name, with role, `last_seen_at` and `has_two_factor`, `grantable_roles` and `requires_two_factor`',
  response: z.object({
    data: z.array(Member),
    grantable_roles: z.array(z.string()),
    /** Whether everyone in the account needs two-factor authentication. */
    requires_two_factor: z.optional(z.boolean()),
  }),
})

export const changeMember = endpoint({
  ...people,
  method: 'PUT',
  path: '/api/x/members/:id',
  text: '`{"role"}`: changes a role; 403 for more abilities than the caller has, 409 for the last owner',
  record: 'memberships',
  params: idParams,
  body: z.object({ role }),
  response: z.object({ data: Member }),
})

export const removeMember = endpoint({
  ...people,
  method: 'DELETE',
  path: '/api/x/members/:id',
  text: 'removes someone, whose access ends with their next request; 403 for someone with more abilities, 409 for the last owner',
  record: 'memberships',
  params: idParams,
  status: 204,
  response: z.undefined(),
})

export const listInvitations = endpoint({
  ...people,
  method: 'GET',
  path: '/api/x/invitations',
  text: 'pending invitations, the newest first',
  response: z.object({ data: z.array(Invitation) }),
})

/** Who is invited, as what. */
export const InvitationInput = z.object({ email: Email, role })
export type InvitationInput = z.infer<typeof InvitationInput>

export const createInvitation = endpoint({
  ...people,
  method: 'POST',
  path: '/api/x/invitations',
  text: '`{"email", "role"}`: invites someone; `link` only here, and only where it wasn’t emailed; 422 for someone who is a member or invited',
  status: 201,
  body: InvitationInput,
  response: z.object({ data: NewInvitation }),
})

export const renewInvitation = endpoint({
  ...people,
  method: 'POST',
  path: '/api/x/invitations/:id/renew',
  text: 'a new link for seven days; the one before stops working; 429 beyond three an hour',
  record: 'invitations',
  params: idParams,
  response: z.object({ data: NewInvitation }),
})

export const revokeInvitation = endpoint({
  ...people,
  method: 'DELETE',
  path: '/api/x/invitations/:id',
  text: 'revokes one',
  record: 'invitations',
  params: idParams,
  status: 204,
  response: z.undefined(),
})

const token = z
  .string('The invitation link is incomplete')
  .check(
    z.minLength(1, 'The invitation link is incomplete'),
    z.maxLength(200, 'The invitation link is incomplete'),
  )

/** The invitation as the page behind its link shows it. */
export const InvitationDetails = z.object({
  account_name: z.string(),
  email: z.string(),
  role: z.string(),
  invited_by: z.string(),
  /** Whether that person signs in to Bureau already, so that they accept with the password they have. */
  has_sign_in: z.boolean(),
})
export type InvitationDetails = z.infer<typeof InvitationDetails>

export const showInvitation = endpoint({
  surface: 'x',
  method: 'POST',
  path: '/api/x/invitation',
  text: '`{"token"}`: what an invitation is about; 422 for a link that doesn’t work',
  access: 'public',
  body: z.object({ token }),
  response: z.object({ data: InvitationDetails }),
})

/** `name` is only read of someone who is new. */
export const AcceptInvitation = z.object({
  token,
  name: z.optional(PersonName),
  password: NewPassword,
})
export type AcceptInvitation = z.infer<typeof AcceptInvitation>

export const acceptInvitation = endpoint({
  surface: 'x',
  method: 'POST',
  path: '/api/x/invitation/accept',
  text: '`{"token", "name", "password"}`: joins with a new sign-in, or with the password of an existing one, and begins a session; `data` is null where a code is asked for next; 422 by field, also for a link that doesn’t work any more; 429 after too many wrong passwords',
  access: 'public',
  body: AcceptInvitation,
  response: z.object({ data: z.nullable(Session), account_id: z.optional(z.int()) }),
})
