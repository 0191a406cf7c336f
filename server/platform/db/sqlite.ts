import { chmodSync, closeSync, openSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'

import { shortGrams } from './short-grams.ts'

/** How long opening waits for another process that opens the same file, in milliseconds. */
const openMs = 10_000
/** SQLite waits synchronously; to wait longer for a lock, try again later. */
const busyMs = 10

/**
 * Opens SQLite durably: a write-ahead log that is synced at every commit, so that what was acknowledged survives a
 * kill and a power cut. Throws where the file system does not grant that.
 */
export function openSqlite(file: string): DatabaseSync {
  if (file !== ':memory:') makePrivate(file)
  const database = new DatabaseSync(file, { enableForeignKeyConstraints: true, timeout: openMs })
  enterWal(database)
  database.exec('pragma synchronous = full')
  giveMemory(database)
  // For the triggers that keep the search indexes.
  database.function('short_grams', { deterministic: true }, (text) => shortGrams(String(text)))
  expectPragma(database, 'journal_mode', file === ':memory:' ? 'memory' : 'wal')
  expectPragma(database, 'synchronous', 2)
  expectPragma(database, 'foreign_keys', 1)
  database.exec(`pragma busy_timeout = ${busyMs}`)
  return database
}

/** Opens a second connection that only reads, to a file that `openSqlite` has opened. */
export function openReader(file: string): DatabaseSync {
  const database = new DatabaseSync(file, { readOnly: true, timeout: busyMs })
  giveMemory(database)
  return database
}

function giveMemory(database: DatabaseSync) {
  database.exec('pragma temp_store = memory; pragma cache_size = -65536; pragma mmap_size = 268435456')
}

/** SQLite creates its log with the mode of the database. Files of earlier versions were created with the umask. */
function makePrivate(file: string) {
  closeSync(openSync(file, 'a', 0o600))
  for (const path of [file, `${file}-wal`, `${file}-shm`]) {
    try {
      chmodSync(path, 0o600)
    } catch (error) {
      // Not there, or owned by someone who gave us access on purpose.
      if (!['ENOENT', 'EPERM'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error
    }
  }
}

/**
 * Two processes that make the file together are in each other's way here, and SQLite does not wait for a lock that
 * another one might keep it from for ever (errcode 5, SQLITE_BUSY): it is for us to ask again.
 */
function enterWal(database: DatabaseSync) {
  const giveUpAt = Date.now() + openMs
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
