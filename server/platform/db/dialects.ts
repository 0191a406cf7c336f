import { type Kysely, type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'

import type { Database } from './database.ts'
import { lockClasses } from './lock-classes.ts'
import { ownTables, sortByCodePoint, trigramOperators } from './postgres-setup.ts'
import { type SearchedTable, policyExemption, protectAccounts, searchedRows } from './row-security.ts'
import { type ScopedQuery, narrowed, noAccount } from './scope.ts'

/** Where SQLite and PostgreSQL differ. */
export interface DbDialect {
  readonly kind: 'sqlite' | 'postgres'
  /** Column type and definition of a generated id. */
  readonly id: RawBuilder<unknown>
  /** Column type in which better-auth keeps its times. */
  readonly instant: 'text' | 'timestamptz'
  /** Column type for a count of bytes or a bit mask. */
  readonly bigint: 'integer' | 'bigint'
  /** After migrating: makes every text column of our tables sort by code point, whatever the language of the database. */
  sortByCodePoint(db: Kysely<Database>): Promise<void>
  /** After migrating: makes the database itself keep the rows of accounts apart, where it can. */
  protectAccounts(db: Kysely<Database>): Promise<void>
  /** Returns why the database doesn't do that for this user, who is the subject; undefined where it does, or never can. */
  policyExemption(db: Kysely<Database>): Promise<string | undefined>
  /**
   * A handle on the same database or transaction that the database holds to that account, where it can. Elsewhere only
   * the statements' own conditions do.
   */
  ofAccount(db: Kysely<Database>, account: number): Kysely<Database>
  /** Where ids are found by an index over an expression, in every account’s rows; they are then read from the table. */
  searchedRows(table: SearchedTable): string
  /** After many rows were added: the planner learns how many there are, and the indexes are put in order. */
  learnSizes(db: Kysely<Database>): Promise<void>
  /** Locks that name until the transaction ends, for transactions that read before they write: a second one waits. */
  lock(trx: Kysely<Database>, name: string): Promise<void>
  /** The same rows, locked against deletion until the transaction ends. */
  forKeyShare<Table extends keyof Database, Row>(
    query: SelectQueryBuilder<Database, Table, Row>,
  ): SelectQueryBuilder<Database, Table, Row>
  /** The same rows, locked against changes and deletion until the transaction ends. */
  forNoKeyUpdate<Table extends keyof Database, Row>(
    query: SelectQueryBuilder<Database, Table, Row>,
  ): SelectQueryBuilder<Database, Table, Row>
  /** The same rows, locked against everything, being referenced included, until the transaction ends. */
  forUpdate<Table extends keyof Database, Row>(
    query: SelectQueryBuilder<Database, Table, Row>,
  ): SelectQueryBuilder<Database, Table, Row>
  /** Adds a substring index over `table.column`; ids are the table's. */
  createSearch(db: Kysely<Database>, table: ScopedTable, column: string): Promise<void>
  /** The elements of a JSON array as rows of one column, `value`. */
  jsonRows(json: string): RawBuilder<unknown>
  /** The ids of deliveries to lease now, at most `perEndpoint` of each endpoint. */
  dueDeliveries(query: DueDeliveries): RawBuilder<number>
  /** Adds a substring index over `table.search_text` that one account's search reads without meeting another's rows. */
  createScopedSearch(db: Kysely<Database>, table: ScopedTable): Promise<void>
  /** Whether a search reads its matches in the order of ids and stops at the limit. */
  readonly searchesInIdOrder: boolean
  /** A table read from a covering index, where the planner would otherwise fetch each row. */
  fromCoveringIndex(table: ScopedTable, index: string): RawBuilder<unknown>
  /** Whether `table.search_text` contains `text` literally, by reading the row. */
  textContains(table: ScopedTable, text: string): RawBuilder<boolean>
}

/** Which deliveries to lease. Times are wire datetimes. */
export interface DueDeliveries {
  readonly now: string
  /** The calling process: its own expired leases are due again, those of other processes never. */
  readonly by: number
  /** Endpoints up to and including this id have been served. */
  readonly after: number
  /** Endpoints that get no more deliveries now. */
  readonly busy: readonly number[]
  /** Accounts that get no more deliveries now. */
  readonly busyAccounts: readonly number[]
  readonly perEndpoint: number
  /** From this many consecutive failures, an endpoint gets one delivery at a time. */
  readonly failingFrom: number
  readonly limit: number
}

/** The tables whose rows can be searched by text, within one account. */
export type ScopedTable = 'customers' | 'contacts' | 'services' | 'invoices'

// The trigram index can't find shorter texts.
export const shortestTrigram = 3

// A place in a scoped index is the account, then the id in this many bits: an account's rows are one range of places.
export const idBits = 40
/** The bits of a place that are the id. */
export const idMask = 2 ** idBits - 1
const place = (row: 'new' | 'old') => `${row}.account_id << ${idBits} | ${row}.id`

/** SQLite. `lock` and row locks do nothing: a transaction that writes is the only one. */
export const sqlite: DbDialect = {
  kind: 'sqlite',
  id: sql`integer primary key autoincrement`,
  instant: 'text',
  searchesInIdOrder: true,
  bigint: 'integer',

  sortByCodePoint: async () => undefined,
  protectAccounts: async () => undefined,
  policyExemption: async () => undefined,
  ofAccount: (db) => db,
  searchedRows: (table) => table,
  async learnSizes(db) {
    await sql`pragma analysis_limit = 1000`.execute(db)
    await sql`analyze`.execute(db)
  },
  // A transaction begins with the lock on all writing.
  lock: async () => undefined,
  forKeyShare: (query) => query,
  forNoKeyUpdate: (query) => query,
  forUpdate: (query) => query,

  async createSearch(db, table, column) {
    const index = sql.table(`${table}_search`)
    const [name, field] = [sql.table(table), sql.ref(column)]
    await sql`create virtual table ${index} using fts5(${field}, content=${sql.lit(table)}, content_rowid='id',
      tokenize='trigram case_sensitive 1', columnsize=0)`.execute(db)
    const add = sql`insert into ${index}(rowid, ${field}) values (new.id, new.${field})`
    const drop = sql`insert into ${index}(${index}, rowid, ${field}) values ('delete', old.id, old.${field})`
    await sql`create trigger ${sql.table(`${table}_search_insert`)} after insert on ${name} begin ${add}; end`.execute(
      db,
    )
    await sql`create trigger ${sql.table(`${table}_search_delete`)} after delete on ${name} begin ${drop}; end`.execute(
      db,
    )
    await sql`create trigger ${sql.table(`${table}_search_update`)} after update of ${field} on ${name}
      begin ${drop}; ${add}; end`.execute(db)
  },

  jsonRows: (json) => sql`json_each(${json})`,

  dueDeliveries(query) {
    const { perEndpoint, failingFrom, limit } = query
    // One writer at a time, so nothing has to be locked; the subqueries stand for lateral joins, which SQLite lacks.
    return sql<number>`(
      select id from (select id from deliveries where ${isDueTest(query)} order by due_at limit ${limit})
      union
      select id from (
        ${waitingEndpoints(sqlite, query)}
        select delivery.id from waiting join webhooks on webhooks.id = waiting.id and webhooks.status = 'active'
          and webhooks.account_id not ${isIn(sqlite, query.busyAccounts)}
        join deliveries as delivery on delivery.id in (
          select id from deliveries where webhook_id = waiting.id and ${isDue(query)} order by due_at, id limit ${perEndpoint})
        where webhooks.failure_count < ${failingFrom} or delivery.id = (
          select id from deliveries where webhook_id = waiting.id and ${isDue(query)} order by due_at, id limit 1)
        limit ${limit}))`
  },

  async createScopedSearch(db, table) {
    await sql`create virtual table ${sql.table(`${table}_search`)} using fts5(search_text, content='',
      tokenize='trigram case_sensitive 1', columnsize=0)`.execute(db)
    // Text too short for trigrams has a separate index, of all single characters and pairs in a row.
    await sql`create virtual table ${sql.table(`${table}_short`)} using fts5(grams, content='',
      tokenize='ascii', detail=none, columnsize=0)`.execute(db)
    const add = `
      insert into ${table}_search(rowid, search_text) values (${place('new')}, new.search_text);
      insert into ${table}_short(rowid, grams) values (${place('new')}, short_grams(new.search_text));`
    const drop = `
      insert into ${table}_search(${table}_search, rowid, search_text)
        values ('delete', ${place('old')}, old.search_text);
      insert into ${table}_short(${table}_short, rowid, grams)
        values ('delete', ${place('old')}, short_grams(old.search_text));`
    const triggers = {
      insert: `after insert on ${table} begin ${add} end`,
      delete: `after delete on ${table} begin ${drop} end`,
      update: `after update of search_text on ${table} begin ${drop} ${add} end`,
    }
    for (const [name, body] of Object.entries(triggers))
      await sql.raw(`create trigger ${table}_search_${name} ${body}`).execute(db)
  },

  fromCoveringIndex: (table, index) => sql`${sql.table(table)} indexed by ${sql.table(index)}`,
  textContains: (table, text) => sql<boolean>`instr(${sql.ref(`${table}.search_text`)}, ${text}) > 0`,
}

/** PostgreSQL. */
export const postgres: DbDialect = {
  kind: 'postgres',
  id: sql`bigint generated by default as identity primary key`,
  instant: 'timestamptz',
  searchesInIdOrder: false,
  bigint: 'bigint',

  sortByCodePoint,
  protectAccounts: (db) => protectAccounts(db, ownTables),
  policyExemption,
  ofAccount: narrowed,
  searchedRows,
  async learnSizes(db) {
    // A database may hold tables of other programs, and a user may not be allowed to vacuum them.
    const vacuum = sql`vacuum (analyze) ${sql.join(ownTables.map((name) => sql.table(name)))}`.compile(db)
    const alone: ScopedQuery = { ...vacuum, scope: noAccount }
    await db.executeQuery(alone)
  },
  async lock(trx, name) {
    await sql`select pg_advisory_xact_lock(${lockClasses.names}::int, hashtext(${name}))`.execute(trx)
  },
  forKeyShare: (query) => query.forKeyShare(),
  forNoKeyUpdate: (query) => query.forNoKeyUpdate(),
  forUpdate: (query) => query.forUpdate(),

  async createSearch(db, table, column) {
    await sql`create index ${sql.ref(`${table}_search`)} on ${sql.table(table)}
      using gin (${sql.ref(column)} ${await trigramOperators(db)})`.execute(db)
  },

  jsonRows: (json) => sql`jsonb_array_elements(${json}::jsonb)`,

  dueDeliveries(query) {
    const { perEndpoint, failingFrom, limit } = query
    // Rows that another process is leasing are skipped instead of waited for.
    return sql<number>`(
      ${waitingEndpoints(postgres, query)},
      tests as (
        select id from deliveries where ${isDueTest(query)} order by due_at limit ${limit} for update skip locked),
      turns as (
        select delivery.id from waiting join webhooks on webhooks.id = waiting.id and webhooks.status = 'active'
          and webhooks.account_id not ${isIn(postgres, query.busyAccounts)}
        cross join lateral (
          select id from deliveries where webhook_id = waiting.id and ${isDue(query)} order by due_at, id
          limit case when webhooks.failure_count < ${failingFrom}::int then ${perEndpoint}::int else 1 end
          for update skip locked) as delivery
        limit ${limit})
      select id from tests union all select id from turns)`
  },

  createScopedSearch: (db, table) => postgres.createSearch(db, table, 'search_text'),

  fromCoveringIndex: (table) => sql.table(table),
  textContains: (table, text) => sql<boolean>`strpos(${sql.ref(`${table}.search_text`)}, ${text}) > 0`,
}

const isDue = ({ now, by }: DueDeliveries) => sql`due_at <= ${now}
  and (leased_until is null or (leased_until <= ${now} and coalesce(leased_by, ${sql.lit(by)}) = ${sql.lit(by)}))`
const isDueTest = (query: DueDeliveries) => sql`is_test = 1 and ${isDue(query)}`

const isIn = ({ jsonRows }: DbDialect, ids: readonly number[]) =>
  sql`in (select cast(cast(value as text) as bigint) from ${jsonRows(JSON.stringify(ids))})`

/** The endpoints something waits for, found by leaping through the index from one to the next, however much waits. */
function waitingEndpoints(dialect: DbDialect, { after, busy }: DueDeliveries): RawBuilder<unknown> {
  return sql`with recursive
    leap(id) as (
      select min(webhook_id) from deliveries where due_at is not null and webhook_id > ${after}
      union all
      select (select min(webhook_id) from deliveries where due_at is not null and webhook_id > leap.id)
      from leap where leap.id is not null),
    waiting as (
      select id from leap where id is not null
      and id not ${isIn(dialect, busy)})`
}

/** Text escaped for FTS5. */
export const phrase = (text: string) => `"${text.replaceAll('"', '""')}"`

/** A LIKE pattern that matches the text literally, anywhere. */
export const pattern = (text: string) => `%${text.replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`
