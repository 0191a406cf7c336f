import { chmodSync, closeSync, openSync } from 'node:fs'
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'

import {
  type Dialect,
  type DialectAdapter,
  type Kysely,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely'

import { shortGrams } from './short-grams.ts'
import { SqliteDriver } from './sqlite-driver.ts'

/** Statements kept prepared; preparing costs more than most of our reads. */
const preparedAtMost = 500

/** How long one process waits for another to be done writing, in milliseconds. */
const busyMs = 10_000

/**
 * Opens SQLite durably: a write-ahead log that is synced at every commit, so that what was acknowledged survives a
 * kill and a power cut. Throws where the file system does not grant that.
 */
export function openSqlite(file: string): DatabaseSync {
  if (file !== ':memory:') makePrivate(file)
  const database = new DatabaseSync(file, { enableForeignKeyConstraints: true, timeout: busyMs })
  enterWal(database)
  database.exec('pragma synchronous = full')
  giveMemory(database)
  // For the triggers that keep the search indexes.
  database.function('short_grams', { deterministic: true }, (text) => shortGrams(String(text)))
  expectPragma(database, 'journal_mode', file === ':memory:' ? 'memory' : 'wal')
  expectPragma(database, 'synchronous', 2)
  expectPragma(database, 'foreign_keys', 1)
  return database
}

/** SQLite gives its log the mode of the database. Files of earlier versions were made with the umask. */
function makePrivate(file: string) {
  closeSync(openSync(file, 'a', 0o600))
  for (const each of [file, `${file}-wal`, `${file}-shm`]) {
    try {
      chmodSync(each, 0o600)
    } catch (error) {
      // Not there, or owned by someone who gave us access on purpose.
      if (!['ENOENT', 'EPERM'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error
    }
  }
}

/** Opens the file a second time, for reading alone. */
function openReader(file: string): DatabaseSync {
  const database = new DatabaseSync(file, { readOnly: true, timeout: busyMs })
  giveMemory(database)
  return database
}

function giveMemory(database: DatabaseSync) {
  database.exec('pragma temp_store = memory; pragma cache_size = -65536; pragma mmap_size = 268435456')
}

/**
 * Two processes that make the file together are in each other's way here, and SQLite does not wait for a lock that
 * another one might keep it from for ever (errcode 5, SQLITE_BUSY): it is for us to ask again.
 */
function enterWal(database: DatabaseSync) {
  const giveUpAt = Date.now() + busyMs
  for (;;) {
    try {
      return database.exec('pragma journal_mode = wal')
    } catch (error) {
      if ((error as { errcode?: number }).errcode !== 5 || Date.now() > giveUpAt) throw error
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10)
    }
  }
}

function expectPragma(database: DatabaseSync, name: string, expected: string | number) {
  const value = Object.values(database.prepare(`pragma ${name}`).get() ?? {})[0]
  if (value !== expected)
    throw new Error(`SQLite: ${name} is ${String(value)}, not ${expected}; data would not be safe here`)
}

/** Kysely on `node:sqlite`. */
export class NodeSqliteDialect implements Dialect {
  readonly #database: DatabaseSync

  constructor(database: DatabaseSync) {
    this.#database = database
  }

  createDriver() {
    const file = this.#database.location()
    const writer = statements(this.#database)
    // What is only in memory has one connection.
    return new SqliteDriver(writer, file === null ? writer : statements(openReader(file)))
  }

  createQueryCompiler() {
    return new SqliteQueryCompiler()
  }

  createAdapter(): DialectAdapter {
    return new LockingAdapter()
  }

  createIntrospector(db: Kysely<unknown>) {
    return new SqliteIntrospector(db)
  }
}

/** Migrations run in one transaction, whose immediate lock is the lock between processes. */
class LockingAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl() {
    return true
  }
}

/** A connection with its statements kept prepared. */
function statements(database: DatabaseSync) {
  const prepared = new Map<string, ReturnType<typeof wrap>>()
  return {
    prepare(sql: string) {
      const known = prepared.get(sql)
      if (known) {
        prepared.delete(sql)
        prepared.set(sql, known)
        return known
      }
      const statement = wrap(database.prepare(sql))
      prepared.set(sql, statement)
      if (prepared.size > preparedAtMost) prepared.delete(prepared.keys().next().value as string)
      return statement
    },
    close() {
      prepared.clear()
      database.close()
    },
  }
}

function wrap(statement: StatementSync) {
  const bind = (values: readonly unknown[]) => values.map(toSqlite)
  return {
    reader: statement.columns().length > 0,
    all: (values: readonly unknown[]) => statement.all(...bind(values)),
    run: (values: readonly unknown[]) => statement.run(...bind(values)),
  }
}

function toSqlite(value: unknown): SQLInputValue {
  if (typeof value === 'boolean') return value ? 1 : 0
  if (value instanceof Date) return value.toISOString()
  return value === undefined ? null : (value as SQLInputValue)
}
