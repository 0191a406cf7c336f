import type { FastifyInstance } from 'fastify'

import { type Overview, showOverview } from '#contract/account/overview.ts'
import { dayMs } from '#contract/values/durations.ts'
import type { Context } from '#server/context.ts'
import type { Tenant } from '#server/platform/access/tenant.ts'
import { Prepared } from '#server/platform/db/prepared.ts'
import { fileUrl } from '#server/platform/files/file-url.ts'
import { mount } from '#server/platform/http/mount.ts'
import { timestamp } from '#server/platform/lib/clock.ts'
import { JointWork } from '#server/platform/lib/joint-work.ts'
import { dateAt } from '#server/platform/lib/time-zone.ts'
import { readRowCounts } from '#server/platform/lists/row-counts.ts'
import { findMeetings, toSummary } from '#server/records/meetings/rows.ts'

import { readAgeing, readPaidBefore, readReceivables, readRecurring, readRevenue } from './amounts.ts'
import { failingWebhooks, readAgreedDocuments, readOverdue, readStaleDrafts } from './attention.ts'

const staleAfterMs = 14 * dayMs
const agreedWithinMs = 30 * dayMs
const limits = { newest: 5, failing: 10, meetings: 5 } as const

/** Today's figures and tasks, from kept sums and indexes. Surface X. */
export function overview(app: FastifyInstance, context: Context): void {
  // Every open overview reads itself anew when something changes.
  const readings = new JointWork<Tenant, Overview>(async (_account, tenants) => {
    const overview = await readOverview(tenants[0], Date.now(), context.publicUrl())
    return tenants.map(() => overview)
  })
  mount(app, context, showOverview, async ({ tenant, caller }) => {
    const overview = await readings.ask(String(tenant.account), tenant)
    if (caller.abilities.includes('settings.manage')) return { data: overview }
    // Where an account sends its events is for those who may set it.
    const counts = { ...overview.counts, webhooks: 0 }
    return { data: { ...overview, counts, failing_webhooks: [], failing_webhook_count: 0 } }
  })
}

async function readOverview(tenant: Tenant, nowMs: number, publicUrl: string): Promise<Overview> {
  const time_zone = await tenant.timeZone()
  const today = dateAt(nowMs, time_zone)
  const [
    rows,
    services,
    receivables,
    ageing,
    overdue,
    stale_drafts,
    agreed_documents,
    newest,
    revenue,
    paidBefore,
    recurring,
    meetings,
    [webhooks],
    failing,
  ] = await Promise.all([
    readRowCounts(tenant),
    readServiceCounts(tenant),
    readReceivables(tenant),
    readAgeing(tenant, today),
    readOverdue(tenant, today),
    readStaleDrafts(tenant, timestamp(nowMs - staleAfterMs)),
    readAgreedDocuments(tenant, timestamp(nowMs - agreedWithinMs)),
    readNewestCustomers(tenant, publicUrl),
    readRevenue(tenant, today.slice(0, 7)),
    readPaidBefore(tenant, today),
    readRecurring(tenant, today),
    findMeetings(tenant, { page: 1, limit: limits.meetings, when: 'upcoming' }, timestamp(nowMs)),
    tenant.run(webhookCount, {}),
    tenant.run(failingWebhooks, {}),
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
      webhooks: webhooks?.count ?? 0,
    },
    receivables,
    ageing,
    overdue,
    stale_drafts,
    failing_webhooks: failing.slice(0, limits.failing),
    failing_webhook_count: failing.length,
    agreed_documents,
    newest_customers: newest,
    revenue,
    paid_last_month_so_far: paidBefore,
    recurring_revenue: recurring,
    upcoming_meetings: { total: meetings.total, meetings: meetings.rows.map(toSummary) },
  }
}

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
    .where('archived_at', 'is', null)
    .orderBy('customers.id', 'desc')
    .limit(limits.newest),
)
