import * as z from 'zod/mini'

import { flagFilter, sortBy, textFilter } from '../wire/list-query.ts'
import { planSorts } from '../wire/list-sorts.ts'
import { pagedList, resource } from '../wire/resource.ts'
import { Datetime } from '../wire/surface.ts'
import { InvoiceInput } from './drafts.ts'
import { frequencies } from './schedule-dates.ts'
import { ScheduleInput } from './schedules.ts'

/** How long a plan's trial may be, in days. */
export const longestTrial = 730

const trial = `trial_days must be between 0 and ${longestTrial}`

/** A plan. Its lines and amounts are those of one period and one unit. */
export const PlanInput = z.object({
  name: z
    .string('Enter a name')
    .check(
      z.trim(),
      z.minLength(1, 'Enter a name'),
      z.maxLength(200, 'Use at most 200 characters'),
      z.regex(/^\P{Cc}*$/u, 'Remove hidden characters, such as line breaks'),
    ),
  currency: InvoiceInput.shape.currency,
  frequency: ScheduleInput.shape.frequency,
  /** Days before the first invoice. */
  trial_days: z.int(trial).check(z.gte(0, trial), z.lte(longestTrial, trial)),
  /** Days after the day on which each invoice is sent. */
  payment_days: ScheduleInput.shape.payment_days,
  notes: InvoiceInput.shape.notes,
  line_items: InvoiceInput.shape.line_items,
})
export type PlanInput = z.infer<typeof PlanInput>

/** A plan as the list shows it. Amounts are decimals of `currency`. */
export const PlanSummary = z.object({
  id: z.int(),
  name: z.string(),
  frequency: z.enum(frequencies),
  currency: z.string(),
  /** Before tax. */
  net_amount: z.number(),
  total_amount: z.number(),
  trial_days: z.int(),
  /** Subscriptions that haven't ended. */
  subscription_count: z.int(),
  archived_at: z.nullable(Datetime),
  version: z.int(),
  created_at: Datetime,
  updated_at: Datetime,
})
export type PlanSummary = z.infer<typeof PlanSummary>

export const Plan = z.extend(PlanSummary, {
  payment_days: z.int(),
  notes: z.string(),
  line_items: PlanInput.shape.line_items,
})
export type Plan = z.infer<typeof Plan>

/** Subscription plans; the newest first. */
export const plans = resource('plans', {
  path: '/api/x/plans',
  subject: 'plan',
  manage: 'invoices.manage',
  input: PlanInput,
  full: Plan,
  list: pagedList(PlanSummary, {
    archived: flagFilter('archived'),
    /** In the name. */
    search: textFilter('search', 200),
    sort: sortBy(planSorts),
  }),
  // Customers may be subscribed to it: it is archived instead.
  isRemovable: false,
  actions: { archive: {}, unarchive: {} },
  texts: {
    list: 'one page of subscription plans, the newest first; takes `page`, `limit`, `search`, `archived` (true: those instead of the others) and `sort` (`id`, `name`, `net_amount`, each with `-` for the reverse)',
    show: 'one with its version (`ETag`) and lines',
    create:
      'creates a plan: `name`, `currency`, `frequency`, `trial_days`, `payment_days`, `notes` and the `line_items` of one unit for one period',
    update: 'replaces it, subscriptions stay as they are',
    archive:
      'nobody can be subscribed to it any more, and its subscriptions continue; 409 where it is already so',
    unarchive: 'customers can be subscribed to it again; 409 where they can be',
  },
  live: ['invoices'],
  history: {
    title: 'name',
    fields: ['name', 'currency', 'frequency', 'net_amount', 'trial_days', 'payment_days', 'notes'],
    audited: 'deletions',
  },
  example: {
    name: 'Care plan',
    currency: 'EUR',
    frequency: 'monthly',
    trial_days: 14,
    payment_days: 14,
    notes: '',
    line_items: [
      { description: 'Interior photography', quantity: 3, unit_price: 413.5, discount: 0, tax_rate: 23 },
    ],
  },
})
