import { type Kysely, Migrator } from 'kysely'

import type { Database } from './database.ts'
import type { Dialect } from './dialects.ts'
import * as staff from './migrations/0001-staff.ts'
import * as customers from './migrations/0002-customers.ts'
import * as outbox from './migrations/0003-outbox.ts'
import * as webhooks from './migrations/0004-webhooks.ts'
import * as catalogue from './migrations/0005-catalogue.ts'

type Step = { up(db: Kysely<Database>, dialect: Dialect): Promise<void> }

/** Forward only; a step that has shipped is never edited. */
const steps: Record<string, Step> = {
  '0001-staff': staff,
  '0002-customers': customers,
  '0003-outbox': outbox,
  '0004-webhooks': webhooks,
  '0005-catalogue': catalogue,
}

/** Brings the database up to date, all steps in one transaction; safe when several processes start at once. */
export async function migrate(db: Kysely<Database>, dialect: Dialect): Promise<void> {
  const migrations = Object.fromEntries(
    Object.entries(steps).map(([name, step]) => [
      name,
      { up: (on: Kysely<Database>) => step.up(on, dialect) },
    ]),
  )
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } })
  const { error } = await migrator.migrateToLatest()
  if (error) throw error
  await dialect.sortByCodePoint(db)
}
