import type { Environment } from '#contract/access/connection.ts'
import type { ServiceConfig } from '#server/config.ts'
import type { AuditActor } from '#server/platform/access/origin.ts'
import { ensureAccountBeside } from '#server/platform/access/staff/accounts.ts'
import { Tenant } from '#server/platform/access/tenant.ts'
import { audit } from '#server/platform/audit/record.ts'
import type { Store } from '#server/platform/db/store.ts'
import { hostOf } from '#server/platform/lib/base-url.ts'
import { now } from '#server/platform/lib/clock.ts'
import type { SealKey } from '#server/platform/lib/seal.ts'
import { StartupError } from '#server/platform/lib/startup-error.ts'

import { type ConnectionSettings, openSettings, saveConnection } from './connections.ts'

/** Records of an account that another service would hide. */
const recordTables = ['customers', 'services', 'invoices', 'contacts', 'webhooks'] as const

/** The account can't be connected; the message says why, in one line. */
export class NotConnectable extends StartupError {}

/** A connection of an account, and who made it. */
interface NewConnection extends ConnectionSettings {
  readonly environment: Environment
  readonly source: 'command' | 'variables'
}

type StoreAndDialect = Pick<Store, 'db' | 'dialect'>

/**
 * Returns the account for an environment of that business: itself while it is free or has that environment already,
 * otherwise the one that was made beside it, or a new one with its name and its people.
 */
export async function accountForEnvironment(
  store: StoreAndDialect & Store,
  base: number,
  environment: Environment,
): Promise<number> {
  const { db } = store
  const known = await db
    .selectFrom('accounts')
    .leftJoin('connections', 'connections.account_id', 'accounts.id')
    .select(['accounts.name', 'connections.environment'])
    .where('accounts.id', '=', base)
    .executeTakeFirstOrThrow()
  if (known.environment === environment) return base
  if (known.environment === null) {
    await requireEmpty(store, base, known.name)
    return base
  }
  const beside = { base_account_id: base, base_environment: environment }
  const { id, name } = await ensureAccountBeside(store, beside, `${known.name} (${environment})`)
  await requireEmpty(store, id, name)
  await requireOwnPeople(store, { id, name }, { id: base, name: known.name })
  await db
    .insertInto('memberships')
    .columns(['account_id', 'user_id', 'role', 'created_at'])
    .expression((eb) =>
      eb
        .selectFrom('memberships')
        .select((of) => [of.val(id).as('account_id'), 'user_id', 'role', of.val(now()).as('created_at')])
        .where('account_id', '=', base),
    )
    .onConflict((conflict) => conflict.columns(['user_id', 'account_id']).doNothing())
    .execute()
  return id
}

async function requireEmpty({ db, dialect }: StoreAndDialect, account: number, name: string): Promise<void> {
  const tenant = new Tenant(db, dialect, account, '')
  for (const table of recordTables) {
    const row = await tenant.select(table).select('id').limit(1).executeTakeFirst()
    if (row)
      throw new NotConnectable(
        `The account ${name} has ${table} of its own, which another service would hide; connect an empty account`,
      )
  }
}

interface Named {
  readonly id: number
  readonly name: string
}

/** Throws if people of their own have joined the account while it wasn’t connected: they would read another one’s records. */
async function requireOwnPeople({ db }: StoreAndDialect, account: Named, base: Named): Promise<void> {
  const stranger = await db
    .selectFrom('memberships')
    .select('id')
    .where('account_id', '=', account.id)
    .where((eb) =>
      eb.not(eb.exists(eb.selectFrom('connections').select('id').where('account_id', '=', account.id))),
    )
    .where('user_id', 'not in', (eb) =>
      eb.selectFrom('memberships').select('user_id').where('account_id', '=', base.id),
    )
    .limit(1)
    .executeTakeFirst()
  if (stranger)
    throw new NotConnectable(
      `${account.name} (id:${account.id}) has members who aren’t members of ${base.name}; remove them or add them there first`,
    )
}

/** Connects an account and records who did. */
export async function connectAccount(
  { db, dialect }: StoreAndDialect,
  sealKey: SealKey,
  account: number,
  settings: NewConnection,
  actor: AuditActor,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const tenant = new Tenant(trx, dialect, account, actor.name, actor.origin)
    // Two starts at once would both find none.
    await tenant.lock('connection')
    await saveConnection(tenant, sealKey, settings)
    const { environment, baseUrl } = settings
    await audit(tenant, {
      action: 'connection.changed',
      target: { kind: 'account', id: account, name: hostOf(baseUrl) },
      changes: { environment: { from: null, to: environment }, base_url: { from: null, to: baseUrl } },
    })
  })
}

/** Ends the connection of an account. Returns whether there was one. */
export async function disconnectAccount(
  { db, dialect }: StoreAndDialect,
  account: number,
  actor: AuditActor,
): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const tenant = new Tenant(trx, dialect, account, actor.name, actor.origin)
    const known = await tenant.select('connections').select('base_url').executeTakeFirst()
    if (!known) return false
    await tenant.delete('connections').execute()
    await audit(tenant, {
      action: 'connection.removed',
      target: { kind: 'account', id: account, name: hostOf(known.base_url) },
    })
    return true
  })
}

/**
 * Makes the connections that the variables of the environment name, on the account made first: at the start, and once
 * that account exists. Connections of variables that are gone end.
 */
export async function connectByVariables(
  store: Store,
  sealKey: SealKey,
  { connections }: Pick<ServiceConfig, 'connections'>,
  actor: AuditActor,
): Promise<void> {
  const { db } = store
  const existing = await db.selectFrom('connections').selectAll().where('source', '=', 'variables').execute()
  for (const row of existing) {
    if (!connections.some(({ environment }) => environment === row.environment))
      await disconnectAccount(store, row.account_id, actor)
  }
  for (const configured of connections) {
    const row = existing.find(({ environment }) => environment === configured.environment)
    const isSame = row && sameSettings(openSettings(row, sealKey), configured)
    if (isSame) continue
    const account = row?.account_id ?? (await newAccountFor(store, configured.environment))
    // Before the owner has set up their account, there is none to connect.
    if (account === undefined) return
    await connectAccount(store, sealKey, account, { ...configured, source: 'variables' }, actor)
  }
}

async function newAccountFor(store: Store, environment: Environment): Promise<number | undefined> {
  const first = await store.db.selectFrom('accounts').select('id').orderBy('id').limit(1).executeTakeFirst()
  return first && accountForEnvironment(store, first.id, environment)
}

const sameSettings = (one: ConnectionSettings, other: ConnectionSettings) =>
  one.baseUrl === other.baseUrl && one.token === other.token && one.key === other.key
