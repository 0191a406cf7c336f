import type { PauseReason, ScheduleInput } from '#contract/invoices/schedules.ts'
import { fold } from '#contract/values/folding.ts'
import type { Tenant } from '#server/platform/access/tenant.ts'
import { type Actor, recordActivity } from '#server/platform/audit/activity.ts'
import { now } from '#server/platform/lib/clock.ts'
import { HttpError, invalidField, invalidInput } from '#server/platform/lib/http-error.ts'
import { decimalText } from '#server/platform/lib/money.ts'

import { draftOf } from '../drafts.ts'
import { type ScheduleRow, daysLeft, earliestDay, readRow } from './rows.ts'

/** Throws 409 where a subscription decides what becomes of the schedule. */
export async function requireOwn(tenant: Tenant, id: number): Promise<void> {
  const subscription = await tenant
    .select('subscriptions')
    .select('id')
    .where('schedule_id', '=', id)
    .executeTakeFirst()
  if (subscription)
    throw new HttpError(
      'CONFLICT',
      'This recurring invoice bills a subscription. Change the subscription instead',
    )
}

/** Adds a schedule, with activity. Returns its id. Throws 422. */
export async function addSchedule(
  tenant: Tenant,
  actor: Actor,
  input: ScheduleInput,
  what = 'Recurring invoice created',
): Promise<number> {
  const today = await tenant.today()
  const columns = await columnsOf(tenant, input)
  if (input.starts_on < today) throw invalidField('starts_on', 'Choose today or a later day')
  const created_at = now()
  const id = await tenant.insertOne('invoice_schedules', {
    ...columns,
    ...keysOf(columns),
    status: 'active',
    pause_reason: null,
    next_on: input.starts_on,
    created_at,
    updated_at: created_at,
  })
  await recordSchedule(tenant, actor, columns, {
    event: 'schedule_created',
    description: `${what}: ${describeSchedule(columns)}`,
  })
  return id
}

/** Makes the schedule what the input says, with activity; without a change it writes nothing. Throws 404, 412 and 422. */
export async function updateSchedule(
  tenant: Tenant,
  actor: Actor,
  { id, version }: { readonly id: number; readonly version: number },
  input: ScheduleInput,
): Promise<void> {
  const row = await readRow(tenant, id, { forChange: true })
  if (row.version !== version) throw new HttpError('PRECONDITION_FAILED')
  const columns = await columnsOf(tenant, input, row)
  const names = Object.keys(columns) as (keyof typeof columns)[]
  if (names.every((name) => columns[name] === row[name])) return
  const today = await tenant.today()
  if (input.starts_on !== row.starts_on && input.starts_on < today)
    throw invalidField('starts_on', 'Choose today or a later day')
  const isMoved = (['frequency', 'starts_on', 'ends_on', 'max_count'] as const).some(
    (name) => columns[name] !== row[name],
  )
  await tenant
    .update('invoice_schedules')
    .set({
      ...columns,
      ...keysOf(columns),
      ...(isMoved && row.status !== 'paused' && (await following(tenant, { ...row, ...columns }))),
      updated_at: now(),
      version: version + 1,
    })
    .where('id', '=', id)
    .execute()
  await recordSchedule(tenant, actor, columns, {
    event: 'schedule_updated',
    description: `Recurring invoice changed: ${describeSchedule(columns)}`,
  })
}

/** Deletes the schedule, with activity; its invoices stay. Throws 404 and 412. */
export async function deleteSchedule(
  tenant: Tenant,
  actor: Actor,
  { id, version }: { readonly id: number; readonly version: number },
): Promise<void> {
  const row = await readRow(tenant, id, { forChange: true })
  if (row.version !== version) throw new HttpError('PRECONDITION_FAILED')
  await tenant.delete('invoice_schedules').where('id', '=', id).execute()
  await recordSchedule(tenant, actor, row, {
    event: 'schedule_deleted',
    description: 'Recurring invoice deleted',
  })
}

/** Pauses the schedule, with activity. Throws 404, and 409 unless it’s active. */
export async function pauseSchedule(
  tenant: Tenant,
  actor: Actor,
  id: number,
  reason: PauseReason | null = null,
  { name = 'Recurring invoice', because = '' }: { readonly name?: string; readonly because?: string } = {},
): Promise<void> {
  const row = await readRow(tenant, id, { forChange: true })
  if (row.status !== 'active') throw new HttpError('CONFLICT', `This recurring invoice is ${row.status}`)
  await tenant
    .update('invoice_schedules')
    .set({
      status: 'paused',
      pause_reason: reason,
      // What failed comes first once it is resumed.
      next_on: reason === 'failed' ? row.next_on : null,
      updated_at: now(),
      version: row.version + 1,
    })
    .where('id', '=', id)
    .execute()
  await recordSchedule(tenant, actor, row, {
    event: 'schedule_paused',
    description: (reason ? `${name} paused: ${reasons[reason]}` : `${name} paused`) + because,
  })
}

