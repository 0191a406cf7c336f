import type { DraftLine } from '#contract/invoices/drafts.ts'
import {
  type PartOfPeriod,
  differences,
  netOf,
  partOfLines,
  subscribedLines,
} from '#contract/invoices/proration.ts'
import { type Period, daysFrom, periodAt } from '#contract/invoices/schedule-dates.ts'
import {
  type SubscriptionMove,
  isChangeable,
  subscriptionAfter,
} from '#contract/invoices/subscription-states.ts'
import type { SubscriptionChange, SubscriptionInput } from '#contract/invoices/subscriptions.ts'
import { fold } from '#contract/values/folding.ts'
import type { Tenant } from '#server/platform/access/tenant.ts'
import type { Actor } from '#server/platform/audit/activity.ts'
import { now } from '#server/platform/lib/clock.ts'
import { HttpError, invalidField } from '#server/platform/lib/http-error.ts'
import { amountProblem, toMinor } from '#server/platform/lib/money.ts'
import { addDays, daysBetween } from '#server/platform/lib/time-zone.ts'
import { type ScheduleRow, earliestDay } from '#server/records/invoices/schedules/rows.ts'
import {
  addSchedule,
  describeSchedule,
  nextColumns,
  pauseSchedule,
  recordSchedule,
  resumeSchedule,
} from '#server/records/invoices/schedules/writes.ts'

import { draftOf } from '../drafts.ts'
import { adjustmentColumns } from './adjustments.ts'
import { billedLines, datingFor, draftLines } from './lines.ts'
import { planLinesOf, storedPlans } from './plans.ts'
import { type SubscriptionRow, adjustmentsOf, readBoth, statusOf } from './rows.ts'

/** More units of a line than this can't be on an invoice. */
const largestQuantity = 1_000_000

/** Subscribes a customer, with activity. Returns the id. Throws 422. */
export async function addSubscription(
  tenant: Tenant,
  actor: Actor,
  input: SubscriptionInput,
): Promise<number> {
  const { plan_id, customer_id, starts_on, ends_on, quantity, trial_days, sends } = input
  const plan = await storedPlans.lock(tenant, plan_id).catch((error: unknown) => {
    throw error instanceof HttpError ? invalidField('plan_id', 'This plan doesn’t exist') : error
  })
  if (plan.archived_at !== null) throw invalidField('plan_id', 'This plan is archived. Choose another one')
  const { currency, frequency, payment_days, notes } = plan
  if (starts_on < (await tenant.today())) throw invalidField('starts_on', 'Choose today or a later day')
  const price = priceOf(input, currency)
  const { lines, net_amount } = billed(planLinesOf(plan), currency, { quantity, price })
  const billed_from = addDays(starts_on, trial_days ?? plan.trial_days)
  if (billed_from > '9999-12-31') throw invalidField('starts_on', 'Choose an earlier day')
  if (ends_on !== null && ends_on < billed_from)
    throw invalidField('ends_on', 'Choose the day of the first invoice or a later one')
  const schedule_id = await addSchedule(
    tenant,
    actor,
    {
      customer_id,
      currency,
      payment_days,
      notes,
      line_items: lines,
      frequency,
      starts_on: billed_from,
      ends_on,
      max_count: null,
    },
    `Subscribed to ${plan.name}`,
  )
  return tenant.insertOne('subscriptions', {
    plan_id,
    schedule_id,
    plan_name: plan.name,
    plan_name_key: fold(plan.name),
    plan_lines: plan.lines,
    quantity,
    price,
    net_amount,
    starts_on,
    planned_end: ends_on,
    canceled_at: null,
    sends: sends ? 1 : 0,
    ...adjustmentColumns([]),
    created_at: now(),
  })
}

/**
 * Makes the subscription what the change says, with activity; without a change it writes nothing. What the rest of a billed
 * period costs more or less comes with the next invoice. Throws 404, 409, 412 and 422.
 */
