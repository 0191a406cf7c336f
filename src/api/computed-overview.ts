import { type Overview, ageingBuckets } from '#contract/account/overview.ts'
import type { CustomerRow } from '#contract/customers/customers.ts'
import { type InvoiceStatus, invoiceStatuses } from '#contract/invoices/filter.ts'
import type { Invoice } from '#contract/invoices/invoices.ts'
import { dayMs } from '#contract/values/durations.ts'
import { failingFrom } from '#contract/webhooks/summary.ts'
import { daysBetween, todayOf } from '#lib/calendar.ts'
import { type Decimal, decimalOf, digits, plus, zero } from '#lib/decimal.ts'

import type { KnownWebhook } from './webhooks.ts'

/** The overview as the screen reads it: the service's own, or calculated from the documented lists. */
export interface OverviewData extends Omit<Overview, 'counts' | 'newest_customers'> {
  /** `null` where the lists that were read do not tell. */
  readonly counts: Omit<Overview['counts'], 'contacts' | 'webhooks'> & {
    readonly contacts: number | null
    readonly webhooks: number | null
  }
  readonly newest_customers: readonly (Omit<Overview['newest_customers'][number], 'created_at'> & {
    readonly created_at: string | null
  })[]
  readonly source: OverviewSource
}

/** `lists`: calculated in the browser from `read` of `of` invoices, the newest ones if `isNewest`. */
export type OverviewSource =
  | { readonly kind: 'service' }
  | { readonly kind: 'lists'; readonly read: number; readonly of: number; readonly isNewest: boolean }

/** Data read from the lists. */
export interface ListsRead {
  readonly now: Date
  readonly timeZone: string
  /** In the order the service gave them. */
  readonly invoices: readonly Invoice[]
  readonly totals: { invoices: number; customers: number; services: number; activeServices: number }
  /** Newest first. */
  readonly customers: readonly CustomerRow[]
  /** The first page of the endpoints; null for who may not see them. */
  readonly webhooks: { readonly rows: readonly KnownWebhook[]; readonly total: number } | null
}

/** Returns the overview of an account from its lists, as the service would compute it. */
export function computedOverview(lists: ListsRead): OverviewData {
  const { now, timeZone, invoices, totals, customers, webhooks } = lists
  const today = todayOf(now)
  const known = invoices.filter(hasKnownStatus)
  const open = known.filter(({ status }) => status === 'sent' || status === 'overdue')
  const drafts = known.filter(
    ({ status, updated_at }) => status === 'draft' && now.getTime() - Date.parse(updated_at) > staleAfterMs,
  )
  const oldestDrafts = oldestOf(drafts)
  const failing = (webhooks?.rows ?? []).filter(isFailing)
  return {
    today,
    time_zone: timeZone,
    counts: {
      customers: totals.customers,
      services: totals.services,
      active_services: totals.activeServices,
      invoices: totals.invoices,
      contacts: null,
      webhooks: webhooks?.total ?? null,
    },
    receivables: sums(known, ({ status }) => status).map(({ key: status, ...sum }) => ({ ...sum, status })),
    ageing: sums(open, ({ due_date }) => bucketOf(daysBetween(due_date, today))).map(
      ({ key: bucket, ...sum }) => ({ ...sum, bucket }),
    ),
    overdue: oldestOverdue(known, today),
    stale_drafts: {
      count: drafts.length,
      oldest: oldestDrafts[0]?.updated_at ?? null,
      invoices: oldestDrafts,
    },
    failing_webhooks: failing.slice(0, mostWebhooks),
    failing_webhook_count: failing.length,
    newest_customers: customers.slice(0, mostCustomers).map((customer) => ({
      id: customer.id,
      name: customer.name,
      last_name: customer.last_name,
      company_name: customer.business_information.company_name ?? null,
      profile_photo_path: customer.profile_photo_path,
      created_at: null,
    })),
    revenue: revenueOf(known, now),
    source: {
      kind: 'lists',
      read: invoices.length,
      of: Math.max(totals.invoices, invoices.length),
      isNewest: isNewestFirst(invoices),
    },
  }
}

