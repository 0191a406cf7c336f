import { type Kysely, sql } from 'kysely'

import type { Database } from '#server/platform/db/database.ts'
import type { DbDialect } from '#server/platform/db/dialects.ts'

/**
 * Which requests of each credential were admitted in the last minute, where several processes count them.
 *
 * `ordinal` counts the requests of a caller, so that how many are in the window is a difference and not a count.
 * Unlogged: after a crash of the database server everybody starts with an empty window.
 */
export async function up(db: Kysely<Database>, { kind }: DbDialect): Promise<void> {
  if (kind === 'sqlite') return
  const statements = [
    `create unlogged table admitted_requests (caller text collate "C" not null, ordinal bigint not null,
      at timestamptz not null, primary key (caller, ordinal))`,
    `create index admitted_requests_times on admitted_requests (caller, at)`,
    // The time is read once the lock is held, so it follows the order of the requests. What lies in the future is from
    // before the clock was set back, and must not keep anybody out. By the indexes even while the planner's statistics
    // are from before the rows.
    `create function admit_request(who text, per_minute integer, out remaining integer, out wait_ms double precision)
      language plpgsql set enable_seqscan = off as $$
      declare
        present timestamptz;
        newest bigint;
        oldest bigint;
      begin
        perform pg_advisory_xact_lock(hashtextextended('requests ' || who, 0));
        present := clock_timestamp();
        delete from admitted_requests
          where caller = who and (at <= present - interval '1 minute' or at > present);
        select ordinal into newest from admitted_requests where caller = who order by ordinal desc limit 1;
        select ordinal into oldest from admitted_requests where caller = who order by ordinal limit 1;
        remaining := per_minute - coalesce(newest - oldest + 1, 0) - 1;
        if remaining < 0 then
          select extract(epoch from at + interval '1 minute' - present) * 1000 into wait_ms
            from admitted_requests where caller = who and ordinal = newest - per_minute + 1;
        else
          insert into admitted_requests values (who, coalesce(newest, 0) + 1, present);
        end if;
      end $$`,
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}