export async function updateSubscription(
  tenant: Tenant,
  actor: Actor,
  { id, version }: { readonly id: number; readonly version: number },
  change: SubscriptionChange,
): Promise<void> {
  const { row, schedule, today } = await readBoth(tenant, id, { forChange: true })
  if (schedule.version !== version) throw new HttpError('PRECONDITION_FAILED')
  const status = statusOf(row, schedule, today)
  if (!isChangeable(status))
    throw new HttpError('CONFLICT', `This isn’t possible for a subscription that is ${status}`)
  const { currency } = schedule
  const { quantity, ends_on } = change
  const price = priceOf(change, currency)
  const sends = change.sends ? 1 : 0
  const isSame =
    quantity === row.quantity && price === row.price && ends_on === row.planned_end && sends === row.sends
  if (isSame) return
  if (ends_on !== null && ends_on !== row.planned_end) {
    const first = schedule.starts_on > today ? schedule.starts_on : today
    if (ends_on < first)
      throw invalidField('ends_on', 'Choose today, the day of the first invoice or a later one')
    // What was billed stays billed: it ends with that at the earliest.
    const period = await billedPeriod(tenant, schedule, today)
    const billedDay = period && lastBilledDay(period, schedule.ends_on)
    if (billedDay !== undefined && ends_on < billedDay)
      throw invalidField('ends_on', `It’s billed until ${billedDay}. Choose that day or a later one`)
  }
  const { lines, net_amount } = billed(planLinesOf({ lines: row.plan_lines }), currency, { quantity, price })
  const { columns } = await draftOf(tenant, inputOf(schedule, lines), schedule)
  const changed = await changesNow(tenant, row, schedule, { quantity, price, ends_on }, today)
  await tenant
    .update('subscriptions')
    .set({
      quantity,
      price,
      net_amount,
      planned_end: ends_on,
      sends,
      ...adjustmentColumns([...adjustmentsOf(row), ...changed]),
    })
    .where('id', '=', id)
    .execute()
  await tenant
    .update('invoice_schedules')
    .set({
      lines: JSON.stringify(lines),
      total_amount: columns.total_amount,
      ...(ends_on !== schedule.ends_on && { ends_on, ...(await movedTo(tenant, schedule, ends_on)) }),
      updated_at: now(),
      version: version + 1,
    })
    .where('id', '=', schedule.id)
    .execute()
  await recordSchedule(tenant, actor, schedule, {
    event: 'schedule_updated',
    description: `Subscription to ${row.plan_name} changed: ${describeSchedule({ ...schedule, total_amount: columns.total_amount })}`,
  })
}

/** Makes the move, with activity. Throws 404, and 409 where the status doesn’t allow it. */
export async function moveSubscription(
  tenant: Tenant,
  actor: Actor,
  id: number,
  move: SubscriptionMove,
): Promise<void> {
  const { row, schedule, today } = await readBoth(tenant, id, { forChange: true })
  const status = statusOf(row, schedule, today)
  if (subscriptionAfter(status, move) === undefined)
    throw new HttpError('CONFLICT', `This isn’t possible for a subscription that is ${status}`)
  const name = `Subscription to ${row.plan_name}`
  if (move === 'pause') {
    if (schedule.next_on === null)
      throw new HttpError('CONFLICT', 'No more invoices follow, so there is nothing to pause')
    return pauseSchedule(tenant, actor, schedule.id, null, { name })
  }
  if (move === 'resume')
    return resumeSchedule(tenant, actor, schedule.id, {
      name,
      from: await beginResumed(tenant, row, schedule, today),
    })
  const period = await billedPeriod(tenant, schedule, today)
  const isAtOnce = status === 'upcoming' || (status === 'paused' && !period)
  const last = isAtOnce ? addDays(today, -1) : lastDay(row, schedule, today)
  const ends_on = move === 'keep' ? row.planned_end : last
  await tenant
    .update('subscriptions')
    .set(
      move === 'keep'
        ? { canceled_at: null }
        : { canceled_at: now(), ...adjustmentColumns(adjustmentsOf(row)) },
    )
    .where('id', '=', id)
    .execute()
  await tenant
    .update('invoice_schedules')
    .set({
      ends_on,
      ...(isAtOnce || status === 'paused'
        ? nextColumns(undefined)
        : await movedTo(tenant, schedule, ends_on)),
      updated_at: now(),
      version: schedule.version + 1,
    })
    .where('id', '=', schedule.id)
    .execute()
  await recordSchedule(tenant, actor, schedule, {
    event: move === 'keep' ? 'schedule_resumed' : 'schedule_ended',
    description: move === 'keep' ? `${name} continues` : `${name} canceled, last day ${ends_on}`,
  })
}

/**
 * The first day of the running period, if nothing was billed for it: what is left of it is billed when the subscription is
 * resumed. Where Bureau paused it because periods were missed, all of it is; where an invoice
 * failed, it continues with that one.
 */
async function beginResumed(
  tenant: Tenant,
  { id }: SubscriptionRow,
  schedule: ScheduleRow,
  today: string,
): Promise<string | undefined> {
  if (today < schedule.starts_on) return undefined
  if (schedule.pause_reason === 'failed') return schedule.next_on ?? undefined
  const { starts_on } = periodAt(schedule, today)
  if (await runOf(tenant, schedule.id, starts_on)) return undefined
  const resumed_on = schedule.pause_reason === 'missed' ? null : today
  await tenant.update('subscriptions').set({ resumed_on }).where('id', '=', id).execute()
  return starts_on
}

