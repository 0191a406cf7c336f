import type { Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'

import pg from 'pg'

import { DatabaseUnavailable } from '#server/platform/lib/database-unavailable.ts'

import type { Scope } from './scope.ts'
import { prepareScope, queryInScope } from './scoped-statement.ts'

const connectMs = 5_000
const statementMs = 15_000
/** A server that doesn't respond at all can't enforce its own limit, so this process has one too. */
const responseMs = statementMs + 1_000
const idleInTransactionMs = 30_000
const probeMs = 1_500
/** So many requests may wait for a connection while no statement finishes. */
const mostWaiting = 100
const stalledMs = 2_000
const retryMs = 500
/** By these, the server notices within ten seconds that this machine is gone, and undoes what it was doing. */
const noticeLoss =
  '-c tcp_keepalives_idle=5 -c tcp_keepalives_interval=2 -c tcp_keepalives_count=2 -c tcp_user_timeout=9000'

const int8 = 20
// Our ids and counts are safe integers; as text they would not be the wire's integers.
pg.types.setTypeParser(int8, Number)

/** Connections for requests, with a limit on everything that can take long unless `isLimited` is false. */
export const openPool = (connectionString: string, { isLimited }: { readonly isLimited: boolean }): pg.Pool =>
  quiet({
    connectionString,
    max: 10,
    pipeline: true,
    application_name: 'bureau',
    ...(isLimited && {
      statement_timeout: statementMs,
      query_timeout: responseMs,
      idle_in_transaction_session_timeout: idleInTransactionMs,
    }),
    // What a search finds among a million customers has to fit: beyond that, every row on a page is read and tested again.
    options: `${noticeLoss} -c work_mem=32MB`,
  })

/** One connection for migrations, which may take as long as they need. */
export const openMigrationPool = (connectionString: string): pg.Pool =>
  quiet({ connectionString, max: 1, application_name: 'bureau migrations' })

/** One connection that checks whether the server responds, however busy the others are. */
export const openProbePool = (connectionString: string): pg.Pool =>
  quiet({
    connectionString,
    max: 1,
    connectionTimeoutMillis: probeMs,
    statement_timeout: probeMs,
    query_timeout: probeMs,
    application_name: 'bureau readiness',
  })

function quiet(options: pg.PoolConfig): pg.Pool {
  const ignore = () => undefined
  // A lost connection fails the queries on it, and the next query gets another one; an `error` event without a listener
  // would end the process.
  const usual = {
    connectionTimeoutMillis: connectMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: 5_000,
    options: noticeLoss,
  }
  return new pg.Pool({ ...usual, ...options })
    .on('error', ignore)
    .on('connect', (client) => client.on('error', ignore))
}

/**
 * Waits until the server accepts a connection: on a machine that has just started, it may still be on its way.
 * Throws `DatabaseUnavailable` after `waitMs`, and at once what waiting doesn't help against, such as a wrong password.
 */
export async function firstConnection(
  connectionString: string,
  waitMs: number,
  say: (line: string) => void,
): Promise<void> {
  const giveUpAt = performance.now() + waitMs
  for (let isFirst = true; ; isFirst = false) {
    const client = new pg.Client({ connectionString, connectionTimeoutMillis: connectMs })
    client.on('error', () => undefined)
    try {
      await client.connect()
      return
    } catch (error) {
      const where = `PostgreSQL at ${client.host}:${client.port}`
      if (!isPassing(error)) throw error
      if (performance.now() > giveUpAt) throw new DatabaseUnavailable(`${where}: ${reasonOf(error)}`, error)
      if (isFirst) say(`Waiting for ${where} (${reasonOf(error)})`)
    } finally {
      void client.end().catch(() => undefined)
    }
    await delay(retryMs)
  }
}

/** A pool that throws `DatabaseUnavailable`, drops broken connections and doesn't let requests pile up. */
export class WatchedPool {
  readonly #pool: pg.Pool
  readonly #clients = new WeakMap<pg.PoolClient, WatchedClient>()
  /** When a statement last finished, or when requests began to wait for a connection. */
  #progressAt = 0

  constructor(pool: pg.Pool) {
    this.#pool = pool
  }

  async connect(): Promise<WatchedClient> {
    if (this.#pool.waitingCount === 0) this.#progressAt = performance.now()
    const isStalled = performance.now() - this.#progressAt > stalledMs
    if (isStalled && this.#pool.waitingCount >= mostWaiting)
      throw new DatabaseUnavailable('PostgreSQL does not respond')
    let client: pg.PoolClient
    try {
      client = await this.#pool.connect()
    } catch (error) {
      throw new DatabaseUnavailable(reasonOf(error), error)
    }
    const known = this.#clients.get(client)
    if (known) return known.reused()
    const fresh = new WatchedClient(client, () => {
      this.#progressAt = performance.now()
    })
    try {
      await fresh.query(prepareScope, [])
    } catch (error) {
      client.release(true)
      throw error
    }
    this.#clients.set(client, fresh)
    return fresh
  }

  end(): Promise<void> {
    return this.#pool.end()
  }
}

/** A connection of that pool, until it is released. */
export class WatchedClient {
  readonly #client: pg.PoolClient
  readonly #responded: () => void
  #failure: DatabaseUnavailable | undefined

  constructor(client: pg.PoolClient, responded: () => void) {
    this.#client = client
    this.#responded = responded
  }

  reused(): this {
    this.#failure = undefined
    return this
  }

  release(): void {
    this.#client.release(this.#failure)
  }

  /** Sends what `send` asks for at once, without waiting for the answer to one statement before the next. */
  inOnePacket<Result>(send: () => Result): Result {
    const { stream } = (this.#client as unknown as { readonly connection: { readonly stream: Socket } })
      .connection
    stream.cork()
    try {
      return send()
    } finally {
      stream.uncork()
    }
  }

  /** Executes a statement: with a `name`, parsed once; with a `scope`, in a transaction that has it. One round trip. */
  async query(
    sql: string,
    parameters: readonly unknown[],
    { name, scope }: { readonly name?: string | undefined; readonly scope?: Scope } = {},
  ): Promise<pg.QueryResult> {
    // The rollback after a failed statement must not wait for a server that doesn't respond.
    if (this.#failure) throw this.#failure
    try {
      const statement = { text: sql, values: [...parameters], ...(name !== undefined && { name }) }
      const result = await (scope === undefined
        ? this.#client.query(statement)
        : queryInScope(this.#client, scope, statement))
      this.#responded()
      return result
    } catch (error) {
      if (!isPassing(error)) throw error
      const failure = new DatabaseUnavailable(reasonOf(error), error)
      if (isLost(error)) this.#failure = failure
      throw failure
    }
  }
}

// Source: PostgreSQL's list of SQLSTATE codes (appendix A). Classes 08 connection, 53 out of resources, 57 shutdown,
// start and cancellation; 25006 a standby that isn't primary yet, 25P03 idle in a transaction.
const passingState = /^(08|53|57)|^25006$|^25P03$/
const passingSystemCode =
  /^(ECONN(REFUSED|RESET|ABORTED)|EPIPE|ETIMEDOUT|E(HOST|NET)(UNREACH|DOWN)|ENOTFOUND|EAI_AGAIN|ENOENT)$/
// node-postgres sets no code on these.
const passingText = /^(Connection terminated|Query read timeout|timeout exc?eeded|timeout expired)|queryable/

/** Whether an error is the server's state rather than a mistake in the statement or the configuration. */
function isPassing(error: unknown): boolean {
  const { code = '', message = '' } = error as { code?: string; message?: string }
  if (error instanceof pg.DatabaseError) return passingState.test(code)
  return passingSystemCode.test(code) || passingText.test(message)
}

/** Whether the connection can't be used any more. */
const isLost = (error: unknown) => !(error instanceof pg.DatabaseError) || error.severity === 'FATAL'

/** Connecting to a name with several addresses fails with an error that contains one for each and no text. */
function reasonOf(error: unknown): string {
  if (error instanceof AggregateError && error.message === '') return reasonOf(error.errors[0])
  return (error as Error).message
}
