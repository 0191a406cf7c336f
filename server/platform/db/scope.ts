import {
  type Compilable,
  type CompiledQuery,
  type ConnectionProvider,
  type DatabaseConnection,
  type Driver,
  DummyDriver,
  Kysely,
  type KyselyConfig,
  type KyselyProps,
  PostgresDialect,
  type QueryExecutor,
  type QueryResult,
  Transaction,
} from 'kysely'

import type { Database } from './database.ts'

/** The setting of a transaction on PostgreSQL that is its scope, and that the policies of our tables read. */
export const scopeSetting = 'bureau.account'

/** The scope of work for the whole installation: every account’s rows. `Store.db` has it, and `Tenant` leaves it. */
export const everyAccount = '*'
/** The scope of statements that can’t be in a transaction, and so can’t say what it is. They see no account’s rows. */
export const noAccount = ''

/** Whose rows a statement on PostgreSQL sees: those of one account, of every one, or none. */
export type Scope = number | typeof everyAccount | typeof noAccount

/** A statement that PostgreSQL parses once for each connection, under that name. */
export interface NamedQuery extends CompiledQuery {
  readonly name?: string
  /** Takes longer than a read: it has a connection to itself, where no read waits for it. */
  readonly isSlow?: true
}

/** A compiled statement that may say its scope; otherwise it has that of the connections it runs on. */
export interface ScopedQuery extends NamedQuery {
  readonly scope?: Scope
}

/** Never used: the driver and the executor are those of another handle. */
const dialect = new PostgresDialect({ pool: async () => Promise.reject(new Error('no pool')) })

/** For a handle derived from that of the store: its transactions would neither begin nor roll back, and nobody would notice. */
class NoTransactions extends DummyDriver {
  override beginTransaction(): Promise<never> {
    return Promise.reject(new Error('Only the handle of the store, narrowed once, can begin a transaction'))
  }
}

/** Executes a compiled statement outside of transactions without Kysely’s connections; undefined if it can’t. */
export type Shortcut = (
  query: ScopedQuery,
) => Promise<QueryResult<unknown>> | QueryResult<unknown> | undefined

interface Source {
  /** Begins and ends the transactions. */
  readonly driver: Driver
  readonly shortcut: Shortcut
}

const noSource: Source = { driver: new NoTransactions(), shortcut: () => undefined }
const sources = new WeakMap<QueryExecutor, Source>()

/** Makes `narrowed` work for this database. */
export function allowNarrowing(db: Kysely<Database>, source: Source): void {
  sources.set(db.getExecutor(), source)
}

/**
 * Kysely, except that compiled statements may skip its connections. Acquiring and releasing one takes a dozen promises,
 * which is more than most of our reads need. A transaction is a Kysely of its own.
 */
export class ShortcutKysely extends Kysely<Database> {
  readonly #shortcut: Shortcut

  constructor(config: KyselyConfig | KyselyProps, shortcut: Shortcut) {
    super(config)
    this.#shortcut = shortcut
  }

  override async executeQuery<Row>(query: CompiledQuery<Row> | Compilable<Row>): Promise<QueryResult<Row>> {
    const compiled = 'compile' in query ? query.compile() : query
    const result = this.#shortcut(compiled) as QueryResult<Row> | undefined
    return result ?? super.executeQuery(compiled)
  }
}

/**
 * Returns a handle on the same database, or in the same transaction, whose statements see and write only that account’s
 * rows, whatever they say. On PostgreSQL, where the policies of the tables are what enforces it.
 */
export function narrowed(db: Kysely<Database>, account: number): Kysely<Database> {
  const executor = db.getExecutor()
  const provider: ConnectionProvider = {
    provideConnection: (use) =>
      executor.provideConnection((connection) => use(new NarrowConnection(connection, account))),
  }
  const { driver, shortcut } = sources.get(executor) ?? noSource
  const props = { config: { dialect }, dialect, driver, executor: executor.withConnectionProvider(provider) }
  if (db.isTransaction) return new Transaction<Database>(props)
  return new ShortcutKysely(props, (query) => shortcut({ scope: account, ...query }))
}

class NarrowConnection implements DatabaseConnection {
  readonly #connection: DatabaseConnection
  readonly #account: number

  constructor(connection: DatabaseConnection, account: number) {
    this.#connection = connection
    this.#account = account
  }

  executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    // A handle that was narrowed twice keeps the scope it was given last, which is the outer one here.
    const scoped: ScopedQuery = { scope: this.#account, ...query }
    return this.#connection.executeQuery(scoped)
  }

  streamQuery<Row>(query: CompiledQuery, chunkSize?: number): AsyncIterableIterator<QueryResult<Row>> {
    const scoped: ScopedQuery = { scope: this.#account, ...query }
    return this.#connection.streamQuery(scoped, chunkSize)
  }
}
