import { daysFrom, periodAt } from '#contract/invoices/schedule-dates.ts'
import { dayMs } from '#contract/values/durations.ts'
import type { Tenant } from '#server/platform/access/tenant.ts'
import type { Actor } from '#server/platform/audit/activity.ts'
import { timestamp } from '#server/platform/lib/clock.ts'
import { addDays, dateAt } from '#server/platform/lib/time-zone.ts'
import { nextColumns, recordSchedule } from '#server/records/invoices/schedules/writes.ts'
import { storedPlans } from '#server/records/invoices/subscriptions/plans.ts'
import { addSubscription, moveSubscription } from '#server/records/invoices/subscriptions/writes.ts'

import { taxPercent } from './invoices.ts'
import { demoPlans, demoSubscribers } from './plans.ts'

type Subscriber = (typeof demoSubscribers)[number]

/** The newest invoice of a customer, and where its day is the first of a period. */
interface FirstInvoice {
  readonly id: number
  readonly created_at: string
  readonly day: string
}

/** Plans, and subscriptions to them that began in the last weeks; each period until today has its invoice. */
export async function addSubscriptions(trx: Tenant, actor: Actor): Promise<void> {
  const plans = new Map<string, number>()
  for (const { lines, ...plan } of demoPlans) {
    const line_items = lines.map(([description, quantity, unit_price]) => ({
      description,
      quantity,
      unit_price,
      discount: 0,
      tax_rate: taxPercent,
    }))
    const id = await storedPlans.create(trx, actor, { ...plan, currency: 'EUR', notes: '', line_items })
    plans.set(plan.name, id)
  }
  const written = timestamp(Date.now() - 120 * dayMs)
  await trx.update('plans').set({ created_at: written, updated_at: written }).execute()

  const customers = await customerIds(trx)
  const invoices = await newestInvoices(trx, [...customers.values()])
  for (const subscriber of demoSubscribers) {
    const customer_id = customers.get(subscriber.name)
    const plan_id = plans.get(subscriber.plan.name)
    if (customer_id === undefined || plan_id === undefined) continue
    await addOne(trx, actor, subscriber, { customer_id, plan_id, invoice: invoices.get(customer_id) })
  }
}

async function addOne(
  trx: Tenant,
  actor: Actor,
  { plan, quantity, state }: Subscriber,
  {
    customer_id,
    plan_id,
    invoice,
  }: { readonly customer_id: number; readonly plan_id: number; readonly invoice: FirstInvoice | undefined },
): Promise<void> {
  const today = await trx.today()
  // It can begin today at the earliest, so that comes first.
  const id = await addSubscription(trx, actor, {
    customer_id,
    plan_id,
    starts_on: addDays(today, state.kind === 'upcoming' ? state.inDays : 0),
    trial_days: null,
    quantity,
    price: null,
    ends_on: null,
    sends: false,
  })
  if (state.kind === 'upcoming') return
  if (state.kind === 'trialing') {
    const starts_on = addDays(today, -state.daysAgo)
    const billed_from = addDays(starts_on, plan.trial_days)
    const schedule = { starts_on: billed_from, ...nextColumns(billed_from) }
    await begin(trx, id, { customer_id, starts_on, schedule })
    return
  }
  if (!invoice) return
  const { frequency } = plan
  const recurrence = { frequency, starts_on: invoice.day, ends_on: null, max_count: null }
  const ends_on = addDays(periodAt(recurrence, invoice.day).next_on, -1)
  const schedule_id = await begin(trx, id, {
    customer_id,
    starts_on: addDays(invoice.day, -plan.trial_days),
    schedule: {
      starts_on: invoice.day,
      ...(state.kind === 'ended'
        ? { ends_on, ...nextColumns(undefined) }
        : nextColumns(daysFrom(recurrence, addDays(today, 1), 1)[0])),
    },
  })
  await trx.insertOne('invoice_schedule_runs', {
    schedule_id,
    period_on: invoice.day,
    invoice_id: invoice.id,
    created_at: invoice.created_at,
  })
  if (state.kind !== 'active') await stop(trx, actor, id, { customer_id, kind: state.kind, plan, ends_on })
}

