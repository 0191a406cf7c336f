import { type RawBuilder, type Selectable, sql } from 'kysely'

import type { BilledLine } from '#contract/invoices/proration.ts'
import { type SubscriptionStatus, subscriptionStatus } from '#contract/invoices/subscription-states.ts'
import type { Subscription, SubscriptionSummary } from '#contract/invoices/subscriptions.ts'
import { searchTerms } from '#contract/values/folding.ts'
import type { ScheduleSort } from '#contract/wire/list-sorts.ts'
import type { Tenant } from '#server/platform/access/tenant.ts'
import { containsLiterally } from '#server/platform/db/literal-search.ts'
import type { SubscriptionTable } from '#server/platform/db/tables/plans.ts'
import { HttpError } from '#server/platform/lib/http-error.ts'
import { toDecimal } from '#server/platform/lib/money.ts'
import { sortedPage } from '#server/platform/lists/short-lists.ts'
import {
  type ScheduleRow,
  customerWith,
  readRow,
  readSchedule,
  scheduleColumns,
} from '#server/records/invoices/schedules/rows.ts'

import { isRecurringOn, recurringRevenue } from './revenue.ts'

/** A subscription as it is stored. */
export type SubscriptionRow = Omit<Selectable<SubscriptionTable>, 'account_id' | 'plan_name_key'>

const columns = [
  'subscriptions.id',
  'plan_id',
  'schedule_id',
  'plan_name',
  'plan_lines',
  'quantity',
  'price',
  'net_amount',
  'subscriptions.starts_on',
  'planned_end',
  'canceled_at',
  'sends',
  'adjustments',
  'closing',
  'resumed_on',
  'subscriptions.created_at',
] as const

interface SubscriptionListQuery {
  readonly page: number
  readonly limit: number
  readonly plan_id?: number | undefined
  readonly customer_id?: number | undefined
  readonly status?: SubscriptionStatus | readonly SubscriptionStatus[] | undefined
  readonly search?: string | undefined
  readonly sort?: ScheduleSort | undefined
}

/** Returns one page of subscriptions, how many there are, and what all of them come to in a month. */
export async function listSubscriptions(
  tenant: Tenant,
  { page, limit, plan_id, customer_id, status, search = '', sort = '-id' }: SubscriptionListQuery,
): Promise<{
  rows: SubscriptionSummary[]
  total: number
  recurring_revenue: ReturnType<typeof recurringRevenue>
}> {
  const today = await tenant.today()
  const words = searchTerms(search)
  let query = tenant
    .select('subscriptions')
    .innerJoin('invoice_schedules', 'invoice_schedules.id', 'subscriptions.schedule_id')
  if (plan_id !== undefined) query = query.where('plan_id', '=', plan_id)
  if (customer_id !== undefined) query = query.where('invoice_schedules.customer_id', '=', customer_id)
  if (status !== undefined) query = query.where(statusOn(today), 'in', [status].flat())
  // An account has few of them: they are read one by one. The customer may have been deleted or renamed.
  for (const word of words)
    query = query.where((eb) =>
      eb.or([
        containsLiterally(sql.ref('plan_name_key'), [word]),
        containsLiterally(sql.ref('customer_name_key'), [word]),
        eb.exists(customerWith(tenant, [word])),
      ]),
    )
  const { total } = await query.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  const sums = await query
    .select((eb) => ['currency', 'frequency', eb.fn.countAll<number>().as('count')])
    .select(sql<number>`cast(sum(net_amount) as double precision)`.as('amount'))
    .where(isRecurringOn(today))
    .groupBy(['currency', 'frequency'])
    .orderBy('currency')
    .execute()
  const listed = query.select([
    ...columns,
    'invoice_schedules.starts_on as billed_from',
    'customer_id',
    'customer_name',
    'invoice_schedules.status as schedule_status',
    'pause_reason',
    'frequency',
    'currency',
    'total_amount',
    'ends_on',
    'next_on',
    'version',
    'updated_at',
  ])
  const sorts = { ...scheduleColumns, id: 'subscriptions.id' }
  const rows = await sortedPage(listed, { page, limit, sort }, sorts, 'subscriptions.id').execute()
  return {
    rows: rows.map((row) =>
      summaryOf(row, { ...row, status: row.schedule_status, starts_on: row.billed_from }, today),
    ),
    total,
    recurring_revenue: recurringRevenue(sums),
  }
}

