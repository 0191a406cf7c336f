import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'

import { type Overview, ageingBuckets, showOverview } from '#contract/overview.ts'
import type { Tenant } from '#server/access/tenant.ts'
import type { Context } from '#server/context.ts'
import { Prepared } from '#server/db/prepared.ts'
import { dateLevels, timeLevels } from '#server/db/tallies.ts'
import { fileUrl } from '#server/files/file-url.ts'
import { mount } from '#server/http/mount.ts'
import { sumOfAmounts } from '#server/invoices/rows.ts'
import { type InvoiceSum, forEachPart, partsOf, readTallies } from '#server/invoices/sums.ts'
import { timestamp } from '#server/lib/clock.ts'
import { toDecimal } from '#server/lib/money.ts'
import { addDays, addMonths, dateAt, daysBetween, startOfMonth } from '#server/lib/time-zone.ts'
import { type Span, always, bucketsOf } from '#server/lists/date-buckets.ts'
import { readRowCounts } from '#server/lists/row-counts.ts'
import { whereFailing } from '#server/webhooks/failing.ts'

const staleAfterMs = 14 * 24 * 60 * 60_000
const listLimits = { overdue: 10, newest: 5, failing: 10, drafts: 5 } as const
// Each month is compared with the one a year before.
const monthsShown = 24

/** What needs doing today, from sums that are kept and lists that are read off an index. Surface X. */
export function overview(app: FastifyInstance, context: Context): void {
  mount(app, context, showOverview, async ({ tenant, caller }) => {
    const [overview, [webhooks], failing] = await Promise.all([
      readOverview(tenant, Date.now(), context.publicUrl()),
      tenant.run(webhookCount, {}),
      tenant.run(failingWebhooks, {}),
    ])
    // Where an account sends its events is for those who may set it.
    if (!caller.abilities.includes('settings.manage')) return { data: overview }
    return {
      data: {
        ...overview,
        counts: { ...overview.counts, webhooks: webhooks?.count ?? 0 },
        failing_webhooks: failing.slice(0, listLimits.failing),
        failing_webhook_count: failing.length,
      },
    }
  })
}

async function readOverview(tenant: Tenant, nowMs: number, publicUrl: string): Promise<Overview> {
  const time_zone = await tenant.timeZone()
  const today = dateAt(nowMs, time_zone)
  const [rows, services, receivables, ageing, overdue, stale_drafts, newest, revenue] = await Promise.all([
    readRowCounts(tenant),
    readServiceCounts(tenant),
    readReceivables(tenant),
    readAgeing(tenant, today),
    readOverdue(tenant, today),
    readStaleDrafts(tenant, timestamp(nowMs - staleAfterMs)),
    readNewestCustomers(tenant, publicUrl),
    readRevenue(tenant, today.slice(0, 7), time_zone),
  ])
  const invoices = receivables.reduce((sum, { count }) => sum + count, 0)
  return {
    today,
    time_zone,
    counts: {
      customers: rows.customers.total,
      contacts: rows.contacts.total,
      ...services,
      invoices,
      webhooks: 0,
    },
    receivables,
    ageing,
    overdue,
    stale_drafts,
    failing_webhooks: [],
    failing_webhook_count: 0,
    newest_customers: newest,
    revenue,
  }
}

/** Switched off by their failures, or on the way there; the worst first. An account has at most 100 webhooks. */
const failingWebhooks = new Prepared<Tenant, object, Overview['failing_webhooks'][number]>((tenant) =>
  tenant
    .select('webhooks')
    .select(['id', 'name', 'url', 'status', 'failure_count'])
    .where(whereFailing)
    .orderBy('failure_count', 'desc')
    .orderBy('id'),
)

const webhookCount = new Prepared<Tenant, object, { count: number }>((tenant) =>
  tenant.select('webhooks').select((eb) => eb.fn.countAll<number>().as('count')),
)

const serviceCounts = new Prepared<Tenant, object, { is_active: number; count: number }>((tenant) =>
  tenant
    .select('service_kinds')
    .select((eb) => ['is_active', eb.fn.sum<number>('services').as('count')])
    .groupBy('is_active'),
)

