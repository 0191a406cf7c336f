import { type Kysely, type RawBuilder, sql } from 'kysely'

import type { Database } from './database.ts'
import {
  type DbDialect,
  type ScopedTable,
  idBits,
  idMask,
  pattern,
  phrase,
  shortestTrigram,
} from './dialects.ts'
import { searchedRows } from './row-security.ts'
import { gramOf } from './short-grams.ts'

/** Columns that `searchWords` selects: a row's id, and the value of the column to sort by. */
export interface WordMatch {
  readonly id: number
  readonly key: number | string
}

/** A search by words within one account. */
export interface WordSearch {
  readonly table: ScopedTable
  readonly account: number
  /** Folded, not empty, without NUL characters. */
  readonly words: readonly string[]
  /** The column to sort by. */
  readonly key: string
  /** Only rows from this id to that one. */
  readonly ids?: readonly [from: number, to: number]
}

/** Adds an index over `table.search_text` that finds words of any length among the rows of one account. */
export async function createWordSearch(db: Kysely<Database>, dialect: DbDialect, table: ScopedTable) {
  if (dialect.kind === 'sqlite') {
    await dialect.createScopedSearch(db, table)
    await sql
      .raw(`insert into ${table}_search(rowid, search_text)
        select account_id << ${idBits} | id, search_text from ${table}`)
      .execute(db)
    await sql
      .raw(`insert into ${table}_short(rowid, grams)
        select account_id << ${idBits} | id, short_grams(search_text) from ${table}`)
      .execute(db)
    return
  }
  // One to three characters in a row, hashed together with the account: its rows are found without meeting another's.
  await sql`create function search_grams(account bigint, body text, shortest integer) returns bigint[]
    language sql immutable strict parallel safe cost 10000 as $$
      select coalesce(array_agg(hashtextextended(gram, account)), '{}') from (
        select unnest(array[
          case when shortest <= 1 then one end, case when shortest <= 2 then one || two end, one || two || three
        ]) as gram from (
          select one, lead(one, 1) over (order by place) as two, lead(one, 2) over (order by place) as three
          from unnest(string_to_array(body, null)) with ordinality as letters(one, place)
        ) as runs
      ) as grams where gram is not null $$`.execute(db)
  await createGramIndex(db, table)
}

/** PostgreSQL: adds the index over every one to three characters of `search_text`. */
export async function createGramIndex(db: Kysely<Database>, table: ScopedTable) {
  const index = `${table}_grams`
  // Now rather than after the last step: another collation would build the index again, without what is set below.
  await sql.raw(`alter table ${table} alter column search_text type text collate "C"`).execute(db)
  await sql
    .raw(`create index ${index} on ${table} using gin (search_grams(account_id, search_text, 1))`)
    .execute(db)
  // Which grams are common is no help: whether to use this index is decided by the total, which is known.
  await sql.raw(`alter index ${index} alter column 1 set statistics 0`).execute(db)
}

/**
 * A subquery of the account's rows whose `search_text` contains every word literally. Words of three or more letters
 * are a single index lookup, and so are shorter ones; of both kinds, the short ones are looked for in what the long
 * ones found.
 */
export function searchWords(dialect: DbDialect, search: WordSearch): RawBuilder<WordMatch> {
  return dialect.kind === 'sqlite' ? onSqlite(search) : onPostgres(search)
}

/** Whether `table.search_text` contains every word, by reading the row. */
export function containsWords(
  dialect: DbDialect,
  table: ScopedTable,
  words: readonly string[],
): RawBuilder<boolean> {
  return allOf(words.map((word) => dialect.textContains(table, word)))
}

const isLong = (word: string) => [...word].length >= shortestTrigram

function onSqlite({ table, account, words, key, ids = [0, idMask] }: WordSearch) {
  const long = words.filter(isLong)
  const short = words.filter((word) => !isLong(word))
  const index = sql.table(long.length > 0 ? `${table}_search` : `${table}_short`)
  const match = (long.length > 0 ? long.map(phrase) : short.map((word) => phrase(gramOf([...word])))).join(
    ' ',
  )
  const place = (id: number) => sql`(${account} << ${sql.lit(idBits)} | ${id})`
  const found = sql`select rowid & ${sql.lit(idMask)} as id, rowid as place from ${index}
    where ${index} match ${match} and rowid between ${place(ids[0])} and ${place(ids[1])}`
  const isMixed = long.length > 0 && short.length > 0
  if (key === 'id' && !isMixed) return sql<WordMatch>`(select id, place as key from (${found}))`
  const rows = sql.table(table)
  const rest = isMixed ? allOf(short.map((word) => sql`instr(${rows}.search_text, ${word}) > 0`)) : sql`1 = 1`
  // A cross join is executed in the order it is written in: from what was found to its rows.
  return sql<WordMatch>`(select found.id, ${key === 'id' ? sql`found.place` : sql.ref(`${table}.${key}`)} as key
    from (${found}) as found cross join ${rows} where ${rows}.id = found.id and ${rest})`
}

function onPostgres({ table, account, words, key }: WordSearch) {
  const grams = words.map(
    (word) => sql`search_grams(${account}, ${word}, ${Math.min(shortestTrigram, [...word].length)})`,
  )
  // Materialized, this part is planned for itself, and evaluated once: the planner would rather walk the order asked for and
  // hope to meet a match soon, or search anew for every row that it might be.
  const found = sql`with matching as materialized (select id from ${sql.table(searchedRows(table))}
    where search_grams(account_id, search_text, 1) @> (${sql.join(grams, sql` || `)})
      and account_id = ${account} and ${allOf(words.map((word) => sql`search_text like ${pattern(word)}`))})`
  if (key === 'id') return sql<WordMatch>`(${found} select id, id as key from matching)`
  return sql<WordMatch>`(${found} select matching.id, ${sql.ref(`${table}.${key}`)} as key
    from matching join ${sql.table(table)} on ${sql.ref(`${table}.id`)} = matching.id)`
}

const allOf = (conditions: readonly RawBuilder<unknown>[]) =>
  sql<boolean>`(${sql.join(conditions, sql` and `)})`
