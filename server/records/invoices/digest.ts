import type { DigestTime, OverdueDigest } from '#contract/account/notifications.ts'
import { notify } from '#server/outgoing/notifications/insert.ts'
import { type Recipient, recipientsOf } from '#server/outgoing/notifications/recipients.ts'
import type { Tenant } from '#server/platform/access/tenant.ts'
import type { Store } from '#server/platform/db/store.ts'
import { forEach } from '#server/platform/lib/each.ts'
import { toDecimal } from '#server/platform/lib/money.ts'
import { hourAt, weekdayOf } from '#server/platform/lib/time-zone.ts'
import { always } from '#server/platform/lists/date-buckets.ts'
import type { LiveBus } from '#server/platform/live/bus.ts'
import { accountOf, findDueAccounts } from '#server/records/resources/due-records.ts'

import { dueOfSum, readTallies } from './sums.ts'

const kind = 'invoices.overdue'
const oldestShown = 5

/**
 * Notifies everyone whose hour has come of the overdue invoices of their account, once a day at most. Several processes
 * may run this at a time: the day in the account's time zone names the occasion, so that of two only one counts. A day
 * that is missed entirely is skipped, and the next digest covers it.
 */
export async function sendDigests(
  { store, live }: { readonly store: Store; readonly live: LiveBus },
  nowMs: number,
): Promise<void> {
  const accounts = await findDueAccounts(store, nowMs, (eb) =>
    eb.exists(
      eb
        .selectFrom('invoices')
        .select('invoices.id')
        .whereRef('invoices.account_id', '=', 'accounts.id')
        .where('status', '=', 'overdue'),
    ),
  )
  await forEach(accounts, accountOf, async ({ tenant, today, timeZone }) => {
    const hour = hourAt(nowMs, timeZone)
    const due = (await recipientsOf(tenant, kind)).filter(({ digest }) => isDue(digest, today, hour))
    const waiting = await withoutDigest(tenant, due, today)
    if (waiting.length === 0) return
    const notified = await tenant.transaction(async (trx) =>
      notify(trx, waiting, { kind, name: today, digest: await readDigest(trx) }, nowMs),
    )
    if (notified > 0) live.publish(tenant.account, { topic: 'notifications', id: null })
  })
}

/** Whether a digest at these times is due on that day at that hour. */
const isDue = ({ every, weekday, hour }: DigestTime, today: string, hourNow: number): boolean =>
  hourNow >= hour && (every === 'day' || weekdayOf(today) === weekday)

async function withoutDigest(
  tenant: Tenant,
  recipients: readonly Recipient[],
  today: string,
): Promise<readonly Recipient[]> {
  if (recipients.length === 0) return []
  const rows = await tenant
    .select('notifications')
    .select('member_id')
    .where('occasion', '=', `${kind} ${today}`)
    .where(
      'member_id',
      'in',
      recipients.map(({ member }) => member),
    )
    .execute()
  const notified = new Set(rows.map(({ member_id }) => member_id))
  return recipients.filter(({ member }) => !notified.has(member))
}

/** Returns the digest of the account's overdue invoices as they are now. */
export async function readDigest(tenant: Tenant): Promise<OverdueDigest> {
  const sums = await readTallies(tenant, [{ key: '', name: 'status', ...always }])
  const overdue = sums.filter(({ status }) => status === 'overdue')
  const oldest = await tenant
    .select('invoices')
    .select(['id', 'invoice_number', 'customer_name', 'currency', 'due_date'])
    .select(['total_amount', 'settled_amount'])
    .where('status', '=', 'overdue')
    .orderBy('due_date')
    .orderBy('id')
    .limit(oldestShown)
    .execute()
  return {
    count: overdue.reduce((count, sum) => count + sum.count, 0),
    totals: overdue.map((sum) => ({
      currency: sum.currency,
      count: sum.count,
      amount: toDecimal(dueOfSum(sum), sum.currency),
    })),
    oldest: oldest.map(({ total_amount, settled_amount, ...invoice }) => ({
      ...invoice,
      amount_due: toDecimal(total_amount - settled_amount, invoice.currency),
    })),
  }
}
