import type { Selectable } from 'kysely'

import type { Connection as ConnectionShown, Environment } from '#contract/access/connection.ts'
import type { ConnectionRef } from '#server/platform/access/caller-types.ts'
import type { Tenant } from '#server/platform/access/tenant.ts'
import type { Database } from '#server/platform/db/database.ts'
import type { Store } from '#server/platform/db/store.ts'
import { now } from '#server/platform/lib/clock.ts'
import { type SealKey, openSecret, sealSecret } from '#server/platform/lib/seal.ts'

/** A connection with its credentials open. Never log one. */
export interface OpenConnection extends ConnectionRef {
  readonly account: number
  readonly baseUrl: string
  readonly token: string
  readonly key: string
}

/** Address and credentials of a service. */
export interface ConnectionSettings {
  readonly baseUrl: string
  readonly token: string
  readonly key: string
}

type Db = Pick<Store, 'db'>
type Row = Selectable<Database['connections']>

/** Several processes note it, and nobody needs it to the second. */
const noteOkEveryMs = 60_000

/** Reads the connections of accounts, each opened once, and remembers how their services answered. */
export class Connections {
  readonly #store: Db
  readonly #sealKey: SealKey
  readonly #open = new Map<number, OpenConnection>()
  /** The last noted state of a connection, and when. */
  readonly #noted = new Map<number, { readonly problem: string | null; readonly atMs: number }>()

  constructor(store: Db, sealKey: SealKey) {
    this.#store = store
    this.#sealKey = sealKey
  }

  /** Returns that connection; undefined if it has been removed since. */
  async open({ id, version }: ConnectionRef): Promise<OpenConnection | undefined> {
    const known = this.#open.get(id)
    if (known?.version === version) return known
    const row = await this.#store.db
      .selectFrom('connections')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirst()
    if (!row) return undefined
    const opened = openRow(row, this.#sealKey)
    this.#open.set(id, opened)
    return opened
  }

  /** Remembers that the service answered properly (null), or what was wrong. Never throws: a request doesn't fail for it. */
  note({ id }: ConnectionRef, problem: string | null): void {
    const last = this.#noted.get(id)
    const atMs = performance.now()
    if (last?.problem === problem && atMs - last.atMs < noteOkEveryMs) return
    this.#noted.set(id, { problem, atMs })
    noteOutcome(this.#store, id, problem).catch(() => this.#noted.delete(id))
  }
}

/** Stores how the service of a connection answered: properly (null), or what was wrong. */
export async function noteOutcome({ db }: Db, id: number, problem: string | null): Promise<void> {
  const at = now()
  await db
    .updateTable('connections')
    .set(problem === null ? { last_ok_at: at } : { last_error_at: at, last_error: problem.slice(0, 300) })
    .where('id', '=', id)
    .execute()
}

function openRow(row: Row, sealKey: SealKey): OpenConnection {
  return {
    id: row.id,
    version: row.version,
    account: row.account_id,
    baseUrl: row.base_url,
    token: openSecret(sealKey, row.token_sealed),
    key: openSecret(sealKey, row.key_sealed),
  }
}

/** Returns the settings of a connection, open. */
export const openSettings = (row: Row, sealKey: SealKey): ConnectionSettings => openRow(row, sealKey)

/** Connects an account, or changes how it is connected. */
export async function saveConnection(
  tenant: Tenant,
  sealKey: SealKey,
  {
    environment,
    source,
    baseUrl,
    token,
    key,
  }: ConnectionSettings & { readonly environment: Environment; readonly source: Row['source'] },
): Promise<void> {
  const at = now()
  const values = {
    environment,
    source,
    base_url: baseUrl,
    token_sealed: sealSecret(sealKey, token),
    token_last_four: lastFour(token),
    key_sealed: sealSecret(sealKey, key),
    key_last_four: lastFour(key),
    last_ok_at: null,
    last_error_at: null,
    last_error: null,
    updated_at: at,
  }
  const { numUpdatedRows } = await tenant
    .update('connections')
    .set((eb) => ({ ...values, version: eb('version', '+', 1) }))
    .executeTakeFirstOrThrow()
  if (Number(numUpdatedRows) === 0)
    await tenant.insert('connections', [{ version: 1, created_at: at, ...values }])
}

/** Too short a secret would be given away by its end. */
const lastFour = (secret: string) => (secret.length >= 12 ? secret.slice(-4) : '')

/** Returns the connection of an account as its settings show it. */
export const toConnection = (row: Row): ConnectionShown => ({
  environment: row.environment,
  base_url: row.base_url,
  token_last_four: row.token_last_four,
  key_last_four: row.key_last_four,
  source: row.source,
  last_ok_at: row.last_ok_at,
  last_error_at: row.last_error_at,
  last_error: row.last_error,
  updated_at: row.updated_at,
})
