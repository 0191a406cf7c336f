import { type Kysely, sql } from 'kysely'

import type { Database } from './database.ts'
import { lockClasses } from './lock-classes.ts'
import { everyAccount, scopeSetting } from './scope.ts'

/** The tables with an index over an expression; the others are found by the values of columns. */
export type SearchedTable = 'customers' | 'contacts' | 'services' | 'invoices' | 'custom_field_values'

/**
 * PostgreSQL: here are the same rows without their policy, to find ids in that are then read from the table itself. With
 * a policy, only conditions that can't tell anything about a row by failing are evaluated before it, such as the equality
 * of two columns, and so no index over words or other expressions could be used.
 */
export const searchedRows = (table: SearchedTable): string => `searched_${table}`

/** Makes the table that `searchedRows` names, with these columns: a parent of the other one, without rows of its own. */
export async function createSearchedRows(
  db: Kysely<Database>,
  table: SearchedTable,
  columns: string,
): Promise<void> {
  const parent = sql.table(searchedRows(table))
  await sql`create table ${parent} (id bigint, account_id bigint, ${sql.raw(columns)})`.execute(db)
  await sql`alter table ${sql.table(table)} inherit ${parent}`.execute(db)
}

interface AccountColumn {
  readonly table: string
  readonly column: 'id' | 'account_id'
}

/**
 * Adds a policy to those tables that have rows of accounts, and none yet. It shows and takes only the rows of a
 * statement’s scope; without a scope none.
 */
export async function protectAccounts(db: Kysely<Database>, tables: readonly string[]): Promise<void> {
  if ((await unprotected(db, tables)).length === 0) return
  if (db.isTransaction) await protect(db, tables)
  else await db.transaction().execute((trx) => protect(trx, tables))
}

async function protect(trx: Kysely<Database>, tables: readonly string[]): Promise<void> {
  // Several processes may start at once.
  await sql`select pg_advisory_xact_lock(${lockClasses.names}::int, hashtext('policies'))`.execute(trx)
  const setting = `current_setting('${scopeSetting}', true)`
  for (const { table, column } of await unprotected(trx, tables)) {
    const name = sql.table(table)
    // Each subquery is evaluated once a statement, and not for each row. After a transaction, the setting is empty.
    const account = sql.raw(`(select nullif(nullif(${setting}, ''), '${everyAccount}')::bigint)`)
    const isEvery = sql.raw(`(select ${setting} = '${everyAccount}')`)
    await sql`create policy of_account on ${name} using (${sql.ref(column)} = ${account} or ${isEvery})`.execute(
      trx,
    )
    // Forced: otherwise the owner of a table, which is who Bureau usually is, would be exempt.
    await sql`alter table ${name} enable row level security, force row level security`.execute(trx)
  }
}

/** In the tables of sign-in, a text `account_id` is what a person is called elsewhere. */
async function unprotected(
  db: Kysely<Database>,
  tables: readonly string[],
): Promise<readonly AccountColumn[]> {
  const { rows } = await sql<AccountColumn>`
    select relname as "table", attname as "column"
    from pg_attribute join pg_class on pg_class.oid = attrelid
    where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p')
      and relname = any(${tables}::name[]) and relname not like 'searched%' and not attisdropped
      and (attname = 'account_id' and atttypid = 'bigint'::regtype or attname = 'id' and relname = 'accounts')
      and not (relrowsecurity and relforcerowsecurity)
    order by relname`.execute(db)
  return rows
}

/** The sums of an account are added up when a transaction commits, whatever its scope is by then. */
export async function scopeTallies(db: Kysely<Database>): Promise<void> {
  const { rows } = await sql<{ body: string }>`
    select prosrc as body from pg_proc where oid = 'add_tally_change()'::regprocedure`.execute(db)
  const body = rows[0]?.body.replace(
    'begin',
    `begin\n    perform set_config('${scopeSetting}', new.account_id::text, true);`,
  )
  await sql
    .raw(`create or replace function add_tally_change() returns trigger language plpgsql as $$${body}$$`)
    .execute(db)
}

/** Returns why policies don’t hold this user, who is the subject; undefined if they do. */
export async function policyExemption(db: Kysely<Database>): Promise<string | undefined> {
  const { rows } = await sql<{ rolname: string; rolsuper: boolean; rolbypassrls: boolean }>`
    select rolname, rolsuper, rolbypassrls from pg_roles where rolname = current_user`.execute(db)
  const [role] = rows
  if (role?.rolsuper) return `${role.rolname} is a superuser`
  return role?.rolbypassrls ? `${role.rolname} has BYPASSRLS` : undefined
}
