import * as z from 'zod/mini'

import { day } from '../values/days.ts'
import { endpoint } from '../wire/endpoint.ts'
import { anyOfFilter, idFilter, sortBy, textFilter } from '../wire/list-query.ts'
import { scheduleSorts } from '../wire/list-sorts.ts'
import { pagedList, resource } from '../wire/resource.ts'
import { Datetime, idParams } from '../wire/surface.ts'
import { InvoiceInput } from './drafts.ts'
import { longestInvoice } from './limits.ts'
import { frequencies } from './schedule-dates.ts'
import { scheduleStatuses } from './schedule-filter.ts'

/** The most invoices that a schedule can be limited to. */
export const mostOccurrences = 1_000

const terms = `payment_days must be between 0 and ${longestInvoice.paymentDays}`
const count = `max_count must be between 1 and ${mostOccurrences.toLocaleString('en-US')}, or null`

/** Content and days of a recurring invoice. */
export const ScheduleInput = z.extend(z.omit(InvoiceInput, { due_date: true }), {
  /** Days after the day on which each invoice is sent. */
  payment_days: z.int(terms).check(z.gte(0, terms), z.lte(longestInvoice.paymentDays, terms)),
  frequency: z.enum(frequencies, `frequency must be one of ${frequencies.join(', ')}`),
  /** The day of the first invoice; YYYY-MM-DD in the account's time zone. */
  starts_on: day('starts_on'),
  /** The last day on which one may fall; null for no end. */
  ends_on: z.nullable(day('ends_on')),
  /** How many there are; null for no end. */
  max_count: z.nullable(z.int(count).check(z.gte(1, count), z.lte(mostOccurrences, count))),
})
export type ScheduleInput = z.infer<typeof ScheduleInput>

/** Why the service paused a schedule: the customer was deleted, too many periods were missed, or its invoice couldn’t be drafted. */
export const pauseReasons = ['customer_deleted', 'missed', 'failed'] as const
export type PauseReason = (typeof pauseReasons)[number]

/** A schedule as the list shows it. Amounts are decimals of `currency`. */
export const ScheduleSummary = z.object({
  id: z.int(),
  status: z.enum(scheduleStatuses),
  /** Null unless the service paused it. */
  pause_reason: z.nullable(z.enum(pauseReasons)),
  customer_id: z.int(),
  customer_name: z.string(),
  frequency: z.enum(frequencies),
  currency: z.string(),
  total_amount: z.number(),
  /** The day of the next invoice; null where none follows. */
  next_on: z.nullable(z.string()),
  version: z.int(),
  created_at: Datetime,
  updated_at: Datetime,
})
export type ScheduleSummary = z.infer<typeof ScheduleSummary>

/** A schedule with what it drafts. */
export const Schedule = z.extend(ScheduleSummary, {
  customer_email: z.string(),
  payment_days: z.int(),
  notes: z.string(),
  line_items: ScheduleInput.shape.line_items,
  starts_on: z.string(),
  ends_on: z.nullable(z.string()),
  max_count: z.nullable(z.int()),
  /** The days of the next invoices, up to five. */
  next_days: z.array(z.string()),
  /** The subscription that it bills, which is changed instead; null or absent for none. */
  subscription_id: z.optional(z.nullable(z.int())),
  /** How many it has drafted, deleted ones included. */
  drafted_count: z.int(),
  /** The newest twelve that still exist. */
  invoices: z.array(
    z.object({
      id: z.int(),
      invoice_number: z.string(),
      status: z.string(),
      total_amount: z.number(),
      currency: z.string(),
      /** The day that it was drafted for. */
      period_on: z.string(),
    }),
  ),
})
export type Schedule = z.infer<typeof Schedule>

/** Recurring invoices, the newest first unless sorted. What they have drafted stays as it is, whatever happens to them. */
export const schedules = resource('invoice_schedules', {
  path: '/api/x/invoice-schedules',
  subject: 'schedule',
  manage: 'invoices.manage',
  input: ScheduleInput,
  full: Schedule,
  list: pagedList(ScheduleSummary, {
    customer_id: idFilter('customer_id', 'customer'),
    /** Given several times, any of them. */
    status: anyOfFilter('status', scheduleStatuses),
    /** `exclude`: without those that bill a subscription, which is listed itself. */
    subscriptions: z.optional(
      z.enum(['include', 'exclude'], 'subscriptions must be one of include, exclude'),
    ),
    /** In the name, email, phone and company of the customer. */
    search: textFilter('search', 200),
    sort: sortBy(scheduleSorts),
  }),
  actions: { pause: {}, resume: {} },
  texts: {
    list: 'one page of recurring invoices, the newest first; takes `page`, `limit`, `customer_id`, `status` (several times for any of them), `subscriptions` (`include`, or `exclude` for those that bill none), `search` and `sort` (`id`, `customer_name`, `next_on`, each with `-` for the reverse)',
    show: 'one with its version (`ETag`), lines, the days of the next invoices and those it has drafted',
    create:
      'drafts an invoice again and again: the body of a draft with `payment_days`, `frequency` (`weekly`, `monthly`, `quarterly`, `yearly`), `starts_on`, `ends_on` and `max_count` (or null)',
    remove: 'deletes it, its invoices stay',
    pause: 'nothing is drafted until it’s resumed; 409 unless it’s active',
    resume: 'drafts again; what fell into the pause is skipped; 409 unless it’s paused',
  },
  live: ['invoices'],
  example: {
    customer_id: 1001,
    currency: 'EUR',
    payment_days: 14,
    notes: '',
    line_items: [
      { description: 'Interior photography', quantity: 3, unit_price: 413.5, discount: 0, tax_rate: 23 },
    ],
    frequency: 'monthly',
    starts_on: '2099-01-31',
    ends_on: null,
    max_count: null,
  },
})

export const showScheduleOfInvoice = endpoint({
  surface: 'x',
  method: 'GET',
  path: '/api/x/invoices/:id/schedule',
  text: 'the schedule that drafted an invoice and for which day; null for others',
  record: 'invoices',
  params: idParams,
  response: z.object({
    data: z.nullable(z.object({ id: z.int(), frequency: z.enum(frequencies), period_on: z.string() })),
  }),
})
