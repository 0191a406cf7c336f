import { createHash } from 'node:crypto'

import { type Kysely, sql } from 'kysely'

import type { Database } from '#server/platform/db/database.ts'
import { ownTables } from '#server/platform/db/postgres-setup.ts'
import type { Store } from '#server/platform/db/store.ts'

/** Written by triggers while the other tables are copied or as a database is opened, or only of interest to a running service. */
const derived: ReadonlySet<string> = new Set([
  'row_counts',
  'tallies',
  'tally_changes',
  'currency_digits',
  'deliverers',
])
/** Last, because it says to which data folder the database belongs: a copy without it is an unfinished one. */
const last = 'settings'

const rowsAtOnce = 500
/** The most values that SQLite takes in one statement. */
const valuesAtOnce = 30_000

type Row = Record<string, unknown>
type Db = Kysely<Database>

/** How many rows a table has, and a sum over their contents that doesn't depend on their order or the engine. */
export interface TableSum {
  readonly rows: number
  readonly sum: string
}

/**
 * Returns the tables of an installation in an order in which each comes after those it references. Read from SQLite, which is on one
 * side of every copy.
 */
export async function tablesInOrder(sqlite: Db): Promise<readonly string[]> {
  const { rows } = await sql<{ name: string; parent: string | null }>`
    select tables.name, keys."table" as parent from sqlite_master as tables
    left join pragma_foreign_key_list(tables.name) as keys where tables.type = 'table'`.execute(sqlite)
  const parents = Map.groupBy(rows, ({ name }) => name)
  const ordered = new Set<string>()
  const add = (name: string) => {
    if (ordered.has(name)) return
    for (const { parent } of parents.get(name) ?? []) if (parent !== null && parent !== name) add(parent)
    ordered.add(name)
  }
  for (const name of ownTables) if (parents.has(name) && !derived.has(name) && name !== last) add(name)
  ordered.add(last)
  return [...ordered]
}

/** Copies a table into an empty one of another database, in one transaction. Returns what was copied. */
export async function copyTable(from: Store, to: Store, table: string): Promise<TableSum> {
  const digest = new Digest()
  await to.db.transaction().execute(async (trx) => {
    for await (const rows of pagesOf(from, table)) {
      for (const row of rows) digest.add(row)
      await insert(trx, table, rows)
    }
    await copyNextId(from, { ...to, db: trx }, table)
  })
  return digest.sum
}

/** Returns the sum of a table. */
export async function sumOf(store: Store, table: string): Promise<TableSum> {
  const digest = new Digest()
  for await (const rows of pagesOf(store, table)) for (const row of rows) digest.add(row)
  return digest.sum
}

/** Whether the table has no rows. */
export async function isEmpty({ db }: Pick<Store, 'db'>, table: string): Promise<boolean> {
  const { rows } = await sql`select 1 from ${sql.table(table)} limit 1`.execute(db)
  return rows.length === 0
}

/** Yields all rows. On PostgreSQL in a transaction only, where a cursor lives. */
async function* pagesOf({ db, dialect }: Store, table: string): AsyncGenerator<readonly Row[]> {
  if (dialect.kind === 'postgres') {
    yield* fetched(db, table)
    return
  }
  for (let after = 0; ;) {
    const { rows } = await sql<Row & { rowid_: number }>`select rowid as rowid_, * from ${sql.table(table)}
      where rowid > ${after} order by rowid limit ${rowsAtOnce}`.execute(db)
    if (rows.length === 0) return
    after = rows.at(-1)?.rowid_ ?? after
    yield rows.map(({ rowid_: _rowid, ...row }) => row)
  }
}

async function* fetched(db: Db, table: string): AsyncGenerator<readonly Row[]> {
  await sql`declare rows_to_copy no scroll cursor for select * from ${sql.table(table)}`.execute(db)
  for (;;) {
    const { rows } = await sql<Row>`fetch ${sql.lit(rowsAtOnce)} from rows_to_copy`.execute(db)
    if (rows.length === 0) break
    yield rows
  }
  await sql`close rows_to_copy`.execute(db)
}

async function insert(trx: Db, table: string, rows: readonly Row[]): Promise<void> {
  const columns = Object.keys(rows[0] ?? {})
  const atOnce = Math.max(1, Math.min(rowsAtOnce, Math.floor(valuesAtOnce / columns.length)))
  for (let from = 0; from < rows.length; from += atOnce) {
    const values = rows
      .slice(from, from + atOnce)
      .map((row) => sql`(${sql.join(columns.map((column) => plain(row[column])))})`)
    await sql`insert into ${sql.table(table)} (${sql.join(columns.map((column) => sql.ref(column)))})
      values ${sql.join(values)}`.execute(trx)
  }
}

/** The id of a deleted row is never given to another one, on either engine. */
async function copyNextId(from: Store, to: Store, table: string): Promise<void> {
  const lastId = await lastIdOf(from, table)
  if (lastId === undefined || lastId === 0) return
  if (to.dialect.kind === 'postgres') {
    await sql`select setval(pg_get_serial_sequence(${table}, 'id'), ${lastId}::bigint)`.execute(to.db)
    return
  }
  await sql`delete from sqlite_sequence where name = ${table}`.execute(to.db)
  await sql`insert into sqlite_sequence (name, seq) values (${table}, ${lastId})`.execute(to.db)
}

async function lastIdOf({ db, dialect }: Store, table: string): Promise<number | undefined> {
  if (dialect.kind === 'sqlite') {
    const { rows } = await sql<{
      seq: number
    }>`select seq from sqlite_sequence where name = ${table}`.execute(db)
    return rows[0]?.seq
  }
  const { rows } = await sql<{ seq: number | null }>`select pg_sequence_last_value(oid) as seq from pg_class
    where oid = pg_get_serial_sequence(${table}, (select attname from pg_attribute
      where attrelid = ${table}::regclass and attidentity <> ''))::regclass`.execute(db)
  return rows[0]?.seq ?? undefined
}

/** A value as both engines take it: in the tables of sign-in, PostgreSQL has dates and booleans. */
function plain(value: unknown): unknown {
  if (value instanceof Date) return value.toISOString()
  return typeof value === 'boolean' ? Number(value) : value
}

/** The same time has six fractional digits where SQLite stores it as text, and three as a date. */
const comparable = (value: unknown) => {
  const text = plain(value)
  return typeof text === 'string' ? text.replace(/^(\d{4}-\d\d-\d\dT[\d:]{8}\.\d{3})000Z$/, '$1Z') : text
}

class Digest {
  #rows = 0
  #total = 0n

  add(row: Row): void {
    const text = JSON.stringify(
      Object.keys(row)
        .toSorted()
        .map((column) => [column, comparable(row[column])]),
    )
    this.#rows += 1
    const hash = createHash('sha256').update(text).digest('hex')
    this.#total = BigInt.asUintN(256, this.#total + BigInt(`0x${hash}`))
  }

  get sum(): TableSum {
    return { rows: this.#rows, sum: this.#total.toString(16).padStart(64, '0') }
  }
}
