import type { Kysely } from 'kysely'

import type { Database } from '#server/platform/db/database.ts'
import type { DbDialect } from '#server/platform/db/dialects.ts'
import {
  addTallyTriggers,
  countTallies,
  dropTallyTriggers,
  paymentDayTallies,
  paymentTallies,
} from '#server/platform/db/tallies.ts'

/** Payments are also added up by day, to compare a month that isn’t over with the one before. */
export async function up(db: Kysely<Database>, dialect: DbDialect): Promise<void> {
  await dropTallyTriggers(db, dialect, 'invoice_payments')
  await countTallies(db, 'invoice_payments', paymentDayTallies)
  await addTallyTriggers(db, dialect, 'invoice_payments', [...paymentTallies, ...paymentDayTallies])
}