/** The last day of a subscription that is canceled now and ends with its period or trial. */
function lastDay(
  { planned_end }: SubscriptionRow,
  { frequency, starts_on }: ScheduleRow,
  today: string,
): string {
  const next = today < starts_on ? starts_on : periodAt({ frequency, starts_on }, today).next_on
  const last = addDays(next, -1)
  return planned_end !== null && planned_end < last ? planned_end : last
}

/** When a schedule continues once its last day is moved. What is due already stays due. */
async function movedTo(tenant: Tenant, schedule: ScheduleRow, ends_on: string | null) {
  if (schedule.status === 'paused') return {}
  if (schedule.next_on !== null)
    return nextColumns(ends_on !== null && schedule.next_on > ends_on ? undefined : schedule.next_on)
  const [next] = daysFrom({ ...schedule, ends_on }, await earliestDay(tenant, schedule.id), 1)
  return nextColumns(next)
}

/** The period that the day is in, if it’s billed: one whose draft was deleted isn’t. */
async function billedPeriod(tenant: Tenant, schedule: ScheduleRow, today: string) {
  if (today < schedule.starts_on) return undefined
  const period = periodAt(schedule, today)
  const run = await runOf(tenant, schedule.id, period.starts_on)
  const invoice =
    run && (await tenant.select('invoices').select('id').where('id', '=', run.invoice_id).executeTakeFirst())
  return invoice && period
}

const runOf = (tenant: Tenant, schedule: number, period_on: string) =>
  tenant
    .select('invoice_schedule_runs')
    .select('invoice_id')
    .where('schedule_id', '=', schedule)
    .where('period_on', '=', period_on)
    .executeTakeFirst()

/** Charges or credits of a change for the rest of the period, if that is billed. Today counts as changed. */
async function changesNow(
  tenant: Tenant,
  row: SubscriptionRow,
  schedule: ScheduleRow,
  to: { readonly quantity: number; readonly price: number | null; readonly ends_on: string | null },
  today: string,
) {
  const period = await billedPeriod(tenant, schedule, today)
  if (!period) return []
  const plan = billedLines(planLinesOf({ lines: row.plan_lines }), schedule.currency)
  const of = daysBetween(period.starts_on, period.next_on)
  const daysUntil = (ends_on: string | null) =>
    daysBetween(period.starts_on, lastBilledDay(period, ends_on)) + 1
  const until = daysUntil(schedule.ends_on)
  const rest: PartOfPeriod = { from: daysBetween(period.starts_on, today), until, of }
  const after = subscribedLines(plan, to)
  // The days after the last one were never billed; a later end adds them.
  const more = daysUntil(to.ends_on)
  const withDays = await datingFor(tenant, schedule.customer_id)
  const dated = (from: number, end: number) =>
    withDays(after, { from: addDays(period.starts_on, from), to: addDays(period.starts_on, end - 1) })
  return [
    ...differences(subscribedLines(plan, row), dated(rest.from, until), rest),
    ...(more > until ? partOfLines(dated(until, more), { from: until, until: more, of }) : []),
  ]
}

/** The last day of a period that is billed for a subscription with that end. */
function lastBilledDay({ next_on }: Period, ends_on: string | null): string {
  const last = addDays(next_on, -1)
  return ends_on !== null && ends_on < last ? ends_on : last
}

/** Returns the lines that one period is billed as. Throws 422. */
function billed(
  plan: readonly DraftLine[],
  currency: string,
  to: { readonly quantity: number; readonly price: number | null },
) {
  const lines = subscribedLines(billedLines(plan, currency), to)
  const draft = draftLines(lines, currency)
  if (draft.some(({ quantity }) => quantity > largestQuantity))
    throw invalidField('quantity', 'Enter a lower quantity: a line has at most 1,000,000')
  const net = Number(netOf(lines))
  if (!Number.isSafeInteger(net)) throw invalidField('quantity', 'The amounts are too large')
  return { lines: draft, net_amount: net }
}

function priceOf({ price }: Pick<SubscriptionChange, 'price'>, currency: string): number | null {
  if (price === null) return null
  const problem = amountProblem(price, currency)
  if (problem !== undefined) throw invalidField('price', problem)
  return toMinor(price, currency)
}

const inputOf = (
  { customer_id, currency, payment_days, notes }: ScheduleRow,
  line_items: readonly DraftLine[],
) => ({ customer_id, currency, payment_days, notes, due_date: null, line_items: [...line_items] })
