import * as z from 'zod/mini'

import { dayOrNull } from '../values/days.ts'
import { endpoint } from '../wire/endpoint.ts'
import { Datetime, MetaB, idParams, pageB } from '../wire/surface.ts'

/** Surface X: the tokens (V1) and keys (B, X) of integrations. */

const ability = 'credentials.manage'

/** `token` is for Surface V1, `key` for Surfaces B and X. */
export const credentialKinds = ['token', 'key'] as const
export type CredentialKind = (typeof credentialKinds)[number]

/** The rate limit of a new credential, in requests a minute. */
export const usualRateLimit: Readonly<Record<CredentialKind, number>> = { token: 60, key: 600 }

/** Longest name, in characters (UTF-16 units). */
export const longestCredentialName = 100

/** How many credentials an account may have that aren’t revoked, expired ones included. */
export const mostCredentials = 100

/** The highest rate limit that can be set, in requests a minute. */
export const highestRateLimit = 100_000

/** A credential, without its secret: that is only in the response that creates it. */
export const Credential = z.object({
  id: z.int(),
  kind: z.enum(credentialKinds),
  name: z.string(),
  /** How the secret begins and ends. */
  prefix: z.string(),
  last_four: z.string(),
  /** Its abilities. A key also has all of Surface B. */
  abilities: z.array(z.string()),
  /** Requests a minute. */
  rate_limit: z.int(),
  /** The last day it works on, in the account's time zone. */
  expires_on: z.nullable(z.string()),
  expires_at: z.nullable(Datetime),
  state: z.enum(['active', 'expired', 'revoked']),
  /** Who created it; null for those from before this was recorded. */
  created_by: z.nullable(z.string()),
  created_at: Datetime,
  /** To the minute. */
  last_used_at: z.nullable(Datetime),
  last_used_from: z.nullable(z.string()),
  revoked_at: z.nullable(Datetime),
  /** Counts the changes; `If-Match` names it. */
  version: z.int(),
})
export type Credential = z.infer<typeof Credential>

const someAbilities = 'abilities must be a list of permissions'
const perMinute = `Enter a whole number from 1 to ${highestRateLimit.toLocaleString('en-US')}`

/** The settings of a credential. */
export const CredentialInput = z.object({
  name: z.string('Enter a name').check(
    z.trim(),
    z.minLength(1, 'Enter a name'),
    z.maxLength(longestCredentialName, `Use at most ${longestCredentialName} characters`),
    // It is part of the name under which activity entries say who did something.
    z.regex(
      /^[^\p{Cc}\p{Cs}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]*$/u,
      'Remove hidden characters, such as line breaks',
    ),
  ),
  abilities: z
    .array(z.string(someAbilities).check(z.maxLength(100, someAbilities)), someAbilities)
    .check(z.maxLength(100, someAbilities)),
  rate_limit: z.int(perMinute).check(z.gte(1, perMinute), z.lte(highestRateLimit, perMinute)),
  expires_on: dayOrNull('expires_on'),
})
export type CredentialInput = z.infer<typeof CredentialInput>

/** A credential to create; its kind never changes. */
export const NewCredential = z.extend(CredentialInput, {
  kind: z.enum(credentialKinds, `kind must be one of ${credentialKinds.join(', ')}`),
})
export type NewCredential = z.infer<typeof NewCredential>

/** Abilities that the caller may grant, by kind: those that endpoints of that kind check and the caller has. */
export const Grantable = z.object({ token: z.array(z.string()), key: z.array(z.string()) })
export type Grantable = z.infer<typeof Grantable>

export const credentialStates = ['current', 'revoked'] as const

export const listCredentials = endpoint({
  surface: 'x',
  method: 'GET',
  path: '/api/x/credentials',
  text: 'tokens and keys, the newest first, without secrets; `state` (`current`, `revoked`), `page`, `limit`; `meta.grantable` lists what the caller may grant',
  access: 'staff',
  ability,
  query: z.object({
    ...pageB,
    state: z.optional(z.enum(credentialStates, `state must be one of ${credentialStates.join(', ')}`)),
  }),
  response: z.object({
    data: z.array(Credential),
    meta: z.extend(MetaB, { revoked: z.int(), grantable: Grantable }),
  }),
})

export const showCredential = endpoint({
  surface: 'x',
  method: 'GET',
  path: '/api/x/credentials/:id',
  text: 'one of them, with its version (`ETag`)',
  record: 'credentials',
  access: 'staff',
  ability,
  params: idParams,
  response: z.object({ data: Credential, grantable: Grantable }),
})

export const createCredential = endpoint({
  surface: 'x',
  method: 'POST',
  path: '/api/x/credentials',
  text: 'creates one: `kind` (`token`, `key`), `name`, `abilities`, `rate_limit`, `expires_on` (or null); 201 with the `secret`, which only a repetition of the same request within 24 hours shows again',
  isIdempotent: true,
  access: 'staff',
  ability,
  status: 201,
  body: NewCredential,
  response: z.object({ data: Credential, secret: z.string() }),
})

export const updateCredential = endpoint({
  surface: 'x',
  method: 'PUT',
  path: '/api/x/credentials/:id',
  text: 'replaces what can change, from the credential’s next request on; 409 for a revoked one',
  needsVersion: true,
  isIdempotent: true,
  record: 'credentials',
  access: 'staff',
  ability,
  params: idParams,
  body: CredentialInput,
  response: z.object({ data: Credential }),
})

export const revokeCredential = endpoint({
  surface: 'x',
  method: 'POST',
  path: '/api/x/credentials/:id/revoke',
  text: 'ends it for good, from its next request on; revoking it again changes nothing',
  record: 'credentials',
  access: 'staff',
  ability,
  params: idParams,
  response: z.object({ data: Credential }),
})

/** How many days of usage are shown. */
export const shownUsageDays = 30

/** The requests of a day in UTC. */
export const CredentialDay = z.object({
  day: z.string(),
  requests: z.int(),
  /** Responses with a status from 400 to 499, other than 429. */
  rejected: z.int(),
  /** Responses with the status 429. */
  rate_limited: z.int(),
})
export type CredentialDay = z.infer<typeof CredentialDay>

export const showCredentialUsage = endpoint({
  surface: 'x',
  method: 'GET',
  path: '/api/x/credentials/:id/usage',
  text: '`requests`, `rejected` (4xx) and `rate_limited` (429) of the last 30 days in UTC, the oldest first',
  record: 'credentials',
  access: 'staff',
  ability,
  params: idParams,
  response: z.object({ data: z.array(CredentialDay) }),
})
