import * as z from 'zod/mini'

import { invoiceStatuses } from '../invoices/filter.ts'
import { MeetingSummary } from '../meetings/summary.ts'
import { WebhookSummary } from '../webhooks/summary.ts'
import { endpoint } from '../wire/endpoint.ts'
import { Datetime } from '../wire/surface.ts'

const Amount = z.object({ currency: z.string(), count: z.int(), amount: z.number() })

const InvoiceSummary = z.object({
  id: z.int(),
  invoice_number: z.string(),
  customer_id: z.int(),
  customer_name: z.string(),
  total_amount: z.number(),
  currency: z.string(),
})

const AgreedDocument = z.object({
  id: z.int(),
  kind: z.enum(['proposal', 'contract']),
  number: z.string(),
  title: z.string(),
  customer_id: z.int(),
  customer_name: z.string(),
  total_amount: z.number(),
  currency: z.string(),
  agreed_at: Datetime,
})

/** How long a due date has passed, in days; `current` is not due yet. */
export const ageingBuckets = ['current', '1-30', '31-60', '61-90', '90+'] as const

/** Today's figures and tasks. Amounts are decimals of their currency, never added across currencies. */
export const Overview = z.object({
  /** YYYY-MM-DD in the account's time zone. */
  today: z.string(),
  time_zone: z.string(),
  counts: z.object({
    customers: z.int(),
    services: z.int(),
    active_services: z.int(),
    invoices: z.int(),
    contacts: z.int(),
    webhooks: z.int(),
  }),
  /** By status: what is still due of those sent or overdue, and the totals of the others. */
  receivables: z.array(z.extend(Amount, { status: z.enum(invoiceStatuses) })),
  /** The amount due of sent and overdue invoices. */
  ageing: z.array(z.extend(Amount, { bucket: z.enum(ageingBuckets) })),
  /** The oldest ten overdue invoices. */
  overdue: z.array(
    z.extend(InvoiceSummary, { amount_due: z.number(), due_date: z.string(), days_overdue: z.int() }),
  ),
  /** Drafts untouched for more than fourteen days; the five untouched longest are in `invoices`. */
  stale_drafts: z.object({
    count: z.int(),
    oldest: z.nullable(Datetime),
    invoices: z.array(z.extend(InvoiceSummary, { updated_at: Datetime })),
  }),
  /** The ten that fail most; `failing_webhook_count` counts all of them. */
  failing_webhooks: z.array(WebhookSummary),
  failing_webhook_count: z.int(),
  /**
   * Proposals accepted and contracts signed in the last thirty days that wait for the business: nothing was made from the proposal,
   * or the contract isn't countersigned. The five waiting longest are in `documents`.
   */
  agreed_documents: z.optional(z.object({ count: z.int(), documents: z.array(AgreedDocument) })),
  newest_customers: z.array(
    z.object({
      id: z.int(),
      name: z.string(),
      last_name: z.string(),
      company_name: z.nullable(z.string()),
      profile_photo_path: z.nullable(z.string()),
      created_at: Datetime,
    }),
  ),
  /** The last 24 months, oldest first: the payments of each. `month` is YYYY-MM. */
  revenue: z.array(z.extend(Amount, { month: z.string() })),
  /** The payments of last month up to the same day, or its last one, beside those of this month until today. */
  paid_last_month_so_far: z.optional(z.array(Amount)),
  /** The monthly total of active subscriptions before tax; trials and paused ones don’t count. */
  recurring_revenue: z.optional(z.array(Amount)),
  /** The next five meetings; `total` counts all that are to come. */
  upcoming_meetings: z.optional(z.object({ total: z.int(), meetings: z.array(MeetingSummary) })),
})
export type Overview = z.infer<typeof Overview>

export const showOverview = endpoint({
  surface: 'x',
  method: 'GET',
  path: '/api/x/overview',
  text: 'what needs doing today, with the next meetings and what customers agreed to and nothing followed from; `paid_last_month_so_far` is what was paid last month up to the same day; webhooks only for who may manage them',
  response: z.object({ data: Overview }),
})