/** Lets it begin in the past. Returns the id of its schedule. */
async function begin(
  trx: Tenant,
  id: number,
  {
    customer_id,
    starts_on,
    schedule,
  }: {
    readonly customer_id: number
    readonly starts_on: string
    readonly schedule: { readonly starts_on: string; readonly ends_on?: string } & ReturnType<
      typeof nextColumns
    >
  },
): Promise<number> {
  // The day before, as nobody subscribes to what has begun.
  const created_at = timestamp(Date.parse(`${starts_on}T10:00:00Z`) - dayMs)
  const { schedule_id } = await trx
    .select('subscriptions')
    .select('schedule_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  await trx.update('subscriptions').set({ starts_on, created_at }).where('id', '=', id).execute()
  await trx
    .update('invoice_schedules')
    .set({ ...schedule, created_at, updated_at: created_at })
    .where('id', '=', schedule_id)
    .execute()
  await backdate(trx, { customer_id, event: 'schedule_created' }, created_at)
  return schedule_id
}

/** Pauses or cancels it: the day before yesterday, or before what has ended did. */
async function stop(
  trx: Tenant,
  actor: Actor,
  id: number,
  {
    customer_id,
    kind,
    plan,
    ends_on,
  }: {
    readonly customer_id: number
    readonly kind: 'paused' | 'canceling' | 'ended'
    readonly plan: Subscriber['plan']
    readonly ends_on: string
  },
): Promise<void> {
  const at =
    kind === 'ended'
      ? timestamp(Date.parse(`${ends_on}T10:00:00Z`) - 8 * dayMs)
      : timestamp(Date.now() - 2 * dayMs)
  if (kind === 'paused') await moveSubscription(trx, actor, id, 'pause')
  else if (kind === 'canceling') await moveSubscription(trx, actor, id, 'cancel')
  else {
    const customer = await trx
      .select('customers')
      .select(['name', 'last_name'])
      .where('id', '=', customer_id)
      .executeTakeFirstOrThrow()
    await recordSchedule(
      trx,
      actor,
      { customer_id, customer_name: `${customer.name} ${customer.last_name}` },
      {
        event: 'schedule_ended',
        description: `Subscription to ${plan.name} canceled, last day ${ends_on}`,
      },
    )
  }
  if (kind !== 'paused')
    await trx.update('subscriptions').set({ canceled_at: at }).where('id', '=', id).execute()
  await backdate(trx, { customer_id, event: kind === 'paused' ? 'schedule_paused' : 'schedule_ended' }, at)
}

/** Says that it happened to the customer at that time; nothing else of that kind has. */
const backdate = (
  trx: Tenant,
  { customer_id, event }: { readonly customer_id: number; readonly event: string },
  created_at: string,
) =>
  trx
    .update('activity_log')
    .set({ created_at })
    .where('customer_id', '=', customer_id)
    .where('event', '=', event)
    .execute()

/** The ids of those who are subscribed, by name. */
async function customerIds(trx: Tenant): Promise<Map<string, number>> {
  const rows = await trx.select('customers').select(['id', 'name', 'last_name']).execute()
  const names = new Set(demoSubscribers.map(({ name }) => name))
  return new Map(
    rows
      .map(({ id, name, last_name }) => [`${name} ${last_name}`, id] as const)
      .filter(([name]) => names.has(name)),
  )
}

/** The newest invoice of each of these customers. */
async function newestInvoices(
  trx: Tenant,
  customers: readonly number[],
): Promise<ReadonlyMap<number, FirstInvoice>> {
  if (customers.length === 0) return new Map()
  const timeZone = await trx.timeZone()
  const rows = await trx
    .select('invoices')
    .select(['id', 'customer_id', 'created_at'])
    .where('customer_id', 'in', customers)
    .orderBy('id')
    .execute()
  return new Map(
    rows.map(({ id, customer_id, created_at }) => [
      customer_id,
      { id, created_at, day: dateAt(Date.parse(created_at), timeZone) },
    ]),
  )
}
