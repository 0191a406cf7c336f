import pg from 'pg'

type Callback = (error: Error | undefined, result: unknown) => void

/** Methods that node-postgres calls on a statement; its types leave them out. */
interface Protocol {
  prepare(connection: Messages): void
  requiresPreparation(): boolean
  handleDataRow(message: unknown): void
  handleCommandComplete(message: unknown, connection: Messages): void
}
interface Messages {
  parse(statement: { text: string; name: string }): void
  bind(portal: { portal: string; statement: string; values: readonly unknown[] }): void
  execute(portal: { portal: string }): void
}

const Query = pg.Query as unknown as new (
  text: string,
  values: unknown[],
  callback: Callback,
) => pg.Submittable & Protocol

/**
 * A statement behind another one whose result nobody wants. Both are sent before the one message that ends a
 * transaction which nobody has begun, so they are in one.
 */
class FollowingStatement extends Query {
  readonly #first: string
  #isFirstDone = false

  constructor(first: string, text: string, values: unknown[], callback: Callback) {
    super(text, values, callback)
    this.#first = first
  }

  override requiresPreparation(): boolean {
    return true
  }

  override prepare(connection: Messages): void {
    connection.parse({ text: this.#first, name: '' })
    connection.bind({ portal: '', statement: '', values: [] })
    connection.execute({ portal: '' })
    super.prepare(connection)
  }

  override handleDataRow(message: unknown): void {
    if (this.#isFirstDone) super.handleDataRow(message)
  }

  override handleCommandComplete(message: unknown, connection: Messages): void {
    if (this.#isFirstDone) super.handleCommandComplete(message, connection)
    this.#isFirstDone = true
  }
}

/** Sends a statement right behind another one, in the same round trip and the same transaction. */
export function queryAfter(
  client: pg.ClientBase,
  first: string,
  text: string,
  values: readonly unknown[],
): Promise<pg.QueryResult> {
  return new Promise<pg.QueryResult>((resolve, reject) => {
    client.query(
      new FollowingStatement(first, text, [...values], (error, result) =>
        error ? reject(error) : resolve(result as pg.QueryResult),
      ),
    )
  }).catch((error: unknown) => {
    // Where it was sent from, instead of where its failure was read.
    if (error instanceof Error) Error.captureStackTrace(error)
    throw error
  })
}