async function readServiceCounts(tenant: Tenant) {
  const rows = await tenant.run(serviceCounts, {})
  const countOf = (flag: number) => Number(rows.find(({ is_active }) => is_active === flag)?.count ?? 0)
  return { services: countOf(0) + countOf(1), active_services: countOf(1) }
}

async function readReceivables(tenant: Tenant): Promise<Overview['receivables']> {
  const sums = await readTallies(tenant, [{ key: '', name: 'status', ...always }])
  return sums.map(({ status, currency, count, amount }) => ({
    status,
    currency,
    count,
    amount: toDecimal(amount, currency),
  }))
}

async function readAgeing(tenant: Tenant, today: string): Promise<Overview['ageing']> {
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

async function readOverdue(tenant: Tenant, today: string): Promise<Overview['overdue']> {
  return (await tenant.run(longestOverdue, {})).map((row) => ({
    ...row,
    total_amount: toDecimal(row.total_amount, row.currency),
    days_overdue: daysBetween(row.due_date, today),
  }))
}

type OverdueRow = Omit<Overview['overdue'][number], 'days_overdue'>
const longestOverdue = new Prepared<Tenant, object, OverdueRow>((tenant) =>
  tenant
    .select('invoices')
    .select(['id', 'invoice_number', 'customer_id', 'customer_name', 'total_amount', 'currency', 'due_date'])
    .where('status', '=', 'overdue')
    .orderBy('due_date')
    .orderBy('id')
    .limit(listLimits.overdue),
)

async function readStaleDrafts(tenant: Tenant, before: string): Promise<Overview['stale_drafts']> {
  const { whole, rest } = bucketsOf({ ...always, until: before }, timeLevels)
  const [tallied, counted, oldest] = await Promise.all([
    readTallies(tenant, partsOf('', 'draft', whole)),
    // What is left is less than an hour.
    Promise.all(rest.map((span) => tenant.run(draftsIn, span))),
    tenant.run(oldestDrafts, { before }),
  ])
  return {
    count: [...tallied, ...counted.flat()].reduce((total, { count }) => total + count, 0),
    oldest: oldest[0]?.updated_at ?? null,
    invoices: oldest.map((row) => ({ ...row, total_amount: toDecimal(row.total_amount, row.currency) })),
  }
}

const draftsIn = new Prepared<Tenant, Span, { count: number }>((tenant, value) =>
  tenant
    .select('invoices')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where(sql<boolean>`status = 'draft'`)
    .where('updated_at', '>=', value('from'))
    .where('updated_at', '<', value('until')),
)

type DraftRow = Overview['stale_drafts']['invoices'][number]
const oldestDrafts = new Prepared<Tenant, { before: string }, DraftRow>((tenant, value) =>
  tenant
    .select('invoices')
    .select(['id', 'invoice_number', 'customer_id', 'customer_name', 'total_amount', 'currency'])
    .select('updated_at')
    .where(sql<boolean>`status = 'draft'`)
    .where('updated_at', '<', value('before'))
    .orderBy('updated_at')
    .orderBy('id')
    .limit(listLimits.drafts),
)

async function readNewestCustomers(tenant: Tenant, publicUrl: string): Promise<Overview['newest_customers']> {
  const rows = await tenant.run(newestCustomers, {})
  return rows.map(({ token, file_name, ...customer }) => ({
    ...customer,
    profile_photo_path: token === null || file_name === null ? null : fileUrl(publicUrl, token, file_name),
  }))
}

type NewestRow = Omit<Overview['newest_customers'][number], 'profile_photo_path'> & {
  readonly token: string | null
  readonly file_name: string | null
}
const newestCustomers = new Prepared<Tenant, object, NewestRow>((tenant) =>
  tenant
    .select('customers')
    .leftJoin('files', 'files.id', 'customers.photo_file_id')
    .select(['customers.id', 'customers.name', 'last_name', 'company_name', 'customers.created_at'])
    .select(['files.token', 'files.name as file_name'])
    .orderBy('customers.id', 'desc')
    .limit(listLimits.newest),
)

/** The total of the invoices paid in each month; a month begins when it does in the account's time zone. */
async function readRevenue(
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
