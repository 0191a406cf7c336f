import { type Selectable, sql } from 'kysely'

import { daysFrom } from '#contract/invoices/schedule-dates.ts'
import type { ScheduleStatus } from '#contract/invoices/schedule-filter.ts'
import type { Schedule, ScheduleInput, ScheduleSummary } from '#contract/invoices/schedules.ts'
import { searchTerms } from '#contract/values/folding.ts'
import type { ScheduleSort } from '#contract/wire/list-sorts.ts'
import type { Tenant } from '#server/platform/access/tenant.ts'
import { containsLiterally } from '#server/platform/db/literal-search.ts'
import type { ScheduleTable } from '#server/platform/db/tables/schedules.ts'
import { containsWords } from '#server/platform/db/word-search.ts'
import { HttpError } from '#server/platform/lib/http-error.ts'
import { toDecimal } from '#server/platform/lib/money.ts'
import { addDays } from '#server/platform/lib/time-zone.ts'
import { sortedPage } from '#server/platform/lists/short-lists.ts'

/** A schedule as it is stored. */
export type ScheduleRow = Omit<Selectable<ScheduleTable>, 'account_id' | 'customer_name_key'>

const summaryColumns = [
  'id',
  'status',
  'pause_reason',
  'customer_id',
  'customer_name',
  'frequency',
  'currency',
  'total_amount',
  'next_on',
  'version',
  'created_at',
  'updated_at',
] as const

/** What schedules are sorted by, and the subscriptions that they bill. */
export const scheduleColumns = {
  id: 'id',
  customer_name: 'customer_name_key',
  next_on: { column: 'next_on', isNullable: true },
} as const

const shownDays = 5
const shownInvoices = 12

interface ScheduleListQuery {
  readonly page: number
  readonly limit: number
  readonly customer_id?: number | undefined
  readonly status?: ScheduleStatus | readonly ScheduleStatus[] | undefined
  readonly subscriptions?: 'include' | 'exclude' | undefined
  readonly search?: string | undefined
  readonly sort?: ScheduleSort | undefined
}

/** Returns one page of schedules and how many there are. */
export async function listSchedules(
  tenant: Tenant,
  { page, limit, customer_id, status, subscriptions, search = '', sort = '-id' }: ScheduleListQuery,
): Promise<{ rows: ScheduleSummary[]; total: number }> {
  const words = searchTerms(search)
  let query = tenant.select('invoice_schedules')
  if (subscriptions === 'exclude')
    query = query.where((eb) => eb.not(eb.exists(billedSubscription(tenant).select('subscriptions.id'))))
  if (customer_id !== undefined) query = query.where('customer_id', '=', customer_id)
  if (status !== undefined) query = query.where('status', 'in', [status].flat())
  if (words.length > 0)
    // An account has few of them: they are read one by one. The customer may have been deleted.
    query = query.where((eb) =>
      eb.or([
        containsLiterally(sql.ref('invoice_schedules.customer_name_key'), words),
        eb.exists(customerWith(tenant, words)),
      ]),
    )
  const { total } = await query.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  const rows = await sortedPage(
    query.select(summaryColumns),
    { page, limit, sort },
    scheduleColumns,
  ).execute()
  return {
    rows: rows.map((row) => ({ ...row, total_amount: toDecimal(row.total_amount, row.currency) })),
    total,
  }
}

/** `… from subscriptions`: the one that a schedule bills. */
const billedSubscription = (tenant: Tenant) =>
  tenant.select('subscriptions').where(sql<boolean>`subscriptions.schedule_id = invoice_schedules.id`)

/** `select … from customers`: the one of a schedule, if it contains these words. */
export const customerWith = (tenant: Tenant, words: readonly string[]) =>
  tenant
    .select('customers')
    .select('customers.id')
    .where(sql<boolean>`customers.id = invoice_schedules.customer_id`)
    .where(containsWords(tenant.dialect, 'customers', words))

/** Reads the schedule; with `forChange`, it is locked until the end of the transaction. Throws 404. */
export async function readRow(
  tenant: Tenant,
  id: number,
  { forChange = false }: { readonly forChange?: boolean } = {},
): Promise<ScheduleRow> {
  const query = tenant
    .select('invoice_schedules')
    .select([
      ...summaryColumns,
      'customer_email',
      'starts_on',
      'ends_on',
      'max_count',
      'payment_days',
      'notes',
      'lines',
    ])
    .where('id', '=', id)
  const row = await (forChange ? tenant.dialect.forNoKeyUpdate(query) : query).executeTakeFirst()
  if (!row) throw new HttpError('NOT_FOUND')
  return row
}

