import type { DatabaseSync } from 'node:sqlite'
import { setTimeout as delay } from 'node:timers/promises'

import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type DialectAdapter,
  type Driver,
  type Kysely,
  type QueryResult,
  SelectQueryNode,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely'

import { DatabaseUnavailable } from '#server/platform/lib/database-unavailable.ts'

import { Statements } from './sqlite-statements.ts'
import { WriteTurns } from './write-turns.ts'

const retryMs = { first: 5, most: 100 } as const

/** The open database file. */
export interface SqliteFiles {
  readonly writer: DatabaseSync
  /** Serves reads outside transactions, so that they don't wait for one; without it the writer does. */
  readonly reader?: DatabaseSync
  /** How long a write waits for other writes, of this process or another one. */
  readonly patienceMs: number
}

/** Kysely on `node:sqlite`. */
export class NodeSqliteDialect implements Dialect {
  readonly #shared: Shared

  constructor({ writer, reader, patienceMs }: SqliteFiles) {
    this.#shared = {
      writer: new Statements(writer),
      reader: reader && new Statements(reader),
      turns: new WriteTurns(),
      patienceMs,
    }
  }

  createDriver() {
    return new NodeSqliteDriver(this.#shared)
  }

  /** Executes a statement that only reads, at once. Returns undefined for any other, and where the file is locked. */
  readNow<Row>(query: CompiledQuery): QueryResult<Row> | undefined {
    const { reader } = this.#shared
    if (!reader || !isRead(query)) return undefined
    try {
      return reader.execute<Row>(query)
    } catch (error) {
      if (error instanceof DatabaseUnavailable && error.isBusy) return undefined
      throw error
    }
  }

  createQueryCompiler() {
    return new SqliteQueryCompiler()
  }

  createAdapter(): DialectAdapter {
    return new LockingAdapter()
  }

  createIntrospector(db: Kysely<unknown>) {
    return new SqliteIntrospector(db)
  }
}

/** Migrations run in one transaction, whose immediate lock is the lock between processes. */
class LockingAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl() {
    return true
  }
}

/** State that all connections of a driver share. */
interface Shared {
  readonly writer: Statements
  readonly reader: Statements | undefined
  readonly turns: WriteTurns
  readonly patienceMs: number
}

/**
 * One connection writes, in turns; another one reads meanwhile. A connection of Kysely is a handle that takes its turn
 * when it begins a transaction, or for a single statement that writes.
 */
class NodeSqliteDriver implements Driver {
  readonly #shared: Shared
  readonly #idle: Handle[] = []

  constructor(shared: Shared) {
    this.#shared = shared
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    return this.#idle.pop() ?? new Handle(this.#shared)
  }

  async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await (connection as Handle).begin()
  }

  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('commit'))
  }

  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    // A full disk has already ended the transaction, and a rollback that fails would hide that.
    if (this.#shared.writer.isTransaction) await connection.executeQuery(CompiledQuery.raw('rollback'))
  }

  async releaseConnection(connection: DatabaseConnection): Promise<void> {
    const handle = connection as Handle
    // A rollback that failed must not leave the next one inside this transaction.
    if (handle.hasTurn && this.#shared.writer.isTransaction) this.#shared.writer.abandon()
    handle.end()
    this.#idle.push(handle)
  }

  async destroy(): Promise<void> {
    // The last connection to close takes the log back into the database, which only the writer can.
    this.#shared.reader?.close()
    this.#shared.writer.close()
  }
}

class Handle implements DatabaseConnection {
  readonly #shared: Shared
  #hasTurn = false

  constructor(shared: Shared) {
    this.#shared = shared
  }

  get hasTurn(): boolean {
    return this.#hasTurn
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    const { writer, reader } = this.#shared
    if (this.#hasTurn) return writer.execute(query)
    if (reader && isRead(query)) return this.#patiently(() => reader.execute(query))
    const deadline = await this.#takeTurn()
    try {
      return await this.#patiently(() => writer.execute(query), deadline)
    } finally {
      this.end()
    }
  }

  async *streamQuery<Row>(query: CompiledQuery): AsyncIterableIterator<QueryResult<Row>> {
    yield await this.executeQuery(query)
  }

  /** Begins a transaction with the lock on all writing, so that it can't fail half-way for lack of it. */
  async begin(): Promise<void> {
    const deadline = await this.#takeTurn()
    await this.#patiently(() => this.executeQuery(CompiledQuery.raw('begin immediate')), deadline)
  }

  /** Passes the turn on, if this has one. */
  end(): void {
    if (!this.#hasTurn) return
    this.#hasTurn = false
    this.#shared.turns.pass()
  }

  /** Returns when to give up waiting for the file. */
  async #takeTurn(): Promise<number> {
    const deadline = performance.now() + this.#shared.patienceMs
    await this.#shared.turns.take(this.#shared.patienceMs)
    this.#hasTurn = true
    return deadline
  }

  /** Tries again while another process locks the file. SQLite itself would wait too, but stop this whole process. */
  async #patiently<Result>(
    attempt: () => Result | Promise<Result>,
    deadline = performance.now() + this.#shared.patienceMs,
  ): Promise<Result> {
    for (let waitMs: number = retryMs.first; ; waitMs = Math.min(waitMs * 2, retryMs.most)) {
      try {
        return await attempt()
      } catch (error) {
        if (!(error instanceof DatabaseUnavailable) || !error.isBusy) throw error
        if (performance.now() > deadline) throw error
      }
      await delay(waitMs)
    }
  }
}

/** Whether a statement only reads. What can't be told by its text counts as a write, which is always right. */
function isRead({ query, sql }: CompiledQuery): boolean {
  if (SelectQueryNode.is(query)) return true
  return /^\s*(select|with|explain)\b/i.test(sql) && !/\b(insert|update|delete|replace|analyze)\b/i.test(sql)
}
