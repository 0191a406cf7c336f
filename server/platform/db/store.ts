import type { CompiledQuery, Kysely } from 'kysely'

import type { Database } from './database.ts'
import type { DbDialect } from './dialects.ts'
import type { Peers } from './peers.ts'

/** Connections of this process to a database server. */
export interface Connections {
  readonly busy: number
  readonly idle: number
  /** How many requests wait for one. */
  readonly waiting: number
}

/** An open, migrated database. */
export interface Store {
  readonly db: Kysely<Database>
  readonly dialect: DbDialect
  /** Statements run since the start; what a request costs is a budget in the tests. */
  readonly statements: () => number
  /** Calls `listener` with every statement from now on. */
  readonly onStatement: (listener: (statement: CompiledQuery) => void) => void
  /** Calls `listener` after every transaction of this process, from now on. */
  readonly onCommit: (listener: () => void) => void
  readonly peers: Peers
  /** Undefined where the database is in this process. */
  readonly connections: () => Connections | undefined
  /** Whether the database can be used now; false after two seconds without a response. */
  readonly isReady: () => Promise<boolean>
  close(): Promise<void>
}
