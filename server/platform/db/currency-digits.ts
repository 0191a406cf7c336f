import type { Kysely } from 'kysely'

import { fractionDigits, knownDigits } from '#contract/values/currencies.ts'
import { StartupError } from '#server/platform/lib/startup-error.ts'

import type { Database } from './database.ts'

/**
 * Makes sure that this version counts amounts in the minor units they are stored in, and stores those of currencies that are
 * new. Throws `StartupError` where they differ.
 */
export async function agreeOnDigits(db: Kysely<Database>): Promise<void> {
  const stored = await db.selectFrom('currency_digits').selectAll().orderBy('currency').execute()
  const other = stored.find(({ currency, digits }) => digits !== fractionDigits(currency))
  if (other)
    throw new StartupError(
      `The database stores amounts in ${other.currency} with ${other.digits} decimals, and this version of Bureau with ${fractionDigits(other.currency)}. Start the version that wrote it, or a newer one.`,
    )
  const known = new Set(stored.map(({ currency }) => currency))
  const fresh = [...knownDigits].filter(([currency]) => !known.has(currency))
  if (fresh.length === 0) return
  await db
    .insertInto('currency_digits')
    .values(fresh.map(([currency, digits]) => ({ currency, digits })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
