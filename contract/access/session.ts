import * as z from 'zod/mini'

import { endpoint } from '../wire/endpoint.ts'

export type { Ability } from '../wire/endpoint.ts'

/** Surface X: who is signed in, and what the service offers beyond the specification. */

/**
 * Roles of people in an account, each a set of abilities. Readers take any text for a role or an
 * ability: a newer service may have more of them.
 */
export const roles = ['owner', 'admin', 'staff', 'accountant', 'viewer'] as const
export type Role = (typeof roles)[number]

const AccountOfStaff = z.object({
  id: z.int(),
  name: z.string(),
  role: z.string(),
  /** `production` or `development` where the records are on another service; null or absent where they are here. */
  environment: z.optional(z.nullable(z.string())),
  /** The host of that service. */
  host: z.optional(z.nullable(z.string())),
})

/** Where the photos and files of a connected account are loaded from, those on its `file_hosts`. */
export const mediaPath = '/api/x/media'

/** The parameter of links that names the account they lead to; the dashboard offers to switch to it. */
export const linkedAccount = 'account'

/**
 * The account that a session's request is about, by id: each open page names its own, so that none of them writes where
 * another one has gone. Without it the one chosen last. Event streams and pictures, which send no headers, name it in the query.
 */
export const accountHeader = 'x-account-id'

/** What works in an account. */
export const Features = z.object({
  /** Its records are in this service, and not in another one that it is connected to. */
  records: z.boolean(),
  /** Documents can be made into PDFs. */
  pdf: z.boolean(),
  /** Documents can be emailed. */
  email: z.boolean(),
})
export type Features = z.infer<typeof Features>

/** Who is signed in, the account they work in, and what they may do there. `accounts` has all they can switch to. */
export const Session = z.object({
  user: z.object({
    id: z.int(),
    name: z.string(),
    email: z.string(),
    /** The region whose dates and numbers they read; null or absent for that of the browser. */
    format_region: z.optional(z.nullable(z.string())),
    /** The path of their photo; null or absent for none. */
    photo: z.optional(z.nullable(z.string())),
  }),
  account: AccountOfStaff,
  accounts: z.array(AccountOfStaff),
  abilities: z.array(z.string()),
  features: Features,
  /** Origin of the file URLs this service makes; the dashboard shows those from its own origin. */
  public_url: z.string(),
  /** In a connected account, the hosts whose photos and files are shown through `/api/x/media`; absent where records are here. */
  file_hosts: z.optional(z.array(z.string())),
  /** Where the days of the account begin and end: an IANA name. */
  time_zone: z.optional(z.string()),
  /** The account requires two-factor authentication, which the person has yet to turn on: nothing else works until then. */
  needs_two_factor: z.optional(z.boolean()),
})
export type Session = z.infer<typeof Session>

export const showSession = endpoint({
  surface: 'x',
  method: 'GET',
  path: '/api/x/session',
  text: 'who is signed in, the account, abilities and `features`; 401 without a session',
  access: 'staff',
  about: 'person',
  response: z.object({ data: Session }),
})

export const showEntrance = endpoint({
  surface: 'x',
  method: 'GET',
  path: '/api/x/entrance',
  text: 'what the sign-in page needs',
  access: 'public',
  response: z.object({
    data: z.object({
      /** The demo sign-in, only with DEMO=1 and only for a browser on the same machine. */
      demo: z.nullable(
        z.object({
          email: z.string(),
          password: z.string(),
          /** Everybody in the demo, the owner first; all have that password. */
          people: z.optional(z.array(z.object({ name: z.string(), email: z.string(), role: z.string() }))),
        }),
      ),
      /** No owner exists yet: the one-time link printed at the start leads to `/set-up`. */
      needs_set_up: z.boolean(),
      /** Someone who forgot their password can request a link by email. */
      can_reset_password: z.optional(z.boolean()),
    }),
  }),
})

export const signOut = endpoint({
  surface: 'x',
  method: 'POST',
  path: '/api/x/sign-out',
  text: 'ends the session, or with `everywhere` all of the person’s; 204 without one, too',
  access: 'public',
  status: 204,
  body: z.object({ everywhere: z.boolean('everywhere must be true or false') }),
  response: z.undefined(),
})

export const switchAccount = endpoint({
  surface: 'x',
  method: 'POST',
  path: '/api/x/switch-account',
  text: 'the account of requests that name none; 404 if the person has no access to it',
  access: 'staff',
  about: 'person',
  body: z.object({ account_id: z.int('Choose an account') }),
  response: z.object({ data: Session }),
})