/** The stored lines as they were requested. */
export const linesOf = ({ lines }: Pick<ScheduleRow, 'lines'>): ScheduleInput['line_items'] =>
  JSON.parse(lines) as ScheduleInput['line_items']

/** Reads the schedule as its page shows it. Throws 404. */
export async function readSchedule(tenant: Tenant, id: number): Promise<Schedule> {
  const { lines, total_amount, ...row } = await readRow(tenant, id)
  const drafted_count = await countDrafted(tenant, id)
  const invoices = await newestInvoices(tenant, id)
  const subscription = await tenant
    .select('subscriptions')
    .select('id')
    .where('schedule_id', '=', id)
    .executeTakeFirst()
  const from = row.next_on ?? (await earliestDay(tenant, id))
  return {
    ...row,
    total_amount: toDecimal(total_amount, row.currency),
    line_items: linesOf({ lines }),
    next_days: row.status === 'ended' ? [] : daysFrom(row, from, shownDays, drafted_count),
    subscription_id: subscription?.id ?? null,
    drafted_count,
    invoices: invoices.map((invoice) => ({
      ...invoice,
      total_amount: toDecimal(invoice.total_amount, invoice.currency),
    })),
  }
}

/** The newest invoices of periods, and those that bill changes of a subscription alone, with the day of each. */
async function newestInvoices(tenant: Tenant, id: number) {
  const columns = ['invoices.id', 'invoice_number', 'status', 'total_amount', 'currency'] as const
  const ofPeriods = await tenant
    .select('invoice_schedule_runs')
    .innerJoin('invoices', 'invoices.id', 'invoice_schedule_runs.invoice_id')
    .select([...columns, 'period_on'])
    .where('schedule_id', '=', id)
    .orderBy('period_on', 'desc')
    .limit(shownInvoices)
    .execute()
  const closing = await tenant
    .select('subscription_settlements')
    .innerJoin('subscriptions', 'subscriptions.id', 'subscription_settlements.subscription_id')
    .innerJoin('invoices', 'invoices.id', 'subscription_settlements.invoice_id')
    .select(columns)
    .select(sql<string>`closed_on`.as('period_on'))
    .where('schedule_id', '=', id)
    .where('closed_on', 'is not', null)
    .orderBy('closed_on', 'desc')
    .limit(shownInvoices)
    .execute()
  return [...ofPeriods, ...closing]
    .toSorted((one, other) => (one.period_on < other.period_on ? 1 : -1))
    .slice(0, shownInvoices)
}

/** The next days of the schedule from that one on, as many as are left of its number of invoices. */
export async function daysLeft(
  tenant: Tenant,
  row: ScheduleRow,
  from: string,
  most: number,
): Promise<string[]> {
  return daysFrom(row, from, most, row.max_count === null ? 0 : await countDrafted(tenant, row.id))
}

async function countDrafted(tenant: Tenant, id: number): Promise<number> {
  const { count } = await tenant
    .select('invoice_schedule_runs')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('schedule_id', '=', id)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** The first day for which the schedule may draft: today at the earliest, and after the last one that has a draft. */
export async function earliestDay(tenant: Tenant, id: number): Promise<string> {
  const today = await tenant.today()
  const last = await tenant
    .select('invoice_schedule_runs')
    .select('period_on')
    .where('schedule_id', '=', id)
    .orderBy('period_on', 'desc')
    .limit(1)
    .executeTakeFirst()
  const next = last ? addDays(last.period_on, 1) : today
  return next > today ? next : today
}

/** The schedule that drafted the invoice, if one did. */
export async function scheduleOfInvoice(tenant: Tenant, invoice: number) {
  const drafted = await tenant
    .select('invoice_schedule_runs')
    .innerJoin('invoice_schedules', 'invoice_schedules.id', 'invoice_schedule_runs.schedule_id')
    .select(['invoice_schedules.id', 'frequency', 'period_on'])
    .where('invoice_id', '=', invoice)
    .executeTakeFirst()
  if (drafted) return drafted
  const closing = await tenant
    .select('subscription_settlements')
    .innerJoin('subscriptions', 'subscriptions.id', 'subscription_settlements.subscription_id')
    .innerJoin('invoice_schedules', 'invoice_schedules.id', 'subscriptions.schedule_id')
    .select(['invoice_schedules.id', 'frequency'])
    .select(sql<string>`closed_on`.as('period_on'))
    .where('invoice_id', '=', invoice)
    .where('closed_on', 'is not', null)
    .executeTakeFirst()
  return closing ?? null
}
