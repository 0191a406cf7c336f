import { type Kysely, sql } from 'kysely'

import type { Database } from './database.ts'
import type { DbDialect } from './dialects.ts'

/** The tables whose rows are counted for each account. */
const countedTables = ['customers', 'contacts', 'custom_fields'] as const
/** A table whose rows are counted by account. */
export type CountedTable = (typeof countedTables)[number]

/**
 * Adds triggers that keep `row_counts`: how many rows of a table an account has, and how often they have changed. An
 * account may have several entries for a table; their sum counts.
 */
export async function createRowCounts(db: Kysely<Database>, dialect: DbDialect): Promise<void> {
  const addTriggers = dialect.kind === 'sqlite' ? addSqliteTriggers : addPostgresTriggers
  if (dialect.kind === 'postgres') await addPostgresFunctions(db)
  for (const table of countedTables) {
    await addTriggers(db, table)
    const rows = sql.table(table)
    await sql`insert into row_counts (account_id, table_name, total, changes)
      select account_id, ${sql.lit(table)}, count(*), 1 from ${rows} group by account_id`.execute(db)
  }
}

// One writer at a time, so one entry for each account and table.
async function addSqliteTriggers(db: Kysely<Database>, table: CountedTable) {
  const note = (row: 'new' | 'old', added: number) => `
    insert into row_counts (account_id, table_name, total, changes)
      select ${row}.account_id, '${table}', 0, 0 where not exists (
        select 1 from row_counts where account_id = ${row}.account_id and table_name = '${table}');
    update row_counts set total = total + ${added}, changes = changes + 1
      where account_id = ${row}.account_id and table_name = '${table}';`
  const notes = { insert: note('new', 1), delete: note('old', -1), update: note('new', 0) }
  for (const [event, body] of Object.entries(notes))
    await sql
      .raw(`create trigger ${table}_count_${event} after ${event} on ${table} begin ${body} end`)
      .execute(db)
}

/**
 * A single entry for each account would make its writers wait for each other until they commit, and two that touch
 * the same customers could wait in a circle. So a transaction takes any entry that nobody holds, or adds one: there are
 * never more than there were concurrent writers.
 */
async function addPostgresFunctions(db: Kysely<Database>) {
  await sql`create function note_rows(of_account bigint, of_table text, added bigint) returns void
    language plpgsql as $$ begin
      update row_counts set total = total + added, changes = changes + 1
        where id = (select id from row_counts where account_id = of_account and table_name = of_table
          limit 1 for update skip locked);
      if not found then
        insert into row_counts (account_id, table_name, total, changes)
          values (of_account, of_table, added, 1);
      end if;
    end $$`.execute(db)
  await sql`create function count_rows() returns trigger language plpgsql as $$
    declare of record; begin
      for of in select account_id, count(*) as found from changed group by account_id loop
        perform note_rows(of.account_id, tg_table_name,
          case tg_op when 'INSERT' then of.found when 'DELETE' then -of.found else 0 end);
      end loop;
      return null;
    end $$`.execute(db)
}

async function addPostgresTriggers(db: Kysely<Database>, table: CountedTable) {
  for (const [event, rows] of [
    ['insert', 'new'],
    ['delete', 'old'],
    ['update', 'new'],
  ])
    await sql
      .raw(
        `create trigger ${table}_count_${event} after ${event} on ${table}
        referencing ${rows} table as changed for each statement execute function count_rows()`,
      )
      .execute(db)
}
