import { createHash, randomBytes } from 'node:crypto'

import type { Kysely } from 'kysely'

import { type Ability, abilities as allAbilities } from '#contract/endpoint.ts'

import { now } from './clock.ts'
import type { Database } from './db/database.ts'

export const defaultRateLimit = 60

/** What a token may do when nothing is said. */
export const tokenAbilities: readonly Ability[] = ['settings.manage', 'contacts.view']

export interface NewCredential {
  kind: 'token' | 'key'
  abilities: readonly string[]
  /** Requests a minute. */
  rateLimit: number
  /** Wire datetime, or null for never. */
  expiresAt: string | null
}

/** Makes a credential and gives its text, which exists nowhere else from here on: the table has its SHA-256. */
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

export interface Credential {
  readonly id: number
  readonly account: number
  readonly kind: 'token' | 'key'
  readonly abilities: readonly Ability[]
  readonly rateLimit: number
  readonly name: string
}

/** The credential with that text, unless it is unknown, revoked or expired. Read anew each time, so a revocation counts at once. */
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
    abilities: row.kind === 'key' ? allAbilities : (JSON.parse(row.abilities) as Ability[]),
    rateLimit: row.rate_limit,
    name: `API ${row.kind} …${row.last_four}`,
  }
}

// A minute is fine enough for "last used", and keeps a busy integration from writing at every read.
async function noteUse(db: Kysely<Database>, id: number, last: string | null, time: string) {
  if (last !== null && last.slice(0, 16) === time.slice(0, 16)) return
  await db.updateTable('credentials').set({ last_used_at: time }).where('id', '=', id).execute()
}

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex')
