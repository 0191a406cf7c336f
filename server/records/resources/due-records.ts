import { type Expression, type ExpressionBuilder, type RawBuilder, type SqlBool, sql } from 'kysely'

import { Tenant } from '#server/platform/access/tenant.ts'
import type { Database } from '#server/platform/db/database.ts'
import type { Store } from '#server/platform/db/store.ts'
import { allOrEach, forEach } from '#server/platform/lib/each.ts'
import { addDays, dateAt } from '#server/platform/lib/time-zone.ts'
import type { LiveBus } from '#server/platform/live/bus.ts'

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

/** What a change by itself needs. */
export interface DueWork {
  readonly store: Store
  readonly live: LiveBus
}

/** Records that change by themselves once a day has passed where their account is. */
interface DueKind {
  readonly table: 'documents' | 'invoices'
  /** Which of them the day `before` finds due. */
  readonly isDue: (before: string) => RawBuilder<SqlBool>
  /**
   * Changes those that are still due, of the account's `today`, in their transaction. Returns how many it changed: a person may
   * have changed or deleted one, or another process have been first, since they were found.
   */
  readonly change: (trx: Tenant, ids: readonly number[], today: string) => Promise<number>
}

/** In small transactions, so that nobody waits long for the lock. */
const changedAtOnce = 100

/**
 * Changes what is due in every account, once: several processes may run this at a time. Returns how many changed here; open
 * screens are told which account's did.
 */
export async function changeDue(
  { store, live }: DueWork,
  nowMs: number,
  { table, isDue, change }: DueKind,
): Promise<number> {
  const accounts = await findDueAccounts(
    store,
    nowMs,
    (_eb, latest) =>
      sql<SqlBool>`exists (select 1 from ${sql.table(table)} where account_id = accounts.id and ${isDue(latest)})`,
  )
  let changed = 0
  await forEach(accounts, accountOf, async ({ tenant, today }) => {
    for (let after = 0; ;) {
      const due = await tenant
        .select(table)
        .select('id')
        .where(isDue(today))
        .where('id', '>', after)
        .orderBy('id')
        .limit(changedAtOnce)
        .execute()
      await allOrEach(
        due.map(({ id }) => id),
        async (ids) => {
          const done = await tenant.transaction(async (trx) => {
            // Two that take the same rows in another order would wait for each other for ever.
            await trx.lock(`${table}-due`)
            return change(trx, ids, today)
          })
          changed += done
          if (done > 0) live.publish(tenant.account, { topic: table, id: null })
        },
      )
      const last = due.at(-1)
      if (last === undefined || due.length < changedAtOnce) return
      after = last.id
    }
  })
  return changed
}
