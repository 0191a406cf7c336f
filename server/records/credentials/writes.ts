import {
  type CredentialInput,
  type CredentialKind,
  type NewCredential,
  mostCredentials,
} from '#contract/access/credentials.ts'
import type { Ability } from '#contract/wire/endpoint.ts'
import type { StaffCaller } from '#server/platform/access/caller-types.ts'
import { credentialName, insertCredential } from '#server/platform/access/credentials.ts'
import type { Tenant } from '#server/platform/access/tenant.ts'
import {
  type Actor,
  type Changes,
  actorId,
  changesBetween,
  recordActivity,
} from '#server/platform/audit/activity.ts'
import { now, timestamp } from '#server/platform/lib/clock.ts'
import { HttpError, invalidField } from '#server/platform/lib/http-error.ts'
import { addDays, dateAt, startOfDay } from '#server/platform/lib/time-zone.ts'

import { abilitiesOfKeys, grantableBy, usefulAbilities } from './grantable.ts'
import { type CredentialRow, findRow } from './rows.ts'

/** A credential to issue; what the person may grant has been checked. */
export interface Issue {
  readonly kind: CredentialKind
  /** Null for one that is known by how its secret ends. */
  readonly name: string | null
  readonly abilities: readonly Ability[]
  /** Requests a minute. */
  readonly rateLimit: number
  readonly expiresAt: string | null
}

/** Creates a credential, in a transaction. Throws 422 where the account has too many. */
export async function issueCredential(
  trx: Tenant,
  actor: Actor,
  issue: Issue,
): Promise<{ readonly id: number; readonly secret: string }> {
  await trx.lock('credentials')
  const { total } = await trx
    .select('credentials')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where('revoked_at', 'is', null)
    .executeTakeFirstOrThrow()
  if (total >= mostCredentials) throw tooMany()
  const creator = { id: actorId(actor), name: trx.actor }
  const issued = await insertCredential(trx, { ...issue, creator })
  const row = await findRow(trx, issued.id).executeTakeFirstOrThrow()
  const { name, abilities, rate_limit, expires_at } = described(row)
  await record(trx, actor, row, {
    event: 'credential_created',
    description: `API ${row.kind} created`,
    changes: changesBetween(
      { name: null, abilities: null, rate_limit: null, expires_at: null },
      { name, abilities, rate_limit, expires_at },
    ),
  })
  return issued
}

/** Creates what a person asks for. Throws 422 for more than they may grant. */
export async function issueByPerson(trx: Tenant, caller: StaffCaller, input: NewCredential) {
  const { kind, name, rate_limit } = input
  const abilities = checkAbilities(caller, kind, input.abilities)
  const expiresAt = await endOf(trx, input.expires_on)
  return issueCredential(trx, caller, { kind, name, abilities, rateLimit: rate_limit, expiresAt })
}

/** Replaces what can change. Throws 404, 409 for a revoked one, 412 for another version and 422. */
export async function changeCredential(
  trx: Tenant,
  caller: StaffCaller,
  id: number,
  version: number,
  input: CredentialInput,
): Promise<void> {
  const row = await lockRow(trx, id)
  if (row.version !== version) throw new HttpError('PRECONDITION_FAILED')
  if (row.revoked_at !== null) throw new HttpError('CONFLICT', `This API ${row.kind} has been revoked`)
  const abilities = JSON.stringify(checkAbilities(caller, row.kind, input.abilities))
  const before = row.expires_at === null ? null : dateAt(Date.parse(row.expires_at), await trx.timeZone())
  // Only a day that is chosen now has to be in the future, and one that isn't changed keeps its exact end.
  const expires_at = input.expires_on === before ? row.expires_at : await endOf(trx, input.expires_on)
  const next = { ...row, name: input.name, abilities, rate_limit: input.rate_limit, expires_at }
  const changes = changesBetween(described(row), described(next))
  if (Object.keys(changes).length === 0) return
  await trx
    .update('credentials')
    .set({
      name: input.name === credentialName(row) ? row.name : input.name,
      abilities,
      rate_limit: input.rate_limit,
      expires_at,
      version: version + 1,
    })
    .where('id', '=', id)
    .where('version', '=', version)
    .execute()
  await record(trx, caller, next, {
    event: 'credential_updated',
    description: `API ${row.kind} changed`,
    changes,
  })
}

/** Revokes a credential, in a transaction; one that is revoked stays as it is. Throws 404. */
export async function revokeCredential(trx: Tenant, actor: Actor, id: number): Promise<void> {
  const row = await lockRow(trx, id)
  if (row.revoked_at !== null) return
  const revoked_at = now()
  await trx
    .update('credentials')
    .set({ revoked_at, version: row.version + 1 })
    .where('id', '=', id)
    .execute()
  await record(trx, actor, row, {
    event: 'credential_revoked',
    description: `API ${row.kind} revoked`,
    changes: { revoked_at: { from: null, to: revoked_at } },
  })
}

async function lockRow(trx: Tenant, id: number): Promise<CredentialRow> {
  const row = await trx.dialect.forNoKeyUpdate(findRow(trx, id)).executeTakeFirst()
  if (!row) throw new HttpError('NOT_FOUND')
  return row
}

/** Returns what is asked for, in the order of the list, if the person may grant it to that kind of credential. */
function checkAbilities(
  caller: StaffCaller,
  kind: CredentialKind,
  asked: readonly string[],
): readonly Ability[] {
  const own = grantableBy(caller)[kind]
  const useful = usefulAbilities[kind]
  const unknown = asked.find((ability) => !useful.some((one) => one === ability))
  if (unknown !== undefined)
    throw invalidField('abilities', `An API ${kind} can’t have the permission ${unknown}`)
  if (asked.some((ability) => !own.includes(ability)))
    throw invalidField('abilities', 'You can grant only permissions that you have')
  if (kind === 'key' && !abilitiesOfKeys.every((ability) => caller.abilities.includes(ability)))
    throw invalidField('kind', 'Your role can’t manage API keys: a key can do more than you can')
  if (kind === 'token' && asked.length === 0)
    throw invalidField('abilities', 'Choose at least one permission')
  return useful.filter((ability) => asked.includes(ability))
}

/** Returns the last moment of that day in the account's time zone. Throws 422 for a day that is over. */
async function endOf(trx: Tenant, day: string | null): Promise<string | null> {
  if (day === null) return null
  const timeZone = await trx.timeZone()
  if (day < dateAt(Date.now(), timeZone)) throw invalidField('expires_on', 'Choose today or a later day')
  return timestamp(startOfDay(addDays(day, 1), timeZone) - 1)
}

const described = (row: CredentialRow) => ({
  name: credentialName(row),
  abilities: row.abilities,
  rate_limit: row.rate_limit,
  expires_at: row.expires_at,
})

async function record(
  trx: Tenant,
  actor: Actor,
  row: CredentialRow,
  entry: { readonly event: string; readonly description: string; readonly changes: Changes },
) {
  const subject = { type: 'credential', id: row.id } as const
  await recordActivity(trx, actor, { customerId: null, title: credentialName(row), subject, ...entry })
}

const tooMany = () =>
  invalidField('name', `An account has at most ${mostCredentials} API credentials. Revoke one to add another`)
