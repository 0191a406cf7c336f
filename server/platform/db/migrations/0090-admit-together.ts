import { type Kysely, sql } from 'kysely'

import type { Database } from '#server/platform/db/database.ts'
import type { DbDialect } from '#server/platform/db/dialects.ts'

/**
 * `admit_request` of 0050 for several requests of a caller at once, of which the first so many are admitted. What has left
 * the window is passed over, and deleted by the sweep.
 */
export async function up(db: Kysely<Database>, { kind }: DbDialect): Promise<void> {
  if (kind === 'sqlite') return
  await sql
    .raw(
      `create function admit_requests(who text, per_minute integer, wanted integer,
        out admitted integer, out remaining integer, out wait_ms double precision)
      language plpgsql set enable_seqscan = off as $$
      declare
        present timestamptz;
        newest admitted_requests;
        oldest bigint;
      begin
        perform pg_advisory_xact_lock(hashtextextended('requests ' || who, 0));
        present := clock_timestamp();
        select * into newest from admitted_requests where caller = who order by ordinal desc limit 1;
        if newest.at > present then
          delete from admitted_requests where caller = who and at > present;
          select * into newest from admitted_requests where caller = who order by ordinal desc limit 1;
        end if;
        select ordinal into oldest from admitted_requests
          where caller = who and at > present - interval '1 minute' order by at limit 1;
        remaining := per_minute - coalesce(newest.ordinal - oldest + 1, 0);
        admitted := greatest(least(wanted, remaining), 0);
        for position in 1..admitted loop
          insert into admitted_requests values (who, coalesce(newest.ordinal, 0) + position, present);
        end loop;
        if admitted < wanted then
          select extract(epoch from at + interval '1 minute' - present) * 1000 into wait_ms
            from admitted_requests
            where caller = who and ordinal = coalesce(newest.ordinal, 0) + admitted - per_minute + 1;
        end if;
        remaining := greatest(remaining - admitted, 0);
      end $$`,
    )
    .execute(db)
}
