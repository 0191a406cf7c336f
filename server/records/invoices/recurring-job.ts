import type { Tenant } from '#server/platform/access/tenant.ts'
import type { Store } from '#server/platform/db/store.ts'
import { now } from '#server/platform/lib/clock.ts'
import { PartFailed, forEach, isOutage, throwAny } from '#server/platform/lib/each.ts'
import { HttpError } from '#server/platform/lib/http-error.ts'
import { addDays } from '#server/platform/lib/time-zone.ts'
import type { LiveBus } from '#server/platform/live/bus.ts'
import { billingOf } from '#server/records/invoices/subscriptions/billing.ts'
import { billClosing, findClosing } from '#server/records/invoices/subscriptions/closing.ts'
import { accountOf, findDueAccounts } from '#server/records/resources/due-records.ts'

import { addDraft } from './drafts.ts'
import { type ScheduleRow, daysLeft, readRow } from './schedules/rows.ts'
import { hasCustomer, nextColumns, pauseSchedule } from './schedules/writes.ts'

const caller = { kind: 'key' } as const
/** More missed days than this are a clock that is wrong, or a service that nobody ran: a person decides then. */
export const mostMissed = 12

interface Needs {
  readonly store: Store
  readonly live: LiveBus
  /** Without it, nothing is sent. */
  readonly outbox?: { readonly canSend: boolean; readonly wake: () => void }
}

/**
 * Drafts every invoice whose day has come where its account is, of all accounts or of one. Several processes may run this at a time: a schedule is
 * locked while its days are drafted, and each day has one draft at most. Returns how many were drafted here; open screens are
 * told which account's.
 */
export async function draftRecurring(
  { store, live, outbox }: Needs,
  nowMs: number,
  account?: number,
): Promise<number> {
  const hasDue: Parameters<typeof findDueAccounts>[2] = (eb, latest) =>
    eb.or([
      eb.exists(
        eb
          .selectFrom('invoice_schedules')
          .select('invoice_schedules.id')
          .whereRef('invoice_schedules.account_id', '=', 'accounts.id')
          .where('status', '=', 'active')
          .where('next_on', '<=', latest),
      ),
      eb.exists(
        eb
          .selectFrom('subscriptions')
          .select('subscriptions.id')
          .whereRef('subscriptions.account_id', '=', 'accounts.id')
          .where('closing', 'is not', null),
      ),
    ])
  const accounts = await findDueAccounts(store, nowMs, hasDue, account)
  let drafted = 0
  await forEach(accounts, accountOf, ({ tenant, today }) =>
    draftAll(tenant, today, {
      onDrafts: (count) => {
        drafted += count
        live.publish(tenant.account, { topic: 'invoices', id: null })
      },
      canEmail: outbox?.canSend ?? false,
    }),
  ).finally(() => {
    if (drafted > 0) outbox?.wake()
  })
  return drafted
}

interface Hooks {
  readonly onDrafts: (count: number) => void
  readonly canEmail: boolean
}

/**
 * Drafts what is due of the account, one schedule in a transaction, so that nobody waits long for the lock. One that fails
 * doesn't keep the others from being drafted. Where it's for people to correct, it's paused with the reason; otherwise it is tried
 * again in a minute.
 */
async function draftAll(tenant: Tenant, today: string, { onDrafts, canEmail }: Hooks): Promise<void> {
  const failed = new Map<number, PartFailed>()
  for (;;) {
    let schedule: number | undefined
    try {
      const count = await tenant.transaction(async (trx) => {
        await trx.lock('schedules')
        const except = [...failed.keys()]
        schedule = (await findDue(trx, today, except)) ?? (await findClosing(trx, today, except))
        return schedule === undefined ? undefined : draftDue(trx, schedule, { today, canEmail })
      })
      if (count === undefined) break
      onDrafts(count)
    } catch (error) {
      // The database itself, rather than a schedule.
      if (schedule === undefined || isOutage(error)) throw error
      failed.set(schedule, new PartFailed({ schedule }, error))
      if (!isForPeople(error)) continue
      // If that fails as well, both are tried again.
      await pauseFailed(tenant, schedule, today, error.message).catch(() => undefined)
      onDrafts(0)
    }
  }
  throwAny([...failed.values()])
}

const isForPeople = (error: unknown): error is HttpError =>
  error instanceof HttpError && error.code !== 'INTERNAL' && error.code !== 'UNAVAILABLE'

/** Pauses the schedule, unless it has ended and only a closing invoice is left, or somebody has changed it meanwhile. */
async function pauseFailed(tenant: Tenant, id: number, today: string, message: string): Promise<void> {
  await tenant.transaction(async (trx) => {
    await trx.lock('schedules')
    const { status, next_on } = await readRow(trx, id, { forChange: true })
    if (status !== 'active' || next_on === null || next_on > today) return
    await pauseSchedule(trx, caller, id, 'failed', { because: `. ${message}` })
  })
}

/** Returns the schedule that has been due longest, without those of `except`; undefined where nothing is due. */
async function findDue(
  tenant: Tenant,
  today: string,
  except: readonly number[],
): Promise<number | undefined> {
  const due = await tenant
    .select('invoice_schedules')
    .select('id')
    .where('status', '=', 'active')
    .where('next_on', '<=', today)
    .$if(except.length > 0, (query) => query.where('id', 'not in', except))
    .orderBy('next_on')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  return due?.id
}

/** Drafts what is due of one schedule. Returns how many invoices. */
async function draftDue(
  tenant: Tenant,
  id: number,
  { today, canEmail }: { readonly today: string; readonly canEmail: boolean },
): Promise<number> {
  // A person may have changed it between the two readings.
  const row = await readRow(tenant, id, { forChange: true })
  if (row.next_on === null || row.next_on > today) return billClosing(tenant, row, { today, canEmail })
  const days = (await daysLeft(tenant, row, row.next_on, mostMissed + 1)).filter((day) => day <= today)
  const isGone = !(await hasCustomer(tenant, row.customer_id))
  if (isGone || days.length > mostMissed) {
    await pauseSchedule(tenant, caller, row.id, isGone ? 'customer_deleted' : 'missed')
    return 0
  }
  let drafted = 0
  for (const day of days) drafted += await draftDay(tenant, row, day, canEmail)
  const [next] = await daysLeft(tenant, row, addDays(days.at(-1) ?? row.next_on, 1), 1)
  // Its version stays, so that nobody who edits it is interrupted.
  await tenant.update('invoice_schedules').set(nextColumns(next)).where('id', '=', row.id).execute()
  return drafted
}

async function draftDay(
  tenant: Tenant,
  row: ScheduleRow,
  period_on: string,
  canEmail: boolean,
): Promise<number> {
  const known = await tenant
    .select('invoice_schedule_runs')
    .select('id')
    .where('schedule_id', '=', row.id)
    .where('period_on', '=', period_on)
    .executeTakeFirst()
  if (known) return 0
  const { customer_id, currency, payment_days, notes } = row
  const { lines, days, finish } = await billingOf(tenant, row, period_on, { canEmail })
  const invoice_id = await addDraft(
    tenant,
    caller,
    {
      customer_id,
      currency,
      payment_days,
      notes,
      due_date: null,
      line_items: lines,
      ...(days && { delivered_from: days.from, delivered_to: days.to }),
    },
    'Recurring invoice drafted',
  )
  await tenant.insertOne('invoice_schedule_runs', {
    schedule_id: row.id,
    period_on,
    invoice_id,
    created_at: now(),
  })
  await finish(invoice_id)
  return 1
}
