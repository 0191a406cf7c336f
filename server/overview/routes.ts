import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'

import { type Overview, ageingBuckets, showOverview } from '#contract/overview.ts'
import type { Tenant } from '#server/access/tenant.ts'
import type { Services } from '#server/context.ts'
import { dateLevels, timeLevels } from '#server/db/tallies.ts'
import { fileUrl } from '#server/files/serve.ts'
import { mount } from '#server/http/mount.ts'
import { type InvoiceSum, partsOf, readTallies } from '#server/invoices/sums.ts'
import { timestamp } from '#server/lib/clock.ts'
import { toDecimal } from '#server/lib/money.ts'
import { addDays, addMonths, dateAt, daysBetween, startOfMonth } from '#server/lib/time-zone.ts'
import { type Span, always, bucketsOf } from '#server/lists/date-buckets.ts'
import { readRowCounts } from '#server/lists/row-counts.ts'

const staleAfterMs = 14 * 24 * 60 * 60_000
const listed = { overdue: 10, newest: 5, failing: 10 } as const
const months = 12

/** What needs doing today, from sums that are kept and lists that are read off an index. Surface X. */
export function overview(app: FastifyInstance, services: Services): void {
  mount(app, services, showOverview, async ({ tenant, caller }) => {
    const [overview, webhooks, failing] = await Promise.all([
      readOverview(tenant, Date.now(), services.publicUrl()),
      countWebhooks(tenant),
      readFailingWebhooks(tenant),
    ])
    // Where an account sends its events is for those who may set it.
    if (!caller.abilities.includes('settings.manage')) return { data: overview }
    return { data: { ...overview, counts: { ...overview.counts, webhooks }, failing_webhooks: failing } }
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
    newest_customers: newest,
    revenue,
  }
}

/** Switched off by their failures, or on the way there; the worst first. */
function readFailingWebhooks(tenant: Tenant): Promise<Overview['failing_webhooks']> {
  return tenant
    .select('webhooks')
    .select(['id', 'url', 'status', 'failure_count'])
    .where((is) =>
      is.or([
        is('status', '=', 'disabled'),
        is.and([is('status', '=', 'active'), is('failure_count', '>', 0)]),
      ]),
    )
    .orderBy('failure_count', 'desc')
    .orderBy('id')
    .limit(listed.failing)
    .execute()
}

async function countWebhooks(tenant: Tenant): Promise<number> {
  const { count } = await tenant
    .select('webhooks')
    .select((of) => of.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

async function readServiceCounts(tenant: Tenant) {
  const rows = await tenant
    .select('service_kinds')
    .select((of) => ['is_active', of.fn.sum<number>('services').as('count')])
    .groupBy('is_active')
    .execute()
  const of = (flag: number) => Number(rows.find(({ is_active }) => is_active === flag)?.count ?? 0)
  return { services: of(0) + of(1), active_services: of(1) }
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

/** Sums of the same currency as one, in the order of currencies. */
function byCurrency(sums: readonly InvoiceSum[]): { currency: string; count: number; amount: number }[] {
  return [...Map.groupBy(sums, ({ currency }) => currency)]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([currency, some]) => ({
      currency,
      count: some.reduce((total, { count }) => total + count, 0),
      amount: toDecimal(
        some.reduce((total, { amount }) => total + amount, 0),
        currency,
      ),
    }))
}

async function readOverdue(tenant: Tenant, today: string): Promise<Overview['overdue']> {
  const rows = await tenant
    .select('invoices')
    .select(['id', 'invoice_number', 'customer_id', 'customer_name', 'total_amount', 'currency', 'due_date'])
    .where('status', '=', 'overdue')
    .orderBy('due_date')
    .orderBy('id')
    .limit(listed.overdue)
    .execute()
  return rows.map((row) => ({
    ...row,
    total_amount: toDecimal(row.total_amount, row.currency),
    days_overdue: daysBetween(row.due_date, today),
  }))
}

async function readStaleDrafts(tenant: Tenant, before: string): Promise<Overview['stale_drafts']> {
  const { whole, rest } = bucketsOf({ ...always, until: before }, timeLevels)
  // What is left is less than an hour.
  const [sums, oldest] = await Promise.all([
    readTallies(
      tenant,
      partsOf('', 'draft', whole),
      rest.map((span) => entriesIn(tenant, '', 'updated_at', 'draft', span)),
    ),
    tenant
      .select('invoices')
      .select('updated_at')
      .where(sql<boolean>`status = 'draft'`)
      .where('updated_at', '<', before)
      .orderBy('updated_at')
      .limit(1)
      .executeTakeFirst(),
  ])
  return { count: sums.reduce((total, { count }) => total + count, 0), oldest: oldest?.updated_at ?? null }
}

/** The invoices of that status in a span, each as an entry beside those of the tallies. */
const entriesIn = (
  tenant: Tenant,
  key: string,
  column: 'created_at' | 'updated_at',
  status: 'draft' | 'paid',
  { from, until }: Span,
) =>
  tenant
    .select('invoices')
    .select(sql<string>`cast(${key} as text)`.as('key'))
    .select(['status', 'currency'])
    .select([sql<number>`1`.as('entries'), sql<number>`total_amount`.as('amount')])
    .where(sql<boolean>`status = ${sql.lit(status)}`)
    .where(column, '>=', from)
    .where(column, '<', until)

async function readNewestCustomers(tenant: Tenant, publicUrl: string): Promise<Overview['newest_customers']> {
  const rows = await tenant
    .select('customers')
    .leftJoin('files', 'files.id', 'customers.photo_file_id')
    .select(['customers.id', 'customers.name', 'last_name', 'company_name', 'customers.created_at'])
    .select(['files.token', 'files.name as file_name'])
    .orderBy('customers.id', 'desc')
    .limit(listed.newest)
    .execute()
  return rows.map(({ token, file_name, ...customer }) => ({
    ...customer,
    profile_photo_path: token === null || file_name === null ? null : fileUrl(publicUrl, token, file_name),
  }))
}

/** What the paid invoices of each month come to; a month begins when it does in the account's time zone. */
async function readRevenue(
  tenant: Tenant,
  thisMonth: string,
  timeZone: string,
): Promise<Overview['revenue']> {
  const periods = Array.from({ length: months }, (_, at) => addMonths(thisMonth, at + 1 - months)).map(
    (month) => {
      const [from = '', until = ''] = [month, addMonths(month, 1)].map((of) =>
        timestamp(startOfMonth(of, timeZone)),
      )
      return { month, ...bucketsOf({ from, until }, timeLevels) }
    },
  )
  const sums = await readTallies(
    tenant,
    periods.flatMap(({ month, whole }) => partsOf(month, 'paid', whole)),
    // Where the clocks differ by half an hour, a month begins within an hour of the tallies.
    periods.flatMap(({ month, rest }) =>
      rest.map((span) => entriesIn(tenant, month, 'created_at', 'paid', span)),
    ),
  )
  return sums.map(({ key, currency, amount }) => ({
    month: key,
    currency,
    amount: toDecimal(amount, currency),
  }))
}
