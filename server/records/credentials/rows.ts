import type { Kysely, Selectable } from 'kysely'

import type { Credential, CredentialKind } from '#contract/access/credentials.ts'
import { credentialName, stateOf } from '#server/platform/access/credentials.ts'
import type { Tenant } from '#server/platform/access/tenant.ts'
import type { Database } from '#server/platform/db/database.ts'
import { dateAt } from '#server/platform/lib/time-zone.ts'

/** Everything about a credential but its hash. */
export const credentialColumns = [
  'id',
  'kind',
  'prefix',
  'last_four',
  'abilities',
  'rate_limit',
  'expires_at',
  'revoked_at',
  'created_at',
  'last_used_at',
  'last_used_from',
  'name',
  'creator_name',
  'version',
] as const

export type CredentialRow = Pick<Selectable<Database['credentials']>, (typeof credentialColumns)[number]>

/** When a credential was used last, and from which address. */
export interface LastUse {
  readonly at: string
  readonly from: string | null
}

/** Returns a credential as Surface X shows it. `newer` is a use that isn't stored yet. */
export function toCredential(row: CredentialRow, timeZone: string, newer: LastUse | undefined): Credential {
  const isNewer = newer !== undefined && (row.last_used_at === null || row.last_used_at < newer.at)
  return {
    id: row.id,
    kind: row.kind,
    name: credentialName(row),
    prefix: row.prefix,
    last_four: row.last_four,
    abilities: JSON.parse(row.abilities) as string[],
    rate_limit: row.rate_limit,
    expires_on: row.expires_at === null ? null : dateAt(Date.parse(row.expires_at), timeZone),
    expires_at: row.expires_at,
    state: stateOf(row),
    created_by: row.creator_name,
    created_at: row.created_at,
    last_used_at: isNewer ? newer.at : row.last_used_at,
    last_used_from: isNewer ? newer.from : row.last_used_from,
    revoked_at: row.revoked_at,
    version: row.version,
  }
}

/** A statement for one credential of the account. */
export const findRow = (tenant: Tenant, id: number) =>
  tenant.select('credentials').select(credentialColumns).where('id', '=', id)

/** A credential as the command line lists it: never its text or hash. */
export interface ListedCredential {
  readonly id: number
  readonly kind: CredentialKind
  readonly name: string
  readonly account: { readonly id: number; readonly name: string }
  /** How it begins and ends, to recognize it by. */
  readonly hint: string
  readonly abilities: readonly string[]
  readonly rate_limit: number
  readonly state: 'active' | 'expired' | 'revoked'
  readonly created_by: string | null
  readonly created_at: string
  readonly last_used_at: string | null
  readonly last_used_from: string | null
  readonly expires_at: string | null
  readonly revoked_at: string | null
}

/** Which credentials to list: those of one account, one of them, or all. */
interface Listed {
  readonly account?: number | undefined
  readonly id?: number
}

/** Returns credentials of any account for the command line, oldest first. */
export async function credentialsForCommand(
  db: Kysely<Database>,
  { account, id }: Listed = {},
): Promise<ListedCredential[]> {
  const rows = await db
    .selectFrom('credentials')
    .innerJoin('accounts', 'accounts.id', 'credentials.account_id')
    .select(credentialColumns.map((name) => `credentials.${name}` as const))
    .select(['accounts.id as account', 'accounts.name as account_name'])
    .$if(account !== undefined, (query) => query.where('credentials.account_id', '=', account ?? 0))
    .$if(id !== undefined, (query) => query.where('credentials.id', '=', id ?? 0))
    .orderBy('credentials.id')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    kind: row.kind,
    name: credentialName(row),
    account: { id: row.account, name: row.account_name },
    hint: `${row.prefix}…${row.last_four}`,
    abilities: JSON.parse(row.abilities) as string[],
    rate_limit: row.rate_limit,
    state: stateOf(row),
    created_by: row.creator_name,
    created_at: row.created_at,
    last_used_at: row.last_used_at,
    last_used_from: row.last_used_from,
    expires_at: row.expires_at,
    revoked_at: row.revoked_at,
  }))
}
