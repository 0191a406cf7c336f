import {
  CompiledQuery,
  type DatabaseConnection,
  type Driver,
  PostgresDialect,
  type QueryResult,
  type TransactionSettings,
} from 'kysely'
import type { QueryResult as PgResult } from 'pg'

import type { WatchedClient, WatchedPool } from './postgres.ts'
import { type Scope, type ScopedQuery, everyAccount, noAccount, scopeSetting } from './scope.ts'

/** Kysely on PostgreSQL, where each statement says whose rows it is about. */
export class ScopedPostgresDialect extends PostgresDialect {
  readonly #pool: WatchedPool

  constructor(pool: WatchedPool) {
    super({ pool: async () => Promise.reject(new Error('has a driver')) })
    this.#pool = pool
  }

  override createDriver(): Driver {
    return new PostgresDriver(this.#pool)
  }
}

class PostgresDriver implements Driver {
  readonly #pool: WatchedPool
  readonly #connections = new WeakMap<WatchedClient, PostgresConnection>()

  constructor(pool: WatchedPool) {
    this.#pool = pool
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    const client = await this.#pool.connect()
    const known = this.#connections.get(client)
    if (known) return known
    const fresh = new PostgresConnection(client)
    this.#connections.set(client, fresh)
    return fresh
  }

  async beginTransaction(
    connection: DatabaseConnection,
    { isolationLevel, accessMode }: TransactionSettings,
  ): Promise<void> {
    const level = isolationLevel === undefined ? '' : ` isolation level ${isolationLevel}`
    const mode = accessMode === undefined ? '' : ` ${accessMode}`
    await connection.executeQuery(CompiledQuery.raw(`${begin}${level}${mode}`))
  }

  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('commit'))
  }

  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('rollback'))
  }

  async releaseConnection(connection: DatabaseConnection): Promise<void> {
    ;(connection as PostgresConnection).release()
  }

  destroy(): Promise<void> {
    return this.#pool.end()
  }
}

const begin = 'begin'
const ends = new Set(['commit', 'rollback'])

/**
 * The scope is a setting of the transaction, and ends with it: a connection that goes to somebody else never has one.
 * Within a transaction it is set where it changes; a statement alone is in one transaction with its setting, in a single
 * round trip.
 */
class PostgresConnection implements DatabaseConnection {
  readonly #client: WatchedClient
  /** The scope that the current transaction has; undefined outside of one. */
  #current: Scope | undefined

  constructor(client: WatchedClient) {
    this.#client = client
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    const { command, rowCount, rows } = await this.#send(query)
    const changes =
      command === 'INSERT' || command === 'UPDATE' || command === 'DELETE' || command === 'MERGE'
    return { rows: rows as Row[], ...(changes && { numAffectedRows: BigInt(rowCount ?? 0) }) }
  }

  streamQuery(): never {
    throw new Error('Statements aren’t streamed: what is large is read in parts')
  }

  release(): void {
    this.#current = undefined
    this.#client.release()
  }

  #send({ sql, parameters, name, scope = everyAccount }: ScopedQuery): Promise<PgResult> {
    if (sql.startsWith(begin)) {
      this.#current = scope
      return this.#client.query(`${sql}; set local ${scopeSetting} = '${checked(scope)}'`, [])
    }
    if (ends.has(sql)) {
      this.#current = undefined
      return this.#client.query(sql, [])
    }
    if (scope === this.#current || scope === noAccount) return this.#client.query(sql, parameters, { name })
    if (this.#current !== undefined) this.#current = scope
    return this.#client.query(sql, parameters, { name, scope: checked(scope) })
  }
}

/** It becomes part of a statement’s text. */
function checked(scope: Scope): Scope {
  if (scope === everyAccount || scope === noAccount || Number.isSafeInteger(scope)) return scope
  throw new TypeError('An account is a whole number')
}
