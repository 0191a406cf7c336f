import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite'

import type { CompiledQuery, QueryResult } from 'kysely'

import { DatabaseUnavailable } from '#server/platform/lib/database-unavailable.ts'

/** Statements kept prepared; preparing costs more than most of our reads. */
const preparedAtMost = 500

/** A database with its statements kept prepared. */
export class Statements {
  readonly #database: DatabaseSync
  readonly #prepared = new Map<string, { readonly statement: StatementSync; readonly hasRows: boolean }>()

  constructor(database: DatabaseSync) {
    this.#database = database
  }

  get isTransaction(): boolean {
    return this.#database.isTransaction
  }

  /** Throws `DatabaseUnavailable` where the file is locked, full or can't be read or written now. */
  execute<Row>({ sql, parameters }: CompiledQuery): QueryResult<Row> {
    try {
      const { statement, hasRows } = this.#prepare(sql)
      const values = parameters.map(toSqlite)
      if (hasRows) return { rows: statement.all(...values) as Row[] }
      const { changes, lastInsertRowid } = statement.run(...values)
      return { numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid), rows: [] }
    } catch (error) {
      throw asUnavailable(error) ?? error
    }
  }

  /** Rolls back. A database that doesn't even allow that reports it at the next statement. */
  abandon() {
    try {
      this.#database.exec('rollback')
    } catch {
      // Told by the next statement.
    }
  }

  close() {
    this.#prepared.clear()
    this.#database.close()
  }

  #prepare(sql: string) {
    const known = this.#prepared.get(sql)
    if (known) {
      this.#prepared.delete(sql)
      this.#prepared.set(sql, known)
      return known
    }
    const statement = this.#database.prepare(sql)
    const fresh = { statement, hasRows: statement.columns().length > 0 }
    this.#prepared.set(sql, fresh)
    if (this.#prepared.size > preparedAtMost)
      this.#prepared.delete(this.#prepared.keys().next().value as string) // not empty
    return fresh
  }
}

function toSqlite(value: unknown): SQLInputValue {
  if (typeof value === 'boolean') return value ? 1 : 0
  if (value instanceof Date) return value.toISOString()
  return value === undefined ? null : (value as SQLInputValue)
}

// Source: SQLite's list of result codes; the lowest byte is the primary one.
const busy = new Set([5, 6])
const broken = new Set([8, 10, 13, 14])

/** The error of a locked file, a full disk or one that can't be read or written now; undefined for any other. */
function asUnavailable(error: unknown): DatabaseUnavailable | undefined {
  const { errcode = 0, message = '' } = error as { errcode?: number; message?: string }
  const primary = errcode & 0xff
  if (busy.has(primary)) return new DatabaseUnavailable(`SQLite: ${message}`, error, { isBusy: true })
  return broken.has(primary) ? new DatabaseUnavailable(`SQLite: ${message}`, error) : undefined
}
