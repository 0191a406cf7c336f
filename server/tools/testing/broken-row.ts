import { sql } from 'kysely'

import type { Store } from '#server/platform/db/store.ts'

import { onPostgres } from './data-dir.ts'

/** From now on, the database refuses to change or delete that row, until the function that it returns is called. */
export async function breakRow(
  { db }: Store,
  table: string,
  id: number,
  event: 'update' | 'delete' = 'update',
): Promise<() => Promise<void>> {
  const trigger = `broken_${table}_${id}`
  const head = `create trigger ${trigger} before ${event} on ${table} for each row when (old.id = ${id})`
  const run = (text: string) => sql.raw(text).execute(db)
  if (onPostgres) {
    await run(
      "create or replace function broken_row() returns trigger language plpgsql as $$ begin raise exception 'broken row'; end $$",
    )
    await run(`${head} execute function broken_row()`)
  } else await run(`${head} begin select raise(abort, 'broken row'); end`)
  return async () => void (await run(`drop trigger ${trigger}${onPostgres ? ` on ${table}` : ''}`))
}
