import { mkdirSync } from 'node:fs'
import { join } from 'node:path'

import { type CompiledQuery, Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'

import type { Config } from '../config.ts'
import { tellingCommits } from './commits.ts'
import { expectDatabase } from '../installation.ts'
import type { Database } from './database.ts'
import { type Dialect, postgres, sqlite } from './dialects.ts'
import { migrate } from './migrate.ts'
import { type Peers, connectPeers, noPeers } from './peers.ts'
import { NodeSqliteDialect, openSqlite } from './sqlite.ts'

/** An open, migrated database. */
export interface Store {
  readonly db: Kysely<Database>
  readonly dialect: Dialect
  /** Statements run since the start; what a request costs is a budget in the tests. */
  readonly statements: () => number
  /** Calls `listener` with every statement from now on. */
  readonly onStatement: (listener: (statement: CompiledQuery) => void) => void
  /** Calls `listener` after every transaction of this process, from now on. */
  readonly onCommit: (listener: () => void) => void
  readonly peers: Peers
  close(): Promise<void>
}

/** Opens the database that the configuration names and brings it up to date. */
export async function openStore(config: Pick<Config, 'dataDir' | 'databaseUrl'>): Promise<Store> {
  expectDatabase(config)
  mkdirSync(config.dataDir, { recursive: true, mode: 0o700 })
  let count = 0
  const pool = config.databaseUrl ? openPool(config.databaseUrl) : undefined
  const dialect = pool ? postgres : sqlite
  const engine = pool
    ? new PostgresDialect({ pool })
    : new NodeSqliteDialect(openSqlite(join(config.dataDir, 'bureau.sqlite')))
  const listeners = new Set<() => void>()
  const readers = new Set<(statement: CompiledQuery) => void>()
  const db = new Kysely<Database>({
    dialect: tellingCommits(engine, () => {
      for (const listener of listeners) listener()
    }),
    log: ({ query }) => {
      count += 1
      for (const reader of readers) reader(query)
    },
  })
  await migrate(db, dialect)
  const peers = pool ? await connectPeers(pool) : noPeers
  return {
    db,
    dialect,
    statements: () => count,
    onStatement: (listener) => readers.add(listener),
    onCommit: (listener) => listeners.add(listener),
    peers,
    async close() {
      await peers.close()
      await db.destroy()
    },
  }
}

const int8 = 20

function openPool(connectionString: string): pg.Pool {
  // Our ids and counts are safe integers; as text they would not be the wire's integers.
  pg.types.setTypeParser(int8, Number)
  const ignore = () => undefined
  // A connection that is lost fails the queries on it, and the next query has another; where nobody listens to its
  // error, the process ends.
  return new pg.Pool({ connectionString, max: 10 })
    .on('error', ignore)
    .on('connect', (client) => client.on('error', ignore))
}