/** `subscriptionStatus` as an expression, for statements that join `invoice_schedules`. */
const statusOn = (today: string): RawBuilder<SubscriptionStatus> =>
  sql<SubscriptionStatus>`(case
    when invoice_schedules.ends_on < ${today} then 'ended'
    when invoice_schedules.status = 'paused' then 'paused'
    when canceled_at is not null then 'canceling'
    when subscriptions.starts_on > ${today} then 'upcoming'
    when invoice_schedules.starts_on > ${today} then 'trialing'
    else 'active' end)`

/** Reads the subscription with its schedule; with `forChange`, both are locked until the end of the transaction. Throws 404. */
export async function readBoth(
  tenant: Tenant,
  id: number,
  { forChange = false }: { readonly forChange?: boolean } = {},
): Promise<{ readonly row: SubscriptionRow; readonly schedule: ScheduleRow; readonly today: string }> {
  const read = () => tenant.select('subscriptions').select(columns).where('id', '=', id).executeTakeFirst()
  const found = await read()
  if (!found) throw new HttpError('NOT_FOUND')
  // The schedule first, as the job does; it may have billed something in between.
  const schedule = await readRow(tenant, found.schedule_id, { forChange })
  const row = forChange ? await read() : found
  if (!row) throw new HttpError('NOT_FOUND')
  return { row, schedule, today: await tenant.today() }
}

/** The subscription that a schedule bills, if there is one. */
export const subscriptionOf = (tenant: Tenant, schedule: number): Promise<SubscriptionRow | undefined> =>
  tenant.select('subscriptions').select(columns).where('schedule_id', '=', schedule).executeTakeFirst()

/** Charges and credits for the next invoices. */
export const adjustmentsOf = ({ adjustments }: Pick<SubscriptionRow, 'adjustments'>): BilledLine[] =>
  JSON.parse(adjustments) as BilledLine[]

/** Returns the status that the subscription has on a day. */
export const statusOf = (
  { starts_on, canceled_at }: Pick<SubscriptionRow, 'starts_on' | 'canceled_at'>,
  schedule: Pick<ScheduleRow, 'status' | 'starts_on' | 'ends_on'>,
  today: string,
) =>
  subscriptionStatus(
    {
      schedule_status: schedule.status,
      starts_on,
      billed_from: schedule.starts_on,
      ends_on: schedule.ends_on,
      canceled_at,
    },
    today,
  )

/** Reads the subscription as its page shows it. Throws 404. */
export async function readSubscription(tenant: Tenant, id: number): Promise<Subscription> {
  const { row, schedule, today } = await readBoth(tenant, id)
  const { line_items, invoices } = await readSchedule(tenant, row.schedule_id)
  return {
    ...summaryOf(row, schedule, today),
    schedule_id: row.schedule_id,
    line_items,
    adjustments: adjustmentsOf(row).map(({ description, unitPrice }) => ({
      description,
      amount: toDecimal(unitPrice, schedule.currency),
    })),
    invoices,
  }
}

type ShownSchedule = Pick<
  ScheduleRow,
  | 'status'
  | 'starts_on'
  | 'customer_id'
  | 'customer_name'
  | 'pause_reason'
  | 'frequency'
  | 'currency'
  | 'total_amount'
  | 'ends_on'
  | 'next_on'
  | 'version'
  | 'updated_at'
>

function summaryOf(row: SubscriptionRow, schedule: ShownSchedule, today: string): SubscriptionSummary {
  const { customer_id, customer_name, pause_reason, frequency, currency } = schedule
  const status = statusOf(row, schedule, today)
  return {
    id: row.id,
    plan_id: row.plan_id,
    plan_name: row.plan_name,
    customer_id,
    customer_name,
    status,
    pause_reason: status === 'paused' ? pause_reason : null,
    frequency,
    currency,
    quantity: row.quantity,
    price: row.price === null ? null : toDecimal(row.price, currency),
    net_amount: toDecimal(row.net_amount, currency),
    total_amount: toDecimal(schedule.total_amount, currency),
    starts_on: row.starts_on,
    billed_from: schedule.starts_on,
    ends_on: schedule.ends_on,
    next_on: schedule.next_on,
    sends: row.sends === 1,
    version: schedule.version,
    created_at: row.created_at,
    updated_at: schedule.updated_at,
  }
}
