import type { Expression, ExpressionBuilder, SqlBool } from 'kysely'

import { Tenant } from '#server/platform/access/tenant.ts'
import type { Database } from '#server/platform/db/database.ts'
import type { Store } from '#server/platform/db/store.ts'
import { addDays, dateAt } from '#server/platform/lib/time-zone.ts'

/** The actor in the activity. */
const actor = 'Bureau'

/**
 * Returns the accounts that have something due, each with its time zone and its own date of today, `YYYY-MM-DD`. `hasDue` gets the date
 * furthest ahead anywhere, so an account may have nothing due by its own. With `account`, only that one is looked at.
 */
export async function findDueAccounts(
  { db, dialect }: Store,
  nowMs: number,
  hasDue: (eb: ExpressionBuilder<Database, 'accounts'>, latest: string) => Expression<SqlBool>,
  account?: number,
): Promise<{ readonly tenant: Tenant; readonly today: string; readonly timeZone: string }[]> {
  const latest = addDays(dateAt(nowMs, 'UTC'), 1)
  const accounts = await db
    .selectFrom('accounts')
    .select(['id', 'time_zone'])
    .where((eb) => hasDue(eb, latest))
    .$if(account !== undefined, (query) => query.where('id', '=', account as number))
    .execute()
  return accounts.map(({ id, time_zone }) => ({
    tenant: new Tenant(db, dialect, id, actor),
    // When it is read, so that a time zone that isn’t known any longer concerns its account alone.
    get today() {
      return dateAt(nowMs, time_zone)
    },
    timeZone: time_zone,
  }))
}

/** Fields of the log about a failure in one of them. */
export const accountOf = ({ tenant }: { readonly tenant: Tenant }) => ({ account: tenant.account })
