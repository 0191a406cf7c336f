import { sql } from 'kysely'

import { type Overview, ageingBuckets } from '#contract/account/overview.ts'
import { hasStatus } from '#contract/invoices/filter.ts'
import type { Tenant } from '#server/platform/access/tenant.ts'
import { Prepared } from '#server/platform/db/prepared.ts'
import { dateLevels } from '#server/platform/db/tallies.ts'
import { toDecimal } from '#server/platform/lib/money.ts'
import { addDays, addMonths } from '#server/platform/lib/time-zone.ts'
import { type Span, always, bucketsOf } from '#server/platform/lists/date-buckets.ts'
import {
  type BilledSum,
  isRecurringOn,
  recurringRevenue,
} from '#server/records/invoices/subscriptions/revenue.ts'
import { type InvoiceSum, dueOfSum, partsOf, readTallies } from '#server/records/invoices/sums.ts'

// Each month is compared with the one a year before.
const monthsShown = 24

/** Returns how many invoices there are by status and currency, and what they come to or what is still due of them. */
export async function readReceivables(tenant: Tenant): Promise<Overview['receivables']> {
  const sums = await readTallies(tenant, [{ key: '', name: 'status', ...always }])
  return sums.map((sum) => {
    const { status, currency, count, amount } = sum
    const shown = hasStatus(status, 'outstanding') ? dueOfSum(sum) : amount
    return { status, currency, count, amount: toDecimal(shown, currency) }
  })
}

/** Returns what is owed by how many days it is past `today`, a day in the account's time zone, and by currency. */
export async function readAgeing(tenant: Tenant, today: string): Promise<Overview['ageing']> {
  const since = (days: number) => addDays(today, -days)
  const spans: Record<(typeof ageingBuckets)[number], Span> = {
    current: { ...always, from: today },
    '1-30': { from: since(30), until: today },
    '31-60': { from: since(60), until: since(30) },
    '61-90': { from: since(90), until: since(60) },
    '90+': { ...always, until: since(90) },
  }
  const sums = await readTallies(
    tenant,
    ageingBuckets.flatMap((bucket) => partsOf(bucket, 'due', bucketsOf(spans[bucket], dateLevels).whole)),
  )
  return ageingBuckets.flatMap((bucket) => {
    const owed = sums.filter(({ key, status }) => key === bucket && hasStatus(status, 'outstanding'))
    return byCurrency(owed.map((sum) => ({ ...sum, amount: dueOfSum(sum) }))).map((sum) => ({
      bucket,
      ...sum,
    }))
  })
}

/** Returns the payments of each of the last 24 months, by currency. */
export async function readRevenue(tenant: Tenant, thisMonth: string): Promise<Overview['revenue']> {
  const from = addMonths(thisMonth, 1 - monthsShown)
  const sums = await tenant.run(paidIn, { name: 'payments:7', from, to: thisMonth })
  return sums.map(({ bucket, currency, count, amount }) => ({
    month: bucket,
    currency,
    count,
    amount: toDecimal(amount, currency),
  }))
}

/** Returns the payments of the month before `today` up to the same day of it, or its last one, by currency. */
export async function readPaidBefore(
  tenant: Tenant,
  today: string,
): Promise<NonNullable<Overview['paid_last_month_so_far']>> {
  const month = addMonths(today.slice(0, 7), -1)
  // As text, the last day of a month comes before a day that it doesn’t have.
  const to = `${month}-${today.slice(8)}`
  return byCurrency(await tenant.run(paidIn, { name: 'payments:10', from: `${month}-01`, to }))
}

/** Returns what active subscriptions come to in a month, by currency. The last period counts until its last day. */
export async function readRecurring(
  tenant: Tenant,
  today: string,
): Promise<NonNullable<Overview['recurring_revenue']>> {
  return recurringRevenue(await tenant.run(billedByFrequency, { today }))
}

const billedByFrequency = new Prepared<Tenant, { readonly today: string }, BilledSum>((tenant, value) =>
  tenant
    .select('subscriptions')
    .innerJoin('invoice_schedules', 'invoice_schedules.id', 'subscriptions.schedule_id')
    .select((eb) => ['currency', 'frequency', eb.fn.countAll<number>().as('count')])
    .select(sql<number>`cast(sum(net_amount) as double precision)`.as('amount'))
    .where(isRecurringOn(value('today')))
    .groupBy(['currency', 'frequency'])
    .orderBy('currency'),
)

type CurrencySum = Pick<InvoiceSum, 'currency' | 'count' | 'amount'>

/** Sums of the same currency as one, in the order of currencies; amounts as decimals. */
function byCurrency(sums: readonly CurrencySum[]): CurrencySum[] {
  return [...Map.groupBy(sums, ({ currency }) => currency)]
    .toSorted(([left], [right]) => (left < right ? -1 : 1))
    .map(([currency, currencySums]) => ({
      currency,
      count: currencySums.reduce((total, { count }) => total + count, 0),
      amount: toDecimal(
        currencySums.reduce((total, { amount }) => total + amount, 0),
        currency,
      ),
    }))
}

/** Months or days, both included. */
interface Buckets {
  readonly name: 'payments:7' | 'payments:10'
  readonly from: string
  readonly to: string
}

const paidIn = new Prepared<Tenant, Buckets, CurrencySum & { readonly bucket: string }>((tenant, value) =>
  tenant
    .select('tallies')
    .select(['bucket', 'currency', 'entries as count'])
    .select(sql<number>`cast(amount as double precision)`.as('amount'))
    .where('name', '=', value('name'))
    .where('bucket', '>=', value('from'))
    .where('bucket', '<=', value('to'))
    .where('entries', '<>', 0)
    .orderBy('bucket')
    .orderBy('currency'),
)
