import { createHash, randomBytes } from 'node:crypto'

import type { Kysely, Selectable } from 'kysely'

import { type CredentialKind, usualRateLimit } from '#contract/access/credentials.ts'
import type { Ability } from '#contract/wire/endpoint.ts'
import type { Database } from '#server/platform/db/database.ts'
import { now } from '#server/platform/lib/clock.ts'

import type { ConnectionRef, IntegrationCaller } from './caller-types.ts'
import type { Tenant } from './tenant.ts'

/** Defaults of a new credential; the rate limit is in requests per minute. */
export const credentialDefaults: Record<
  CredentialKind,
  { readonly abilities: readonly Ability[]; readonly rateLimit: number }
> = {
  token: { abilities: ['settings.manage', 'contacts.view'], rateLimit: usualRateLimit.token },
  // What Surface B allows every key anyway; managing webhooks with a key must be granted explicitly.
  key: { abilities: ['customers.manage'], rateLimit: usualRateLimit.key },
}

/** A credential to insert. */
export interface NewCredential {
  readonly kind: CredentialKind
  readonly abilities: readonly string[]
  /** Requests a minute. */
  readonly rateLimit: number
  /** Wire datetime, or null for never. */
  readonly expiresAt: string | null
  readonly name?: string | null
  readonly creator?: { readonly id: number | null; readonly name: string }
}

/** Inserts a credential. Returns its id and its text, which is stored nowhere: the table has its SHA-256. */
export async function insertCredential(
  tenant: Tenant,
  { kind, abilities, rateLimit, expiresAt, name = null, creator }: NewCredential,
): Promise<{ readonly id: number; readonly secret: string }> {
  const prefix = kind === 'token' ? 'bt_' : 'bk_'
  const secret = prefix + randomBytes(32).toString('base64url')
  const id = await tenant.insertOne('credentials', {
    kind,
    hash: hashOf(secret),
    prefix,
    last_four: secret.slice(-4),
    abilities: JSON.stringify(abilities),
    rate_limit: rateLimit,
    expires_at: expiresAt,
    revoked_at: null,
    created_at: now(),
    last_used_at: null,
    name,
    creator_id: creator?.id ?? null,
    creator_name: creator?.name ?? null,
  })
  return { id, secret }
}

/** Returns the connection of a caller's account; null for an account whose records are here. */
export const connectionOf = (row: {
  readonly connection_id: number | null
  readonly connection_version: number | null
}): ConnectionRef | null =>
  row.connection_id === null || row.connection_version === null
    ? null
    : { id: row.connection_id, version: row.connection_version }

/** Returns the caller that presents that text, or undefined if it is unknown, revoked or expired. */
export async function findCredential(
  db: Kysely<Database>,
  text: string,
): Promise<IntegrationCaller | undefined> {
  const row = await db
    .selectFrom('credentials')
    .leftJoin('connections', 'connections.account_id', 'credentials.account_id')
    .selectAll('credentials')
    .select(['connections.id as connection_id', 'connections.version as connection_version'])
    .where('hash', '=', hashOf(text))
    .executeTakeFirst()
  if (!row || stateOf(row) !== 'active') return undefined
  const hint = unnamed(row)
  return {
    id: row.id,
    account: row.account_id,
    kind: row.kind,
    abilities: JSON.parse(row.abilities) as Ability[],
    rateLimit: row.rate_limit,
    expiresAt: row.expires_at,
    connection: connectionOf(row),
    // With what nobody can choose: a credential can't pass for a person.
    name: row.name === null ? hint : `${row.name} (${hint})`,
  }
}

type Row = Selectable<Database['credentials']>

/** Whether a credential works, and why not. */
export function stateOf({ revoked_at, expires_at }: Pick<Row, 'revoked_at' | 'expires_at'>) {
  if (revoked_at !== null) return 'revoked'
  return isPast(expires_at) ? 'expired' : 'active'
}

/** Whether that moment is over; null never is. */
export const isPast = (moment: string | null): boolean => moment !== null && moment <= now()

/** The label of a credential: its name, or its kind and last characters. */
export const credentialName = (row: Pick<Row, 'name' | 'kind' | 'last_four'>): string =>
  row.name ?? unnamed(row)

const unnamed = ({ kind, last_four }: Pick<Row, 'kind' | 'last_four'>) => `API ${kind} …${last_four}`

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex')
