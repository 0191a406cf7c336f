import * as z from 'zod/mini'

import { endpoint } from '../wire/endpoint.ts'
import { anyOfFilter, idFilter, sortBy, textFilter } from '../wire/list-query.ts'
import { scheduleSorts } from '../wire/list-sorts.ts'
import { Datetime, MetaB, idParams, pageB } from '../wire/surface.ts'
import { frequencies } from './schedule-dates.ts'
import { Schedule, ScheduleInput, pauseReasons } from './schedules.ts'
import { subscriptionStatuses } from './subscription-states.ts'

/** The most units that a subscription can have. */
export const mostUnits = 10_000

const quantity = `Enter a quantity from 1 to ${mostUnits.toLocaleString('en-US')}`

/** Fields that can be changed later. */
export const SubscriptionChange = z.object({
  quantity: z.int(quantity).check(z.gte(1, quantity), z.lte(mostUnits, quantity)),
  /** Of one unit for one period, before tax; null for that of the plan when it was subscribed to. */
  price: z.nullable(
    z
      .number('Enter a price')
      .check(z.gte(0, 'Enter a price of 0 or more'), z.lte(1e12, 'Enter a lower price')),
  ),
  /** The last day; null for no end. The period that it falls into is billed to the day. */
  ends_on: ScheduleInput.shape.ends_on,
  /** Whether its invoices are sent on their day, rather than drafted. */
  sends: z.boolean('sends must be true or false'),
})
export type SubscriptionChange = z.infer<typeof SubscriptionChange>

const trial = 'trial_days must be between 0 and 730, or null'

export const SubscriptionInput = z.extend(SubscriptionChange, {
  customer_id: ScheduleInput.shape.customer_id,
  plan_id: z
    .int('Choose a plan')
    .check(z.gte(1, 'Choose a plan'), z.lte(Number.MAX_SAFE_INTEGER, 'Choose a plan')),
  /** The first day, today or later; YYYY-MM-DD in the account's time zone. */
  starts_on: ScheduleInput.shape.starts_on,
  /** Null for that of the plan. */
  trial_days: z.nullable(z.int(trial).check(z.gte(0, trial), z.lte(730, trial))),
})
export type SubscriptionInput = z.infer<typeof SubscriptionInput>

/** A subscription as lists show it. Amounts are decimals of `currency`, for one period. */
export const SubscriptionSummary = z.object({
  id: z.int(),
  plan_id: z.int(),
  plan_name: z.string(),
  customer_id: z.int(),
  customer_name: z.string(),
  status: z.enum(subscriptionStatuses),
  /** Why Bureau paused it; null if it didn't. */
  pause_reason: z.nullable(z.enum(pauseReasons)),
  frequency: z.enum(frequencies),
  currency: z.string(),
  quantity: z.int(),
  price: z.nullable(z.number()),
  /** Before tax. */
  net_amount: z.number(),
  total_amount: z.number(),
  starts_on: z.string(),
  /** The day of the first invoice: after the trial. */
  billed_from: z.string(),
  ends_on: z.nullable(z.string()),
  /** The day of the next invoice; null where none follows. */
  next_on: z.nullable(z.string()),
  sends: z.boolean(),
  version: z.int(),
  created_at: Datetime,
  updated_at: Datetime,
})
export type SubscriptionSummary = z.infer<typeof SubscriptionSummary>

export const Subscription = z.extend(SubscriptionSummary, {
  /** The recurring invoice that bills it. */
  schedule_id: z.int(),
  line_items: ScheduleInput.shape.line_items,
  /** Amounts that changes within a period add to the next invoices: charges, and credits below 0. If none follows, they can be settled. */
  adjustments: z.array(z.object({ description: z.string(), amount: z.number() })),
  /** The newest twelve. */
  invoices: Schedule.shape.invoices,
})
export type Subscription = z.infer<typeof Subscription>

const response = z.object({ data: Subscription })
const one = {
  surface: 'x',
  record: 'subscriptions',
  ability: 'invoices.manage',
  params: idParams,
  response,
} as const