/** Resumes the schedule with its next day, or with `from`, with activity. Throws 404, and 409 unless it’s paused and its customer exists. */
export async function resumeSchedule(
  tenant: Tenant,
  actor: Actor,
  id: number,
  { name = 'Recurring invoice', from }: { readonly name?: string; readonly from?: string | undefined } = {},
): Promise<void> {
  const row = await readRow(tenant, id, { forChange: true })
  if (row.status !== 'paused') throw new HttpError('CONFLICT', `This recurring invoice is ${row.status}`)
  if (!(await hasCustomer(tenant, row.customer_id)))
    throw new HttpError('CONFLICT', 'The customer was deleted. Restore them or choose another one')
  await tenant
    .update('invoice_schedules')
    .set({
      ...(from === undefined ? await following(tenant, row) : nextColumns(from)),
      updated_at: now(),
      version: row.version + 1,
    })
    .where('id', '=', id)
    .execute()
  await recordSchedule(tenant, actor, row, {
    event: 'schedule_resumed',
    description: `${name} resumed`,
  })
}

export const hasCustomer = async (tenant: Tenant, id: number): Promise<boolean> =>
  (await tenant.select('customers').select('id').where('id', '=', id).executeTakeFirst()) !== undefined

/** Columns of the next day; without one the schedule has ended. */
export function nextColumns(
  next_on: string | undefined,
): Pick<ScheduleRow, 'status' | 'pause_reason' | 'next_on'> {
  return next_on === undefined
    ? { status: 'ended', pause_reason: null, next_on: null }
    : { status: 'active', pause_reason: null, next_on }
}

/** Columns that lists search and sort by; renewed with the name of the customer. */
const keysOf = ({ customer_name }: Pick<ScheduleRow, 'customer_name'>) => ({
  customer_name_key: fold(customer_name),
})

const following = async (tenant: Tenant, row: ScheduleRow) => {
  const from = row.pause_reason === 'failed' ? row.next_on : null
  return nextColumns((await daysLeft(tenant, row, from ?? (await earliestDay(tenant, row.id)), 1))[0])
}

const reasons: Readonly<Record<PauseReason, string>> = {
  customer_deleted: 'the customer was deleted',
  missed: 'too many periods were missed',
  failed: 'its invoice couldn’t be drafted',
}

async function columnsOf(tenant: Tenant, input: ScheduleInput, kept?: ScheduleRow) {
  const { frequency, starts_on, ends_on, max_count, payment_days, notes, line_items } = input
  const problems = new Map<string, string[]>()
  if (ends_on !== null && ends_on < starts_on)
    problems.set('ends_on', ['Choose a day after the first invoice'])
  if (line_items.length === 0) problems.set('line_items', ['Add at least one line'])
  for (const [index, { description }] of line_items.entries())
    if (description.trim() === '')
      problems.set(`line_items.${index}.description`, [`Line ${index + 1} needs a description`])
  if (problems.size > 0) throw invalidInput('VALIDATION_FAILED', problems)
  const { columns } = await draftOf(tenant, { ...input, due_date: null }, kept)
  const { customer_id, customer_name, customer_email, currency, total_amount } = columns
  if (total_amount < 0) throw invalidField('line_items', 'The total can’t be negative')
  return {
    customer_id,
    customer_name,
    customer_email,
    currency,
    total_amount,
    frequency,
    starts_on,
    ends_on,
    max_count,
    payment_days,
    notes,
    lines: JSON.stringify(line_items),
  }
}

/** Says how often it bills how much. */
export const describeSchedule = ({
  frequency,
  currency,
  total_amount,
}: Pick<ScheduleRow, 'frequency' | 'currency' | 'total_amount'>) =>
  `${frequency}, ${currency} ${decimalText(total_amount, currency)}`

/** Writes activity of the schedule’s customer. */
export async function recordSchedule(
  tenant: Tenant,
  actor: Actor,
  { customer_id, customer_name }: Pick<ScheduleRow, 'customer_id' | 'customer_name'>,
  what: { readonly event: string; readonly description: string },
): Promise<void> {
  const customerId = (await hasCustomer(tenant, customer_id)) ? customer_id : null
  await recordActivity(tenant, actor, { customerId, title: customer_name, ...what })
}
