import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'

import { type CredentialKind, NewCredential, credentialKinds } from '#contract/access/credentials.ts'
import type { Ability } from '#contract/wire/endpoint.ts'
import { readConfig } from '#server/config.ts'
import { credentialDefaults } from '#server/platform/access/credentials.ts'
import { knownForMs } from '#server/platform/access/known-callers.ts'
import { commandActor } from '#server/platform/access/origin.ts'
import { Tenant } from '#server/platform/access/tenant.ts'
import type { Store } from '#server/platform/db/store.ts'
import { openStore } from '#server/platform/startup/open-store.ts'
import { usefulAbilities } from '#server/records/credentials/grantable.ts'
import { credentialsForCommand } from '#server/records/credentials/rows.ts'
import { issueCredential, revokeCredential } from '#server/records/credentials/writes.ts'

import { type Command, UsageError, printLine, wholeNumber } from '../command.ts'
import { findAccount, findOrCreateAccount } from './account.ts'

interface Options {
  account?: string
  name?: string
  abilities?: string
  'rate-limit'?: string
  expires?: string
  kind?: string
  list?: boolean
  revoke?: string
}

/** Who did it, in activity entries: nobody who is signed in. */
const command = { kind: 'key' } as const

/**
 * `npm run --silent credentials`: creates a token (V1) and a key (B) for an account and prints them, once; `--list`
 * prints what exists, one JSON object a line; `--revoke ID` ends one.
 */
export const credentials: Command = async (args, env) => {
  const { values } = parseArgs({
    args,
    options: {
      account: { type: 'string' },
      name: { type: 'string' },
      abilities: { type: 'string' },
      'rate-limit': { type: 'string' },
      expires: { type: 'string' },
      kind: { type: 'string' },
      list: { type: 'boolean' },
      revoke: { type: 'string' },
    },
  })
  // Everything is checked before the database is opened.
  const run = commandFor(values)
  const store = await openStore(readConfig(env))
  try {
    await run(store)
  } finally {
    await store.close()
  }
}

function commandFor(values: Options): (store: Store) => Promise<void> {
  if (values.list && values.revoke !== undefined)
    throw new UsageError('--list and --revoke cannot be combined')
  if (values.list) {
    allowOnly(values, '--list', ['list', 'account', 'kind'])
    const kinds = readKinds(values.kind)
    return (store) => list(store, values.account, kinds)
  }
  if (values.revoke !== undefined) {
    allowOnly(values, '--revoke', ['revoke'])
    const id = wholeNumber('--revoke', values.revoke, 1)
    return (store) => revoke(store, id)
  }
  return issueCommand(values)
}

function issueCommand(values: Options): (store: Store) => Promise<void> {
  const { account } = values
  if (!account?.trim()) throw new UsageError('--account NAME is required')
  const granted = values.abilities === undefined ? undefined : readAbilities(values.abilities)
  const limit = values['rate-limit']
  const rateLimit = limit === undefined ? undefined : wholeNumber('--rate-limit', limit, 1)
  const name = values.name === undefined ? null : readName(values.name)
  const expiresAt = values.expires === undefined ? null : endOfDay(values.expires)
  const kinds = readKinds(values.kind)
  return async (store) => {
    const id = await findOrCreateAccount(store, account)
    const issued: Partial<Record<CredentialKind, string>> = {}
    for (const kind of kinds) {
      const usual = credentialDefaults[kind]
      const credential = {
        kind,
        name,
        abilities: granted ?? usual.abilities,
        rateLimit: rateLimit ?? usual.rateLimit,
        expiresAt,
      }
      const tenant = tenantOf(store, id)
      const { secret } = await tenant.transaction((trx) => issueCredential(trx, command, credential))
      issued[kind] = secret
    }
    printLine(issued)
  }
}

async function list(store: Store, account: string | undefined, kinds: readonly CredentialKind[]) {
  const id = account === undefined ? undefined : await findAccount(store, account)
  const all = await credentialsForCommand(store.db, { account: id })
  for (const credential of all) if (kinds.includes(credential.kind)) printLine(credential)
}

async function revoke(store: Store, id: number) {
  const [known] = await credentialsForCommand(store.db, { id })
  if (!known) throw new UsageError(`--revoke: there is no credential with the id ${id}`)
  await tenantOf(store, known.account.id).transaction((trx) => revokeCredential(trx, command, id))
  // Now no running service knows it any more: when the command is done, so is the credential.
  await delay(knownForMs)
  for (const revoked of await credentialsForCommand(store.db, { id })) printLine(revoked)
}

function tenantOf({ db, dialect }: Store, account: number): Tenant {
  return new Tenant(db, dialect, account, commandActor.name, commandActor.origin)
}

function readName(text: string): string {
  const { data, error } = NewCredential.shape.name.safeParse(text)
  if (error) throw new UsageError(`--name: ${error.issues[0]?.message}`)
  return data
}

function allowOnly(values: Options, command: string, allowed: readonly (keyof Options)[]) {
  const other = Object.keys(values).find((name) => !allowed.some((known) => known === name))
  if (other) throw new UsageError(`${command} cannot be combined with --${other}`)
}

function readKinds(kind: string | undefined): readonly CredentialKind[] {
  if (kind === undefined) return credentialKinds
  const known = credentialKinds.find((candidate) => candidate === kind)
  if (!known) throw new UsageError(`--kind must be one of ${credentialKinds.join(', ')}`)
  return [known]
}

function readAbilities(text: string): Ability[] {
  const grantable = [...new Set(Object.values(usefulAbilities).flat())]
  const names = text
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean)
  return names.map((name) => {
    const known = grantable.find((candidate) => candidate === name)
    if (!known) throw new UsageError(`--abilities: ${name} is unknown; choose from ${grantable.join(', ')}`)
    return known
  })
}

/** The last moment of that day, UTC. */
function endOfDay(text: string): string {
  const date = new Date(`${text}T00:00:00Z`)
  const isDate =
    /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(date.valueOf()) && date.toISOString().startsWith(text)
  if (!isDate) throw new UsageError('--expires must be a date such as 2027-01-31')
  return `${text}T23:59:59.999999Z`
}
