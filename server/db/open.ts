import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

import { type CompiledQuery, Kysely, type Dialect as KyselyDialect, PostgresDialect } from 'kysely'

import type { Config } from '#server/config.ts'
import { now } from '#server/lib/clock.ts'
import { expectDatabase } from '#server/startup/installation.ts'

import { tellingCommits } from './commits.ts'
import type { Database } from './database.ts'
import { type Dialect, postgres, sqlite } from './dialects.ts'
import { migrate } from './migrate.ts'
import { type Peers, connectPeers, noPeers } from './peers.ts'
import { WatchedPool, firstConnection, openMigrationPool, openPool, openProbePool } from './postgres.ts'
import { NodeSqliteDialect } from './sqlite-driver.ts'
import { openReader, openSqlite } from './sqlite.ts'

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
  /** Whether the database can be used now; false after two seconds without a response. */
  readonly isReady: () => Promise<boolean>
  close(): Promise<void>
}

/** A database that is open and up to date, before anything watches its statements. */
interface Engine {
  readonly dialect: Dialect
  readonly driver: KyselyDialect
  readonly peers: Peers
  /** Succeeds if the database can be used. */
  readonly probe: (db: Kysely<Database>) => Promise<unknown>
  close(): Promise<void>
}

// Together less than two seconds.
const [readyWithinMs, provenForMs] = [1_400, 500]

/** How long a write on SQLite waits for others: of a request, of a command without a request behind it, of a migration. */
const [requestMs, batchMs, migrationMs] = [5_000, 60_000, 600_000]

/**
 * Opens the database that the configuration names and brings it up to date. Waits up to `waitMs` for a PostgreSQL that
 * doesn't accept connections yet. `isBatch` is for commands that may take long: no statement has a time limit.
 */
export async function openStore(
  config: Pick<Config, 'dataDir' | 'databaseUrl'>,
  { waitMs = 30_000, isBatch = false }: { readonly waitMs?: number; readonly isBatch?: boolean } = {},
): Promise<Store> {
  expectDatabase(config)
  mkdirSync(config.dataDir, { recursive: true, mode: 0o700 })
  const engine = await (config.databaseUrl
    ? openPostgres(config.databaseUrl, waitMs, isBatch)
    : openEmbedded(join(config.dataDir, 'bureau.sqlite'), isBatch ? batchMs : requestMs))
  let count = 0
  const listeners = new Set<() => void>()
  const readers = new Set<(statement: CompiledQuery) => void>()
  const db = new Kysely<Database>({
    dialect: tellingCommits(engine.driver, () => {
      for (const listener of listeners) listener()
    }),
    log: ({ query }) => {
      count += 1
      for (const reader of readers) reader(query)
    },
  })
  return {
    db,
    dialect: engine.dialect,
    statements: () => count,
    onStatement: (listener) => readers.add(listener),
    onCommit: (listener) => listeners.add(listener),
    peers: engine.peers,
    isReady: withinLimit(readyWithinMs, () => engine.probe(db)),
    async close() {
      await engine.close()
      await db.destroy()
    },
  }
}

async function openPostgres(url: string, waitMs: number, isBatch: boolean): Promise<Engine> {
  // Not standard output: a command's result is there.
  await firstConnection(url, waitMs, (line) => process.stderr.write(`${line}\n`))
  await migrateOn(new PostgresDialect({ pool: new WatchedPool(openMigrationPool(url)) }), postgres)
  const [pool, probePool] = [openPool(url, { isLimited: !isBatch }), openProbePool(url)]
  const peers = await connectPeers(pool)
  return {
    dialect: postgres,
    driver: new PostgresDialect({ pool: new WatchedPool(pool) }),
    peers,
    probe: () => probePool.query('select name from settings limit 1'),
    async close() {
      await Promise.all([peers.close(), probePool.end()])
    },
  }
}

async function openEmbedded(file: string, patienceMs: number): Promise<Engine> {
  await migrateOn(new NodeSqliteDialect({ writer: openSqlite(file), patienceMs: migrationMs }), sqlite)
  const writer = openSqlite(file)
  const driver = new NodeSqliteDialect({ writer, reader: openReader(file), patienceMs })
  let provenAt = 0
  return {
    dialect: sqlite,
    driver,
    peers: noPeers,
    async probe(db) {
      // A transaction of our own proves it. A write reaches the disk, so however many ask, there are few of them.
      if (writer.isTransaction || performance.now() - provenAt < provenForMs) return
      const row = { name: 'ready', value: now() }
      await db
        .insertInto('settings')
        .values(row)
        .onConflict((name) => name.column('name').doUpdateSet(row))
        .execute()
      provenAt = performance.now()
    },
    close: async () => undefined,
  }
}

async function migrateOn(driver: KyselyDialect, dialect: Dialect): Promise<void> {
  const db = new Kysely<Database>({ dialect: driver })
  await migrate(db, dialect).finally(() => db.destroy())
}

/** Whether `probe` succeeds within the limit. Those who ask while one is under way share it. */
function withinLimit(limitMs: number, probe: () => Promise<unknown>): () => Promise<boolean> {
  let current: Promise<boolean> | undefined
  return () => {
    current ??= probe()
      .then(
        () => true,
        () => false,
      )
      .finally(() => {
        current = undefined
      })
    return Promise.race([current, delay(limitMs, false, { ref: false })])
  }
}
