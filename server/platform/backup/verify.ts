import { lstat, realpath } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

import { type Schema, schemaOf, schemaThrough } from '#server/platform/db/expected-schema.ts'
import { StartupError } from '#server/platform/lib/startup-error.ts'

import { databaseName } from './snapshot.ts'

/** Throws `StartupError` unless it is a file of the backup itself: a link would bring in a file of this machine. */
export async function expectOwnFile(folder: string, name: string): Promise<void> {
  const path = join(folder, name)
  const isOwn = (await lstat(path)).isFile() && (await realpath(path)) === join(await realpath(folder), name)
  if (!isOwn) throw new StartupError(`${path} is a link, and a backup has none. Use another backup.`)
}

/**
 * Throws `StartupError` unless the database of a backup is sound and has the schema of the version that made it: nothing
 * that our migrations make is missing, and nothing else is there.
 */
export async function expectSound(folder: string): Promise<void> {
  const file = join(folder, databaseName)
  const refuse = (why: string) => new StartupError(`${file} can't be restored: ${why}. Use another backup.`)
  const database = new DatabaseSync(file, { readOnly: true })
  try {
    const found = schemaOf(database)
    if (!found.has('table kysely_migration')) throw refuse("it isn't a database of Bureau")
    await expectSchema(database, found, refuse)
    const [damage] = database.prepare('pragma integrity_check(1)').all()
    if (damage?.['integrity_check'] !== 'ok')
      throw refuse(`it is damaged (${String(damage?.['integrity_check'])})`)
    const [broken] = database.prepare('pragma foreign_key_check').all()
    if (broken)
      throw refuse(
        `a row of ${String(broken['table'])} refers to a row of ${String(broken['parent'])} that is missing`,
      )
  } catch (error) {
    if (error instanceof StartupError) throw error
    throw refuse(`SQLite can't read it (${(error as Error).message})`)
  } finally {
    database.close()
  }
}

async function expectSchema(
  database: DatabaseSync,
  found: Schema,
  refuse: (why: string) => StartupError,
): Promise<void> {
  const steps = database.prepare('select name from kysely_migration order by name').all()
  const through = String(steps.at(-1)?.['name'])
  const expected = await schemaThrough(through)
  if (!expected) throw refuse(`it has the migration ${through}, which this version doesn't know`)
  for (const [key, sql] of expected) {
    if (!found.has(key)) throw refuse(`the ${key} is missing`)
    if (found.get(key) !== sql) throw refuse(`the ${key} isn't the one of Bureau`)
  }
  for (const key of found.keys()) if (!expected.has(key)) throw refuse(`the ${key} isn't one of Bureau's`)
}
