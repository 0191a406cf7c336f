import { sql } from 'kysely'

import { type Overview, ageingBuckets } from '#contract/overview.ts'
import type { Tenant } from '#server/access/tenant.ts'
import { Prepared } from '#server/db/prepared.ts'
import { dateLevels, timeLevels } from '#server/db/tallies.ts'
import { sumOfAmounts } from '#server/invoices/rows.ts'
import { type InvoiceSum, forEachPart, partsOf, readTallies } from '#server/invoices/sums.ts'
import { timestamp } from '#server/lib/clock.ts'
import { toDecimal } from '#server/lib/money.ts'
import { addDays, addMonths, startOfMonth } from '#server/lib/time-zone.ts'
import { type Span, always, bucketsOf } from '#server/lists/date-buckets.ts'

// Each month is compared with the one a year before.
const monthsShown = 24

/** Returns how many invoices there are and what they come to, by status and currency. */
export async function readReceivables(tenant: Tenant): Promise<Overview['receivables']> {
  const sums = await readTallies(tenant, [{ key: '', name: 'status', ...always }])
  return sums.map(({ status, currency, count, amount }) => ({
    status,
    currency,
    count,
    amount: toDecimal(amount, currency),
  }))
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
    const owed = sums.filter(
      ({ key, status }) => key === bucket && (status === 'sent' || status === 'overdue'),
    )
    return byCurrency(owed).map((sum) => ({ bucket, ...sum }))
  })
}

/** Returns the total of the invoices paid in each month; a month begins when it does in the account's time zone. */
export async function readRevenue(
  tenant: Tenant,
  thisMonth: string,
  timeZone: string,
): Promise<Overview['revenue']> {
  const periods = Array.from({ length: monthsShown }, (_, index) =>
    addMonths(thisMonth, index + 1 - monthsShown),
  ).map((month) => {
    const [from = '', until = ''] = [month, addMonths(month, 1)].map((start) =>
      timestamp(startOfMonth(start, timeZone)),
    )
    return { month, ...bucketsOf({ from, until }, timeLevels) }
  })
  const rest = periods.flatMap((period) => period.rest.map((span) => ({ key: period.month, ...span })))
  const [tallied, counted] = await Promise.all([
    readTallies(
      tenant,
      periods.flatMap(({ month, whole }) => partsOf(month, 'paid', whole)),
    ),
    // Where the clocks differ by half an hour, a month begins within an hour of the tallies.
    tenant.run(paidIn, { spans: JSON.stringify(rest) }),
  ])
  const months = Map.groupBy([...tallied, ...counted.flat()], ({ key }) => key)
  return periods.flatMap(({ month }) => byCurrency(months.get(month) ?? []).map((sum) => ({ month, ...sum })))
}

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

const paidIn = new Prepared<Tenant, { spans: string }, CurrencySum & { key: string }>((tenant, value) =>
  tenant
    .from(paidRows(tenant, value('spans')).as('paid'))
    .select((eb) => ['key', 'currency', eb.fn.countAll<number>().as('count')])
    .select(sumOfAmounts.as('amount'))
    .groupBy(['key', 'currency']),
)

/** The paid invoices of each span, with its key. */
function paidRows(tenant: Tenant, spans: string) {
  const columns = sql`currency, total_amount`
  return forEachPart<{ key: string; currency: string; total_amount: number }>(tenant, spans, {
    columns,
    table: 'invoices',
    where: (part) => sql`status = 'paid' and created_at >= ${part('from')} and created_at < ${part('until')}`,
  })
}
