import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

import { type CompiledQuery, Kysely, type Dialect as KyselyDialect } from 'kysely'

import type { Config } from '#server/config.ts'
import { withCommitHook } from '#server/platform/db/commits.ts'
import { agreeOnDigits } from '#server/platform/db/currency-digits.ts'
import type { Database } from '#server/platform/db/database.ts'
import { type DbDialect, postgres, sqlite } from '#server/platform/db/dialects.ts'
import { migrate } from '#server/platform/db/migrate.ts'
import { type Peers, connectPeers, noPeers } from '#server/platform/db/peers.ts'
import { PipelinedReads } from '#server/platform/db/pipelined-reads.ts'
import { ScopedPostgresDialect } from '#server/platform/db/postgres-driver.ts'
import {
  WatchedPool,
  firstConnection,
  openMigrationPool,
  openPool,
  openProbePool,
} from '#server/platform/db/postgres.ts'
import { type Shortcut, ShortcutKysely, allowNarrowing } from '#server/platform/db/scope.ts'
import { NodeSqliteDialect } from '#server/platform/db/sqlite-driver.ts'
import { openReader, openSqlite } from '#server/platform/db/sqlite.ts'
import type { Connections, Store } from '#server/platform/db/store.ts'
import { now } from '#server/platform/lib/clock.ts'

import { expectDatabase } from './installation.ts'

/** A database that is open and up to date, before anything watches its statements. */
interface Engine {
  readonly dialect: DbDialect
  readonly driver: KyselyDialect
  readonly peers: Peers
  readonly shortcut: Shortcut
  /** Succeeds if the database can be used. */
  readonly probe: (db: Kysely<Database>) => Promise<unknown>
  readonly connections?: () => Connections
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
  const note = (query: CompiledQuery) => {
    count += 1
    for (const reader of readers) reader(query)
  }
  const dialect = withCommitHook(engine.driver, () => {
    for (const listener of listeners) listener()
  })
  const driver = dialect.createDriver()
  const shortcut: Shortcut = (query) => {
    const result = engine.shortcut(query)
    if (result) note(query)
    return result
  }
  const db = new ShortcutKysely(
    { dialect: { ...dialect, createDriver: () => driver }, log: ({ query }) => note(query) },
    shortcut,
  )
  allowNarrowing(db, { driver, shortcut })
  return {
    db,
    dialect: engine.dialect,
    statements: () => count,
    onStatement: (listener) => readers.add(listener),
    onCommit: (listener) => listeners.add(listener),
    peers: engine.peers,
    connections: () => engine.connections?.(),
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
  await migrateOn(new ScopedPostgresDialect(new WatchedPool(openMigrationPool(url))), postgres)
  const [pool, probePool] = [openPool(url, { isLimited: !isBatch }), openProbePool(url)]
  const peers = await connectPeers(pool)
  const watched = new WatchedPool(pool)
  const reads = new PipelinedReads(watched)
  return {
    dialect: postgres,
    driver: new ScopedPostgresDialect(watched),
    shortcut: (query) => (query.name === undefined || query.isSlow ? undefined : reads.execute(query)),
    peers,
    probe: () => probePool.query('select name from settings limit 1'),
    connections: () => ({
      busy: pool.totalCount - pool.idleCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
    }),
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
    shortcut: (query) => driver.readNow(query),
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

async function migrateOn(driver: KyselyDialect, dialect: DbDialect): Promise<void> {
  const db = new Kysely<Database>({ dialect: driver })
  try {
    await migrate(db, dialect)
    await agreeOnDigits(db)
  } finally {
    await db.destroy()
  }
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
