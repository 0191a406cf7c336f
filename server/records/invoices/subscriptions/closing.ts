import { settle } from '#contract/invoices/proration.ts'
import type { Tenant } from '#server/platform/access/tenant.ts'
import type { Actor } from '#server/platform/audit/activity.ts'
import { HttpError } from '#server/platform/lib/http-error.ts'
import { sumOf } from '#server/platform/lib/money.ts'
import type { ScheduleRow } from '#server/records/invoices/schedules/rows.ts'
import { hasCustomer, recordSchedule } from '#server/records/invoices/schedules/writes.ts'

import { addDraft } from '../drafts.ts'
import { hasCharges, isFollowed, takeAdjustments } from './adjustments.ts'
import { sendAutomatically } from './billing.ts'
import { draftLines } from './lines.ts'
import { type SubscriptionRow, adjustmentsOf, readBoth, subscriptionOf } from './rows.ts'

const caller = { kind: 'key' } as const

/** Returns a schedule whose subscription has charges that no invoice will include; undefined if there is none. */
export async function findClosing(
  tenant: Tenant,
  today: string,
  except: readonly number[],
): Promise<number | undefined> {
  const found = await tenant
    .select('subscriptions')
    .innerJoin('invoice_schedules', 'invoice_schedules.id', 'subscriptions.schedule_id')
    .select('schedule_id')
    .where('closing', 'is not', null)
    .where('next_on', 'is', null)
    .where((eb) => eb.or([eb('status', '<>', 'paused'), eb('ends_on', '<', today)]))
    .$if(except.length > 0, (query) => query.where('schedule_id', 'not in', except))
    .orderBy('subscriptions.id')
    .limit(1)
    .executeTakeFirst()
  return found?.schedule_id
}

/** Bills the charges of a subscription that no invoice will include. Returns how many invoices it drafted. */
export async function billClosing(
  tenant: Tenant,
  schedule: ScheduleRow,
  { today, canEmail }: { readonly today: string; readonly canEmail: boolean },
): Promise<number> {
  const subscription = await subscriptionOf(tenant, schedule.id)
  if (!subscription || subscription.closing === null || isFollowed(schedule, today)) return 0
  if (!(await hasCustomer(tenant, schedule.customer_id))) {
    // It stays on the page of the subscription, and can be billed there once the customer is restored.
    await tenant.update('subscriptions').set({ closing: null }).where('id', '=', subscription.id).execute()
    return 0
  }
  const invoice = await draftClosing(tenant, caller, { subscription, schedule, today })
  if (invoice === undefined) return 0
  if (subscription.closing === 'bill')
    await sendAutomatically(tenant, { subscription, schedule, invoice, canEmail })
  return 1
}

/** Drafts what has been charged, less credits; undefined where these are the same. */
async function draftClosing(
  tenant: Tenant,
  actor: Actor,
  {
    subscription,
    schedule,
    today,
  }: { readonly subscription: SubscriptionRow; readonly schedule: ScheduleRow; readonly today: string },
): Promise<number | undefined> {
  const { customer_id, currency, payment_days, notes } = schedule
  const { taken, rest } = settle([], adjustmentsOf(subscription))
  if (sumOf(taken.map(({ unitPrice }) => unitPrice)) === 0) {
    await takeAdjustments(tenant, subscription.id, { invoice_id: 0, closed_on: today, taken: [], rest })
    return undefined
  }
  const line_items = draftLines(taken, currency)
  const invoice_id = await addDraft(
    tenant,
    actor,
    { customer_id, currency, payment_days, notes, due_date: null, line_items },
    `Changes of the subscription to ${subscription.plan_name} drafted`,
  )
  await takeAdjustments(tenant, subscription.id, { invoice_id, closed_on: today, taken, rest })
  return invoice_id
}

/**
 * Settles what changes have left once no invoice follows: drafts charges, or notes that credits were refunded elsewhere, with
 * activity. Throws 404 and 409.
 */
export async function settleSubscription(tenant: Tenant, actor: Actor, id: number): Promise<void> {
  const { row, schedule, today } = await readBoth(tenant, id, { forChange: true })
  const left = adjustmentsOf(row)
  if (left.length === 0) throw new HttpError('CONFLICT', 'Nothing is left to settle')
  if (isFollowed(schedule, today)) throw new HttpError('CONFLICT', 'The next invoice will include this')
  if (hasCharges(left)) {
    if (!(await hasCustomer(tenant, schedule.customer_id)))
      throw new HttpError('CONFLICT', 'The customer was deleted. Restore them first')
    await draftClosing(tenant, actor, { subscription: row, schedule, today })
    return
  }
  await takeAdjustments(tenant, id, { invoice_id: 0, closed_on: today, taken: [], rest: [] })
  await recordSchedule(tenant, actor, schedule, {
    event: 'schedule_updated',
    description: `Credit of the subscription to ${row.plan_name} marked as refunded`,
  })
}
