import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'

import { type Overview, ageingBuckets, showOverview } from '#contract/overview.ts'

import { timestamp } from '../clock.ts'
import { fileUrl } from '../files/serve.ts'
import { toDecimal } from '../money.ts'
import { mount } from '../mount.ts'
import type { Services } from '../services.ts'
import type { Tenant } from '../tenant.ts'
import { addDays, addMonths, dateAt, daysBetween, startOfMonth } from '../time-zone.ts'
import { sumOfAmounts } from './invoice-rows.ts'

const staleAfterMs = 14 * 24 * 60 * 60_000
const listed = { overdue: 10, newest: 5, failing: 10 } as const
const months = 12

/** What needs doing today, each part one statement over an index. Surface X. */
export function overview(app: FastifyInstance, services: Services): void {
  mount(app, services, showOverview, async ({ tenant, caller }) => {
    const [overview, webhooks, failing] = await Promise.all([
      readOverview(tenant, Date.now(), services.publicUrl()),
      countOf(tenant, 'webhooks'),
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
  const [customers, contacts, services, receivables, ageing, overdue, stale_drafts, newest, revenue] =
    await Promise.all([
      countOf(tenant, 'customers'),
      countOf(tenant, 'contacts'),
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
    counts: { customers, contacts, ...services, invoices, webhooks: 0 },
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

async function countOf(tenant: Tenant, table: 'customers' | 'contacts' | 'webhooks'): Promise<number> {
  const { count } = await tenant
    .select(table)
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
  const rows = await tenant
    .select('invoices')
    .select((of) => ['status', 'currency', of.fn.countAll<number>().as('count'), sumOfAmounts.as('amount')])
    .groupBy(['status', 'currency'])
    .orderBy('status')
    .orderBy('currency')
    .execute()
  return rows.map((row) => ({ ...row, amount: toDecimal(row.amount, row.currency) }))
}

async function readAgeing(tenant: Tenant, today: string): Promise<Overview['ageing']> {
  const since = (days: number) => addDays(today, -days)
  const bucket = sql<(typeof ageingBuckets)[number]>`case
    when due_date >= ${today} then 'current' when due_date >= ${since(30)} then '1-30'
    when due_date >= ${since(60)} then '31-60' when due_date >= ${since(90)} then '61-90' else '90+' end`
  const rows = await tenant
    .select('invoices')
    .select((of) => [
      bucket.as('bucket'),
      'currency',
      of.fn.countAll<number>().as('count'),
      sumOfAmounts.as('amount'),
    ])
    .where('status', 'in', ['sent', 'overdue'])
    .groupBy(['bucket', 'currency'])
    .orderBy('currency')
    .execute()
  return rows
    .map((row) => ({ ...row, amount: toDecimal(row.amount, row.currency) }))
    .toSorted((one, other) => ageingBuckets.indexOf(one.bucket) - ageingBuckets.indexOf(other.bucket))
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
  return tenant
    .select('invoices')
    .select((of) => [
      of.fn.countAll<number>().as('count'),
      of.fn.min<string | null>('updated_at').as('oldest'),
    ])
    .where('status', '=', 'draft')
    .where('updated_at', '<', before)
    .executeTakeFirstOrThrow()
}

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
      const [from, to] = [month, addMonths(month, 1)].map((of) => timestamp(startOfMonth(of, timeZone)))
      return sql`select cast(${month} as text) as month, cast(${from} as text) as since, cast(${to} as text) as until`
    },
  )
  const period = sql<{
    month: string
    since: string
    until: string
  }>`(${sql.join(periods, sql` union all `)})`
  const rows = await tenant
    .select('invoices')
    .innerJoin(period.as('period'), (join) =>
      join
        .onRef('invoices.created_at', '>=', 'period.since')
        .onRef('invoices.created_at', '<', 'period.until'),
    )
    .select(['period.month', 'currency', sumOfAmounts.as('amount')])
    .where('status', '=', 'paid')
    .groupBy(['period.month', 'currency'])
    .orderBy('period.month')
    .orderBy('currency')
    .execute()
  return rows.map((row) => ({ ...row, amount: toDecimal(row.amount, row.currency) }))
}
