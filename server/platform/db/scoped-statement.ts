import pg from 'pg'

import { type Scope, scopeSetting } from './scope.ts'

type Callback = (error: Error | undefined, result: unknown) => void

/** Methods that node-postgres calls on a statement; its types leave them out. */
interface Protocol {
  prepare(connection: Messages): void
  requiresPreparation(): boolean
  handleDataRow(message: unknown): void
  handleCommandComplete(message: unknown, connection: Messages): void
}
interface Messages {
  bind(portal: { portal: string; statement: string; values: readonly unknown[] }): void
  execute(portal: { portal: string }): void
}

interface Statement {
  readonly text: string
  readonly values: unknown[]
  /** PostgreSQL parses a statement with a name once for each connection. */
  readonly name?: string
}

const Query = pg.Query as unknown as new (
  statement: Statement,
  values: undefined,
  callback: Callback,
) => pg.Submittable & Protocol

const scopeStatement = 'set_scope'
/** Has to be sent once on a connection, before `queryInScope`. */
export const prepareScope = `prepare ${scopeStatement}(text) as select set_config('${scopeSetting}', $1, true)`

/**
 * A statement behind the one that sets its scope, whose result nobody wants. Both are sent before the one message that
 * ends a transaction which nobody has begun, so they are in one.
 */
class ScopedStatement extends Query {
  readonly #scope: Scope
  #isScopeSet = false

  constructor(scope: Scope, statement: Statement, callback: Callback) {
    super(statement, undefined, callback)
    this.#scope = scope
  }

  override requiresPreparation(): boolean {
    return true
  }

  override prepare(connection: Messages): void {
    connection.bind({ portal: '', statement: scopeStatement, values: [String(this.#scope)] })
    connection.execute({ portal: '' })
    super.prepare(connection)
  }

  override handleDataRow(message: unknown): void {
    if (this.#isScopeSet) super.handleDataRow(message)
  }

  override handleCommandComplete(message: unknown, connection: Messages): void {
    if (this.#isScopeSet) super.handleCommandComplete(message, connection)
    this.#isScopeSet = true
  }
}

/** Executes a statement in a transaction that has that scope, in one round trip. */
export function queryInScope(
  client: pg.ClientBase,
  scope: Scope,
  statement: Statement,
): Promise<pg.QueryResult> {
  return new Promise<pg.QueryResult>((resolve, reject) => {
    client.query(
      new ScopedStatement(scope, statement, (error, result) =>
        error ? reject(error) : resolve(result as pg.QueryResult),
      ),
    )
  }).catch((error: unknown) => {
    // Where it was sent from, instead of where its failure was read.
    if (error instanceof Error) Error.captureStackTrace(error)
    throw error
  })
}
