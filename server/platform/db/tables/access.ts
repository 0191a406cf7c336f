import type { Generated } from 'kysely'

import type { Environment } from '#contract/access/connection.ts'

import type { Flag } from './flag.ts'

/** The businesses. `time_zone` is an IANA name; days are counted in it. `unknown` times are better-auth’s. */
export interface AccountTable {
  id: Generated<number>
  name: string
  slug: string
  logo: string | null
  metadata: string | null
  time_zone: Generated<string>
  /** ISO 3166-1, as it was set up; empty for none. */
  country: Generated<string>
  /** Whether everyone who works in it needs a second factor. */
  requires_two_factor: Generated<number>
  /** The account that this one was made beside, for that environment; null for the others. */
  base_account_id: Generated<number | null>
  base_environment: Generated<Environment | null>
  created_at: unknown
}

/** The people who sign in. */
export interface StaffTable {
  id: Generated<number>
  name: string
  email: string
  email_verified: unknown
  image: string | null
  two_factor_enabled: unknown
  /** Null for the formats of each browser. */
  format_region: Generated<string | null>
  created_at: unknown
  updated_at: unknown
}

/** Sessions by token. `active_account_id` is the account chosen last. */
export interface StaffSessionTable {
  id: Generated<number>
  user_id: number
  token: string
  expires_at: unknown
  created_at: unknown
  updated_at: unknown
  ip_address: string | null
  user_agent: string | null
  active_account_id: number | null
  /** When it was last used, to five minutes; null for one from before this was recorded. */
  last_seen_at: string | null
}

/** Browsers in which a person has signed in before, by the SHA-256 of their cookie. */
export interface StaffDeviceTable {
  id: Generated<number>
  user_id: number
  token_hash: string
  created_at: string
  last_used_at: string
  /** Until when the person isn't asked for a code there; null where they always are. */
  trusted_until: Generated<string | null>
  /** Of the sign-in that trusted it. */
  user_agent: Generated<string | null>
}

/** Sign-ins that wait for a code, by the hash of their cookie; better-auth's. */
export interface StaffVerificationTable {
  id: Generated<number>
  identifier: string
  value: string
  expires_at: unknown
  created_at: unknown
  updated_at: unknown
}

/** Second factors: `secret` is encrypted, `backup_codes` a JSON list of hashes. */
export interface StaffTwoFactorTable {
  id: Generated<number>
  user_id: number
  secret: string
  backup_codes: string
  /** Whether a code was confirmed; until then it isn't asked for. */
  verified: unknown
  /** The 30 seconds of the code used last; earlier codes are refused. */
  last_step: number | null
  created_at: string
}

/** How a person proves who they are; `password` is better-auth's hash. */
export interface StaffIdentityTable {
  id: Generated<number>
  user_id: number
  /** The person's id at the provider, not one of our accounts. */
  account_id: string
  provider_id: string
  password: string | null
  created_at: unknown
  updated_at: unknown
}

/** Photos of people, as WebP files in `DATA_DIR`. */
export interface StaffPhotoTable {
  id: Generated<number>
  user_id: number
  /** The unguessable part of the URL, and the name on disk. */
  token: string
  bytes: number
  created_at: string
}

/** Who works in which account, and in which role. */
export interface MembershipTable {
  id: Generated<number>
  account_id: number
  user_id: number
  role: string
  created_at: unknown
  /** When the person last used this account, to five minutes. */
  last_seen_at: string | null
}

/** Who was asked to join an account. Only the hash of the link's token is stored. */
export interface InvitationTable {
  id: Generated<number>
  account_id: number
  email: string
  role: string
  token_hash: string
  status: 'pending' | 'accepted' | 'revoked'
  is_emailed: Flag
  inviter_id: number
  invited_by: string
  created_at: string
  expires_at: string
}

/** Links for a new password. Only the hash of the link's token is stored. */
export interface PasswordResetTable {
  id: Generated<number>
  user_id: number
  token_hash: string
  status: 'pending' | 'used' | 'replaced'
  expires_at: string
}

/** API tokens (V1) and keys (B), by SHA-256; the text itself is never stored. */
export interface CredentialTable {
  id: Generated<number>
  account_id: number
  kind: 'token' | 'key'
  hash: string
  prefix: string
  last_four: string
  /** JSON list. A key has all of Surface B whatever it contains. */
  abilities: string
  rate_limit: number
  expires_at: string | null
  revoked_at: string | null
  created_at: string
  last_used_at: string | null
  last_used_from: Generated<string | null>
  /** Null for those that were never given one: see `credentialName`. */
  name: Generated<string | null>
  /** Null where a command created it, or it is older than this column. */
  creator_id: Generated<number | null>
  creator_name: Generated<string | null>
  version: Generated<number>
}

/** How often a credential was used on a day in UTC. */
export interface CredentialDayTable {
  id: Generated<number>
  account_id: number
  credential_id: number
  day: string
  requests: number
  /** Responses with a status from 400 to 499, other than 429. */
  rejected: number
  rate_limited: number
}

/** Failed sign-ins, which the throttle counts. */
export interface SignInFailureTable {
  id: Generated<number>
  /** The counted key: `pair:…`, `person:…`, `address:…`, `device:…`, `reset:…` or `reset-address:…`, and for codes `code …`. */
  subject: string
  at: string
}

/** Responses to requests with an `Idempotency-Key`, stored for 24 hours. */
export interface IdempotencyTable {
  id: Generated<number>
  account_id: number
  endpoint: string
  key: string
  /** SHA-256 over the request's parts. */
  fingerprint: string
  status: number
  body: string
  created_at: string
  expires_at: string
}
