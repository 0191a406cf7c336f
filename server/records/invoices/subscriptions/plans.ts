import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'

import type { DraftLine } from '#contract/invoices/drafts.ts'
import { type PlanInput, type PlanSummary, plans } from '#contract/invoices/plans.ts'
import { fold, searchTerms } from '#contract/values/folding.ts'
import type { PlanSort } from '#contract/wire/list-sorts.ts'
import type { Context } from '#server/context.ts'
import type { Tenant } from '#server/platform/access/tenant.ts'
import { containsLiterally } from '#server/platform/db/literal-search.ts'
import { now } from '#server/platform/lib/clock.ts'
import { HttpError, invalidField, invalidInput } from '#server/platform/lib/http-error.ts'
import { toDecimal } from '#server/platform/lib/money.ts'
import { sortedPage } from '#server/platform/lists/short-lists.ts'
import { mountResource, pageOf } from '#server/records/resources/mount-resource.ts'
import { type RowOf, storedRecords } from '#server/records/resources/stored-records.ts'

import { addedUp, itemOf } from '../drafts.ts'

/** A plan as it is stored. */
type PlanRow = RowOf<'plans'>

export const storedPlans = storedRecords(plans, {
  table: 'plans',
  columnsOf,
  async shown({ lines, payment_days, notes, name_key: _key, ...row }, tenant) {
    const counts = await subscriptionCounts(tenant, [row.id])
    return {
      ...shown(row, counts.get(row.id) ?? 0),
      payment_days,
      notes,
      line_items: planLinesOf({ lines }),
    }
  },
  said: ({ net_amount, currency, ...row }) => ({
    ...row,
    currency,
    net_amount: toDecimal(net_amount, currency),
  }),
})

/** Mounts plans. */
export const mountPlans = (app: FastifyInstance, context: Context): void =>
  mountResource(app, context, plans, {
    ...storedPlans,
    list: (tenant, query) => pageOf(query, (page) => listPlans(tenant, page)),
    actions: {
      archive: (trx, actor, { id }) => storedPlans.change(trx, actor, id, archived(true), 'archived'),
      unarchive: (trx, actor, { id }) => storedPlans.change(trx, actor, id, archived(false), 'unarchived'),
    },
  })

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
  readonly sort?: PlanSort | undefined
}

const sortColumns = { id: 'id', name: 'name_key', net_amount: 'net_amount' } as const

/** Returns one page of plans and how many there are. */
async function listPlans(
  tenant: Tenant,
  { page, limit, archived = false, search = '', sort = '-id' }: PlanListQuery,
): Promise<{ rows: PlanSummary[]; total: number }> {
  const words = searchTerms(search)
  let query = tenant.select('plans').where('archived_at', archived ? 'is not' : 'is', null)
  // An account has few of them: they are read one by one.
  if (words.length > 0) query = query.where(containsLiterally(sql.ref('plans.name_key'), words))
  const { total } = await query.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  const rows = await sortedPage(query.select(summaryColumns), { page, limit, sort }, sortColumns).execute()
  const counts = await subscriptionCounts(
    tenant,
    rows.map(({ id }) => id),
  )
  return { rows: rows.map((row) => shown(row, counts.get(row.id) ?? 0)), total }
}

/** The stored lines as they were requested. */
export const planLinesOf = ({ lines }: Pick<PlanRow, 'lines'>): DraftLine[] =>
  JSON.parse(lines) as DraftLine[]

const archived = (isArchived: boolean) => (row: PlanRow) => {
  if ((row.archived_at !== null) === isArchived)
    throw new HttpError('CONFLICT', isArchived ? 'This plan is archived already' : 'This plan isn’t archived')
  return { archived_at: isArchived ? now() : null }
}

function columnsOf({ line_items, ...input }: PlanInput) {
  const problems = new Map<string, string[]>()
  if (line_items.length === 0) problems.set('line_items', ['Add at least one line'])
  for (const [index, { description }] of line_items.entries())
    if (description.trim() === '')
      problems.set(`line_items.${index}.description`, [`Line ${index + 1} needs a description`])
  if (problems.size > 0) throw invalidInput('VALIDATION_FAILED', problems)
  const sums = addedUp(line_items.map((line, index) => itemOf(line, index, input.currency)))
  // A part of a period takes the same part of each line, so none of them may be below 0.
  const negative = sums.lines.findIndex(({ total }) => total < 0)
  if (negative >= 0) throw invalidField(`line_items.${negative}.unit_price`, 'Enter a price of 0 or more')
  return {
    ...input,
    // What lists search by.
    name_key: fold(input.name),
    net_amount: sums.net,
    total_amount: sums.total,
    lines: JSON.stringify(line_items),
  }
}

async function subscriptionCounts(tenant: Tenant, plans: number[]): Promise<ReadonlyMap<number, number>> {
  if (plans.length === 0) return new Map()
  const today = await tenant.today()
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
