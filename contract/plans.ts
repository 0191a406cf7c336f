import * as z from 'zod/mini'

import { endpoint } from './endpoint.ts'
import { InvoiceInput } from './invoice-drafts.ts'
import { ScheduleInput } from './invoice-schedules.ts'
import { flagFilter, textFilter } from './list-query.ts'
import { frequencies } from './schedule-dates.ts'
import { Datetime, MetaB, idParams, pageB } from './surface.ts'

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

const response = z.object({ data: Plan })
const one = {
  surface: 'x',
  record: 'plans',
  ability: 'invoices.manage',
  params: idParams,
  response,
} as const

/** One page of plans, the newest first. */
export const listPlans = endpoint({
  surface: 'x',
  method: 'GET',
  path: '/api/x/plans',
  query: z.object({
    ...pageB,
    /** Archived ones instead of the others. */
    archived: flagFilter('archived'),
    /** In the name. */
    search: textFilter('search', 200),
  }),
  response: z.object({ data: z.array(PlanSummary), meta: MetaB, timestamp: Datetime }),
})

/** Its `ETag` is its version. */
export const showPlan = endpoint({
  surface: 'x',
  record: 'plans',
  params: idParams,
  response,
  method: 'GET',
  path: '/api/x/plans/:id',
})

/** Takes an `Idempotency-Key`. */
export const createPlan = endpoint({
  surface: 'x',
  method: 'POST',
  path: '/api/x/plans',
  ability: 'invoices.manage',
  body: PlanInput,
  status: 201,
  response,
})

/** Replaces a plan; `If-Match` names its version. Subscriptions that exist stay as they are. */
export const updatePlan = endpoint({ ...one, method: 'PUT', path: '/api/x/plans/:id', body: PlanInput })

/** Nobody can be subscribed to it any more; subscriptions that exist continue. 409 if it's archived. */
export const archivePlan = endpoint({ ...one, method: 'POST', path: '/api/x/plans/:id/archive' })

/** 409 unless it's archived. */
export const unarchivePlan = endpoint({ ...one, method: 'POST', path: '/api/x/plans/:id/unarchive' })
