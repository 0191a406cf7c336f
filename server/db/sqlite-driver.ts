import { CompiledQuery, type DatabaseConnection, type Driver, type QueryResult } from 'kysely'

/** A prepared statement, as the driver needs it. */
export interface Statement {
  /** Whether it returns rows. */
  readonly reader: boolean
  all(values: readonly unknown[]): unknown[]
  run(values: readonly unknown[]): { changes: number | bigint; lastInsertRowid: number | bigint }
}

/** One connection to the file. */
export interface Handle {
  prepare(sql: string): Statement
  close(): void
}

/**
 * Two connections to one file: one that writes, for one transaction or statement at a time, and one that reads what is
 * committed. A read outside a transaction never waits for one, so a long transaction holds up other writes only, as on
 * PostgreSQL. CHOICE 0061.
 */
export class SqliteDriver implements Driver {
  readonly #writer: Handle
  readonly #reader: Handle
  readonly #turns = new Turns()

  constructor(writer: Handle, reader: Handle) {
    this.#writer = writer
    this.#reader = reader
  }

  async init() {}

  async acquireConnection() {
    return new SqliteConnection(this.#writer, this.#reader, this.#turns)
  }

  async beginTransaction(connection: SqliteConnection) {
    await connection.hold()
    // Taking the write lock at once means that a second process waits here instead of failing half-way.
    await connection.executeQuery(CompiledQuery.raw('begin immediate'))
  }

  async commitTransaction(connection: SqliteConnection) {
    await connection.executeQuery(CompiledQuery.raw('commit'))
  }

  async rollbackTransaction(connection: SqliteConnection) {
    await connection.executeQuery(CompiledQuery.raw('rollback'))
  }

  async releaseConnection(connection: SqliteConnection) {
    connection.release()
  }

  async destroy() {
    this.#writer.close()
    if (this.#reader !== this.#writer) this.#reader.close()
  }
}

class SqliteConnection implements DatabaseConnection {
  readonly #writer: Handle
  readonly #reader: Handle
  readonly #turns: Turns
  #isHeld = false

  constructor(writer: Handle, reader: Handle, turns: Turns) {
    this.#writer = writer
    this.#reader = reader
    this.#turns = turns
  }

  /** Takes the writing connection for a transaction. */
  async hold() {
    await this.#turns.take()
    this.#isHeld = true
  }

  release() {
    if (this.#isHeld) this.#turns.pass()
    this.#isHeld = false
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    if (this.#isHeld) return run<Row>(this.#writer, query)
    if (isRead(query)) return run<Row>(this.#reader, query)
    await this.#turns.take()
    try {
      return run<Row>(this.#writer, query)
    } finally {
      this.#turns.pass()
    }
  }

  // eslint-disable-next-line require-yield -- nothing streams; lists are read in pages
  async *streamQuery<Row>(): AsyncIterableIterator<QueryResult<Row>> {
    throw new Error('Streaming from SQLite is not supported')
  }
}

/** Whether a statement only reads. One that is not sure to counts as a write, which is slower and never wrong. */
function isRead({ query, sql }: CompiledQuery): boolean {
  return query.kind === 'SelectQueryNode' || (query.kind === 'RawNode' && /^\s*select\b/i.test(sql))
}

function run<Row>(handle: Handle, { sql, parameters }: CompiledQuery): QueryResult<Row> {
  const statement = handle.prepare(sql)
  if (statement.reader) return { rows: statement.all(parameters) as Row[] }
  const { changes, lastInsertRowid } = statement.run(parameters)
  return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) }
}

/** Gives out one turn at a time, in the order asked for. */
class Turns {
  #isTaken = false
  readonly #waiting: (() => void)[] = []

  async take(): Promise<void> {
    if (!this.#isTaken) {
      this.#isTaken = true
      return
    }
    await new Promise<void>((resolve) => this.#waiting.push(resolve))
  }

  pass(): void {
    const next = this.#waiting.shift()
    if (next) next()
    else this.#isTaken = false
  }
}
