import { type Selectable, sql } from 'kysely'

import { fold, searchTerms } from '#contract/folding.ts'
import { amountsOf } from '#contract/invoice-amounts.ts'
import type { DraftLine } from '#contract/invoice-drafts.ts'
import type { Plan, PlanInput, PlanSummary } from '#contract/plans.ts'
import type { Tenant } from '#server/platform/access/tenant.ts'
import { containsLiterally } from '#server/platform/db/literal-search.ts'
import type { PlanTable } from '#server/platform/db/tables/plans.ts'
import { HttpError, invalidField, invalidInput } from '#server/platform/http/errors.ts'
import { now } from '#server/platform/lib/clock.ts'
import { toDecimal } from '#server/platform/lib/money.ts'
import { dateAt } from '#server/platform/lib/time-zone.ts'

import { itemOf } from '../drafts.ts'

/** A plan as it is stored. */
export type PlanRow = Omit<Selectable<PlanTable>, 'account_id' | 'name_key'>

const summaryColumns = [
  'id',
  'name',
  'frequency',
  'currency',
  'net_amount',
  'total_amount',
  'trial_days',
  'archived_at',
  'version',
  'created_at',
  'updated_at',
] as const

interface PlanListQuery {
  readonly page: number
  readonly limit: number
  readonly archived?: boolean | undefined
  readonly search?: string | undefined
}

/** Returns one page of plans, the newest first, and how many there are. */
export async function listPlans(
  tenant: Tenant,
  { page, limit, archived = false, search = '' }: PlanListQuery,
): Promise<{ rows: PlanSummary[]; total: number }> {
  const words = searchTerms(search)
  let query = tenant.select('plans').where('archived_at', archived ? 'is not' : 'is', null)
  // An account has few of them: they are read one by one.
  if (words.length > 0) query = query.where(containsLiterally(sql.ref('plans.name_key'), words))
  const { total } = await query.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  const rows = await query
    .select(summaryColumns)
    .orderBy('id', 'desc')
    .limit(limit)
    .offset((page - 1) * limit)
    .execute()
  const counts = await subscriptionCounts(
    tenant,
    rows.map(({ id }) => id),
  )
  return { rows: rows.map((row) => shown(row, counts.get(row.id) ?? 0)), total }
}

/** Reads the plan; with `forChange`, it is locked until the end of the transaction. Throws 404. */
export async function readPlanRow(
  tenant: Tenant,
  id: number,
  { forChange = false }: { readonly forChange?: boolean } = {},
): Promise<PlanRow> {
  const query = tenant
    .select('plans')
    .select([...summaryColumns, 'payment_days', 'notes', 'lines'])
    .where('id', '=', id)
  const row = await (forChange ? tenant.dialect.forNoKeyUpdate(query) : query).executeTakeFirst()
  if (!row) throw new HttpError('NOT_FOUND')
  return row
}

/** The stored lines as they were requested. */
export const planLinesOf = ({ lines }: Pick<PlanRow, 'lines'>): DraftLine[] =>
  JSON.parse(lines) as DraftLine[]

/** Reads the plan as its page shows it. Throws 404. */
export async function readPlan(tenant: Tenant, id: number): Promise<Plan> {
  const { lines, payment_days, notes, ...row } = await readPlanRow(tenant, id)
  const counts = await subscriptionCounts(tenant, [id])
  return { ...shown(row, counts.get(id) ?? 0), payment_days, notes, line_items: planLinesOf({ lines }) }
}

/** Adds a plan. Returns its id. Throws 422. */
export async function addPlan(tenant: Tenant, input: PlanInput): Promise<number> {
  const created_at = now()
  return tenant.insertOne('plans', {
    ...columnsOf(input),
    ...keysOf(input),
    created_at,
    updated_at: created_at,
  })
}

/** Makes the plan what the input says; without a change it writes nothing. Throws 404, 412 and 422. */
export async function updatePlan(
  tenant: Tenant,
  { id, version }: { readonly id: number; readonly version: number },
  input: PlanInput,
): Promise<void> {
  const row = await readPlanRow(tenant, id, { forChange: true })
  if (row.version !== version) throw new HttpError('PRECONDITION_FAILED')
  const columns = columnsOf(input)
  const names = Object.keys(columns) as (keyof typeof columns)[]
  if (names.every((name) => columns[name] === row[name])) return
  await tenant
    .update('plans')
    .set({ ...columns, ...keysOf(input), updated_at: now(), version: version + 1 })
    .where('id', '=', id)
    .execute()
}

/** Archives the plan or takes it back. Throws 404, and 409 where it is already so. */
export async function setPlanArchived(tenant: Tenant, id: number, isArchived: boolean): Promise<void> {
  const row = await readPlanRow(tenant, id, { forChange: true })
  if ((row.archived_at !== null) === isArchived)
    throw new HttpError('CONFLICT', isArchived ? 'This plan is archived already' : 'This plan isn’t archived')
  await tenant
    .update('plans')
    .set({ archived_at: isArchived ? now() : null, updated_at: now(), version: row.version + 1 })
    .where('id', '=', id)
    .execute()
}

/** The column that lists search by; renewed with the name. */
const keysOf = ({ name }: Pick<PlanInput, 'name'>) => ({ name_key: fold(name) })

function columnsOf({ line_items, ...input }: PlanInput) {
  const problems = new Map<string, string[]>()
  if (line_items.length === 0) problems.set('line_items', ['Add at least one line'])
  for (const [index, { description }] of line_items.entries())
    if (description.trim() === '')
      problems.set(`line_items.${index}.description`, [`Line ${index + 1} needs a description`])
  if (problems.size > 0) throw invalidInput('VALIDATION_FAILED', problems)
  const items = line_items.map((line, index) => itemOf(line, index, input.currency))
  const amounts = amountsOf(
    items.map(({ quantity, unit_price, discount, tax_rate }) => ({
      quantity,
      unitPrice: unit_price,
      discount,
      taxRate: tax_rate,
    })),
  )
  if (!amounts) throw invalidField('line_items', 'The amounts are too large')
  // A part of a period takes the same part of each line, so none of them may be below 0.
  const negative = amounts.lines.findIndex((amount) => amount < 0)
  if (negative >= 0) throw invalidField(`line_items.${negative}.unit_price`, 'Enter a price of 0 or more')
  return {
    ...input,
    net_amount: amounts.net,
    total_amount: amounts.total,
    lines: JSON.stringify(line_items),
  }
}

async function subscriptionCounts(tenant: Tenant, plans: number[]): Promise<ReadonlyMap<number, number>> {
  if (plans.length === 0) return new Map()
  const today = dateAt(Date.now(), await tenant.timeZone())
  const rows = await tenant
    .select('subscriptions')
    .innerJoin('invoice_schedules', 'invoice_schedules.id', 'subscriptions.schedule_id')
    .select((eb) => ['plan_id', eb.fn.countAll<number>().as('count')])
    .where('plan_id', 'in', plans)
    .where((eb) => eb.or([eb('ends_on', 'is', null), eb('ends_on', '>=', today)]))
    .groupBy('plan_id')
    .execute()
  return new Map(rows.map(({ plan_id, count }) => [plan_id, Number(count)]))
}

const shown = (
  row: Pick<PlanRow, (typeof summaryColumns)[number]>,
  subscription_count: number,
): PlanSummary => ({
  ...row,
  net_amount: toDecimal(row.net_amount, row.currency),
  total_amount: toDecimal(row.total_amount, row.currency),
  subscription_count,
})
