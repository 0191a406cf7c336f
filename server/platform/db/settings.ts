import type { Kysely } from 'kysely'

import type { Database } from './database.ts'

type On = Pick<Kysely<Database>, 'selectFrom' | 'insertInto'>

/** Settings of the installation, one row a name. */
export type Setting = 'installation' | 'secret_key_check' | 'files_seen_at' | 'files_kept_before'

/** Returns the value, or undefined if the setting was never written. */
export async function readSetting(db: On, name: Setting): Promise<string | undefined> {
  const row = await db.selectFrom('settings').select('value').where('name', '=', name).executeTakeFirst()
  return row?.value
}

/** Writes the value over any earlier one. */
export async function writeSetting(db: On, name: Setting, value: string): Promise<void> {
  await db
    .insertInto('settings')
    .values({ name, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute()
}

/** Writes the setting unless it exists, and returns the value that stands: another process may have been first. */
export async function claimSetting(db: On, name: Setting, value: string): Promise<string> {
  await db
    .insertInto('settings')
    .values({ name, value })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return (await readSetting(db, name)) ?? value
}