export const listSubscriptions = endpoint({
  surface: 'x',
  method: 'GET',
  path: '/api/x/subscriptions',
  text: 'one page of subscriptions, the newest first; takes `page`, `limit`, `plan_id`, `customer_id`, `status` (`upcoming`, `trialing`, `active`, `paused`, `canceling`, `ended`; several times for any of them), `search` and `sort` (`id`, `customer_name`, `next_on`, each with `-` for the reverse); `recurring_revenue` is the monthly recurring revenue of all that match, on every page, before tax and by currency',
  query: z.object({
    ...pageB,
    plan_id: idFilter('plan_id', 'plan'),
    customer_id: idFilter('customer_id', 'customer'),
    /** Given several times, any of them. */
    status: anyOfFilter('status', subscriptionStatuses),
    /** In the name of the plan, and in the name, email, phone and company of the customer. */
    search: textFilter('search', 200),
    /** Those that bill nothing more come last by `next_on`, in both directions. */
    sort: sortBy(scheduleSorts),
  }),
  response: z.object({
    data: z.array(SubscriptionSummary),
    meta: MetaB,
    /** The monthly total of all pages before tax; trials and paused ones don’t count. */
    recurring_revenue: z.array(z.object({ currency: z.string(), count: z.int(), amount: z.number() })),
    timestamp: Datetime,
  }),
})

export const showSubscription = endpoint({
  surface: 'x',
  record: 'subscriptions',
  params: idParams,
  response,
  method: 'GET',
  path: '/api/x/subscriptions/:id',
  text: 'one with its version (`ETag`), lines, what changes add to the next invoice, and its invoices',
})

export const createSubscription = endpoint({
  surface: 'x',
  method: 'POST',
  path: '/api/x/subscriptions',
  text: 'subscribes a customer: `customer_id`, `plan_id`, `starts_on`, `trial_days` (null: the plan’s), `quantity`, `price` (null: the plan’s), `ends_on` (or null) and `sends`; 422 for an archived plan',
  isIdempotent: true,
  ability: 'invoices.manage',
  body: SubscriptionInput,
  status: 201,
  response,
})

export const updateSubscription = endpoint({
  ...one,
  method: 'PUT',
  path: '/api/x/subscriptions/:id',
  text: 'changes `quantity`, `price`, `ends_on` and `sends`; the rest of a billed period is charged or credited to the day with the next invoice, and charged at once if none follows; 409 once it’s canceled or ended',
  needsVersion: true,
  isIdempotent: true,
  body: SubscriptionChange,
})

export const pauseSubscription = endpoint({
  ...one,
  method: 'POST',
  path: '/api/x/subscriptions/:id/pause',
  text: 'nothing is billed until it’s resumed; what was billed before stays billed; 409 unless it’s active',
  isIdempotent: true,
})

export const resumeSubscription = endpoint({
  ...one,
  method: 'POST',
  path: '/api/x/subscriptions/:id/resume',
  text: 'continues today: what is left of a period that isn’t billed is billed to the day, the days of the pause are free; 409 unless it’s paused',
  isIdempotent: true,
})

export const cancelSubscription = endpoint({
  ...one,
  method: 'POST',
  path: '/api/x/subscriptions/:id/cancel',
  text: 'ends it with the current period or trial, and at once before its start or in a pause whose period isn’t billed; what changes have charged is billed now; 409 in another status',
  isIdempotent: true,
})

export const keepSubscription = endpoint({
  ...one,
  method: 'POST',
  path: '/api/x/subscriptions/:id/keep',
  text: 'keeps a canceled one that hasn’t ended; 409 unless it’s canceled',
  isIdempotent: true,
})

export const settleSubscription = endpoint({
  ...one,
  method: 'POST',
  path: '/api/x/subscriptions/:id/settle',
  text: 'once no invoice follows, drafts what changes have charged, less credits, or marks credits that are left as refunded; 409 if nothing is left or an invoice follows',
  isIdempotent: true,
})
