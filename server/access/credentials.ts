import { createHash, randomBytes } from 'node:crypto'

import type { Kysely, Selectable } from 'kysely'

import type { Ability } from '#contract/endpoint.ts'
import type { Database } from '#server/db/database.ts'
import { now } from '#server/lib/clock.ts'

/** Defaults of a new credential; the rate limit is in requests per minute. CHOICE 0038, 0040. */
export const credentialDefaults: Record<
  CredentialKind,
  { readonly abilities: readonly Ability[]; readonly rateLimit: number }
> = {
  token: { abilities: ['settings.manage', 'contacts.view'], rateLimit: 60 },
  // What Surface B allows every key anyway; managing webhooks with a key must be granted explicitly.
  key: { abilities: ['customers.manage'], rateLimit: 600 },
}

/** `token` is for Surface V1, `key` for Surfaces B and X. */
export const credentialKinds = ['token', 'key'] as const
export type CredentialKind = (typeof credentialKinds)[number]

/** A credential to issue. */
export interface NewCredential {
  kind: CredentialKind
  abilities: readonly Ability[]
  /** Requests a minute. */
  rateLimit: number
  /** Wire datetime, or null for never. */
  expiresAt: string | null
}

/** Creates a credential. Returns its text, which is stored nowhere: the table has its SHA-256. */
export async function issueCredential(
  db: Kysely<Database>,
  account: number,
  { kind, abilities, rateLimit, expiresAt }: NewCredential,
): Promise<string> {
  const prefix = kind === 'token' ? 'bt_' : 'bk_'
  const text = prefix + randomBytes(32).toString('base64url')
  await db
    .insertInto('credentials')
    .values({
      account_id: account,
      kind,
      hash: hashOf(text),
      prefix,
      last_four: text.slice(-4),
      abilities: JSON.stringify(abilities),
      rate_limit: rateLimit,
      expires_at: expiresAt,
      revoked_at: null,
      created_at: now(),
      last_used_at: null,
    })
    .execute()
  return text
}

/** A credential that a request presented. */
export interface Credential {
  readonly id: number
  readonly account: number
  readonly kind: CredentialKind
  /** A key has all of Surface B whatever these are; they count on Surface X. */
  readonly abilities: readonly Ability[]
  readonly rateLimit: number
  readonly name: string
}

/** Returns the credential with that text, or undefined if it is unknown, revoked or expired. */
export async function findCredential(db: Kysely<Database>, text: string): Promise<Credential | undefined> {
  const row = await db
    .selectFrom('credentials')
    .selectAll()
    .where('hash', '=', hashOf(text))
    .executeTakeFirst()
  const time = now()
  if (!row || row.revoked_at !== null || (row.expires_at !== null && row.expires_at <= time)) return undefined
  // Not awaited: a request doesn't wait for another one's write, or fail on a full disk, to note when a key was used.
  noteUse(db, row.id, row.last_used_at, time).catch(() => undefined)
  return {
    id: row.id,
    account: row.account_id,
    kind: row.kind,
    abilities: JSON.parse(row.abilities) as Ability[],
    rateLimit: row.rate_limit,
    name: `API ${row.kind} …${row.last_four}`,
  }
}

/** A credential as the command line lists it: never its text or hash. */
export interface ListedCredential {
  readonly id: number
  readonly kind: CredentialKind
  readonly account: { readonly id: number; readonly name: string }
  /** How it begins and ends, to recognize it by. */
  readonly hint: string
  readonly abilities: readonly string[]
  readonly rate_limit: number
  readonly state: 'active' | 'expired' | 'revoked'
  readonly created_at: string
  readonly last_used_at: string | null
  readonly expires_at: string | null
  readonly revoked_at: string | null
}

/** Returns the credentials of one account or, without one, of all; oldest first. */
export async function listCredentials(db: Kysely<Database>, account?: number): Promise<ListedCredential[]> {
  const rows = await withAccountName(db)
    .$if(account !== undefined, (query) => query.where('credentials.account_id', '=', account as number)) // checked just before
    .orderBy('credentials.id')
    .execute()
  return rows.map(toListItem)
}

/**
 * Revokes a credential and returns it; undefined if there is none with that id. Revoking it again changes nothing.
 */
export async function revokeCredential(
  db: Kysely<Database>,
  id: number,
): Promise<ListedCredential | undefined> {
  await db
    .updateTable('credentials')
    .set({ revoked_at: now() })
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .execute()
  const row = await withAccountName(db).where('credentials.id', '=', id).executeTakeFirst()
  return row && toListItem(row)
}

const withAccountName = (db: Kysely<Database>) =>
  db
    .selectFrom('credentials')
    .innerJoin('accounts', 'accounts.id', 'credentials.account_id')
    .selectAll('credentials')
    .select('accounts.name as account_name')

function toListItem(
  row: Selectable<Database['credentials']> & { readonly account_name: string },
): ListedCredential {
  const isExpired = row.expires_at !== null && row.expires_at <= now()
  const unrevoked = isExpired ? 'expired' : 'active'
  return {
    id: row.id,
    kind: row.kind,
    account: { id: row.account_id, name: row.account_name },
    hint: `${row.prefix}…${row.last_four}`,
    abilities: JSON.parse(row.abilities) as string[],
    rate_limit: row.rate_limit,
    state: row.revoked_at === null ? unrevoked : 'revoked',
    created_at: row.created_at,
    last_used_at: row.last_used_at,
    expires_at: row.expires_at,
    revoked_at: row.revoked_at,
  }
}

// A minute is fine enough for "last used", and keeps a busy integration from writing at every read.
async function noteUse(db: Kysely<Database>, id: number, last: string | null, time: string) {
  if (last !== null && last.slice(0, 16) === time.slice(0, 16)) return
  await db.updateTable('credentials').set({ last_used_at: time }).where('id', '=', id).execute()
}

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex')