const mostCustomers = 5
const mostOverdue = 10
const mostWebhooks = 10
const mostDrafts = 5
const monthsShown = 24
const staleAfterMs = 14 * dayMs

const isFailing = ({ status, failure_count }: KnownWebhook) =>
  status !== 'paused' && (status !== 'active' || failure_count >= failingFrom)

type Known = Invoice & { status: InvoiceStatus }

const hasKnownStatus = (invoice: Invoice): invoice is Known =>
  (invoiceStatuses as readonly string[]).includes(invoice.status)

function bucketOf(days: number): (typeof ageingBuckets)[number] {
  if (!(days > 0)) return 'current'
  if (days <= 30) return '1-30'
  if (days <= 60) return '31-60'
  return days <= 90 ? '61-90' : '90+'
}

/** Exact sums for each key and currency; two currencies never meet in one number. */
function sums<Key extends string>(invoices: readonly Known[], keyOf: (invoice: Known) => Key) {
  const found = new Map<string, { key: Key; currency: string; count: number; amount: Decimal }>()
  for (const invoice of invoices) {
    const { currency, total_amount } = invoice
    const key = keyOf(invoice)
    const before = found.get(`${key} ${currency}`) ?? { key, currency, count: 0, amount: zero }
    const amount = plus(before.amount, decimalOf(total_amount))
    found.set(`${key} ${currency}`, { ...before, count: before.count + 1, amount })
  }
  return [...found.values()].map((sum) => ({ ...sum, amount: Number(digits(sum.amount)) }))
}

function oldestOverdue(invoices: readonly Known[], today: string): Overview['overdue'] {
  return invoices
    .filter(({ status }) => status === 'overdue')
    .toSorted((a, b) => (a.due_date < b.due_date ? -1 : a.due_date > b.due_date ? 1 : a.id - b.id))
    .slice(0, mostOverdue)
    .map((invoice) => ({
      ...summaryOf(invoice),
      amount_due: invoice.total_amount,
      due_date: invoice.due_date,
      days_overdue: daysBetween(invoice.due_date, today),
    }))
}

const oldestOf = (drafts: readonly Known[]): OverviewData['stale_drafts']['invoices'] =>
  drafts
    .toSorted((a, b) => Date.parse(a.updated_at) - Date.parse(b.updated_at) || a.id - b.id)
    .slice(0, mostDrafts)
    .map((invoice) => ({ ...summaryOf(invoice), updated_at: invoice.updated_at }))

const summaryOf = ({ id, invoice_number, customer_id, customer_name, total_amount, currency }: Known) => ({
  id,
  invoice_number,
  customer_id,
  customer_name,
  total_amount,
  currency,
})

function revenueOf(invoices: readonly Known[], now: Date): Overview['revenue'] {
  const first = todayOf(new Date(now.getFullYear(), now.getMonth() + 1 - monthsShown, 1)).slice(0, 7)
  const paid = invoices.filter(({ status }) => status === 'paid')
  return sums(paid, ({ created_at }) => monthOf(created_at))
    .filter(({ key: month }) => month >= first)
    .map(({ key: month, ...sum }) => ({ month, ...sum }))
    .toSorted((a, b) => a.month.localeCompare(b.month) || a.currency.localeCompare(b.currency))
}

const monthOf = (datetime: string) =>
  Number.isNaN(Date.parse(datetime)) ? '' : todayOf(new Date(datetime)).slice(0, 7)

/** Other services may sort differently or not at all, so the order is checked. */
const isNewestFirst = (invoices: readonly Invoice[]) =>
  invoices.every(({ id }, index) => index === 0 || id < (invoices[index - 1]?.id ?? 0))
