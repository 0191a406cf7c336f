import { type Kysely, sql } from 'kysely'

import type { Database } from '#server/platform/db/database.ts'
import type { DbDialect } from '#server/platform/db/dialects.ts'

const refused = 'entries of the audit log are never changed, and deleted only after their retention'

/** Who did what: a table that takes new rows, and lets go only of those older than the account keeps them. */
export async function up(db: Kysely<Database>, dialect: DbDialect): Promise<void> {
  await db.schema
    .createTable('audit_log')
    .addColumn('id', dialect.id)
    .addColumn('account_id', 'bigint', (column) => column.notNull().references('accounts.id'))
    .addColumn('at', 'text', (column) => column.notNull())
    .addColumn('actor_kind', 'text', (column) => column.notNull())
    .addColumn('actor_id', 'bigint')
    .addColumn('actor_name', 'text', (column) => column.notNull())
    .addColumn('action', 'text', (column) => column.notNull())
    .addColumn('action_group', 'text', (column) => column.notNull())
    .addColumn('target_kind', 'text')
    .addColumn('target_id', 'bigint')
    .addColumn('target_name', 'text')
    .addColumn('address', 'text')
    .addColumn('request_id', 'text')
    .addColumn('changes', 'text')
    .execute()
  const indexes = {
    audit_log_newest: ['account_id', 'at', 'id'],
    audit_log_by_group: ['account_id', 'action_group', 'at', 'id'],
    audit_log_by_actor: ['account_id', 'actor_kind', 'actor_id', 'at', 'id'],
    audit_log_by_target: ['account_id', 'target_kind', 'target_id', 'at', 'id'],
  } as const
  for (const [name, columns] of Object.entries(indexes))
    await db.schema
      .createIndex(name)
      .on('audit_log')
      .columns([...columns])
      .execute()
  await db.schema
    .createTable('audit_settings')
    .addColumn('id', dialect.id)
    .addColumn('account_id', 'bigint', (column) => column.notNull().unique().references('accounts.id'))
    .addColumn('keep_days', 'integer')
    .execute()
  await (dialect.kind === 'sqlite' ? guardOnSqlite(db) : guardOnPostgres(db))
}

// Without a row, an account keeps entries for a year; with null in it, for good. By the clock of the database.
async function guardOnSqlite(db: Kysely<Database>) {
  const message = sql.lit(refused)
  await sql`create trigger audit_log_never_changes before update on audit_log
    begin select raise(abort, ${message}); end`.execute(db)
  await sql`create trigger audit_log_keeps before delete on audit_log
    when not exists (
      select 1 from accounts left join audit_settings on audit_settings.account_id = accounts.id
      where accounts.id = old.account_id
        and old.at < strftime('%Y-%m-%dT%H:%M:%f000Z', 'now', '-' ||
          case when audit_settings.id is null then 365 else audit_settings.keep_days end || ' days'))
    begin select raise(abort, ${message}); end`.execute(db)
}

async function guardOnPostgres(db: Kysely<Database>) {
  await sql`create function keep_audit_log() returns trigger language plpgsql as $$
    declare days integer; begin
      if tg_op = 'DELETE' then
        select case when audit_settings.id is null then 365 else keep_days end into days
          from accounts left join audit_settings on audit_settings.account_id = accounts.id
          where accounts.id = old.account_id;
        if old.at < to_char((now() at time zone 'UTC') - make_interval(days => days),
            'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') then
          return old;
        end if;
      end if;
      raise exception '${sql.raw(refused)}';
    end $$`.execute(db)
  await sql`create trigger audit_log_keeps before update or delete on audit_log
    for each row execute function keep_audit_log()`.execute(db)
  await sql`create trigger audit_log_stays before truncate on audit_log
    for each statement execute function keep_audit_log()`.execute(db)
}
