import type { BilledLine } from '#contract/invoices/proration.ts'
import type { Tenant } from '#server/platform/access/tenant.ts'
import { now } from '#server/platform/lib/clock.ts'
import type { ScheduleRow } from '#server/records/invoices/schedules/rows.ts'

import { type SubscriptionRow, adjustmentsOf, readBoth } from './rows.ts'

/** The stored charges and credits that no invoice has included yet. The job bills charges once no invoice follows. */
export const adjustmentColumns = (
  lines: readonly BilledLine[],
): Pick<SubscriptionRow, 'adjustments' | 'closing'> => ({
  adjustments: JSON.stringify(lines),
  closing: hasCharges(lines) ? 'bill' : null,
})

export const hasCharges = (lines: readonly BilledLine[]): boolean =>
  lines.some(({ unitPrice }) => unitPrice > 0)

/** Whether an invoice follows, or may follow after a pause, that would include charges and credits. */
export const isFollowed = (
  { next_on, status, ends_on }: Pick<ScheduleRow, 'next_on' | 'status' | 'ends_on'>,
  today: string,
): boolean => next_on !== null || (status === 'paused' && (ends_on === null || ends_on >= today))

/** Notes what the invoice includes, so that deleting its draft puts that back. `closed_on`: its day, if it bills no period. */
export async function takeAdjustments(
  tenant: Tenant,
  id: number,
  {
    invoice_id,
    closed_on,
    taken,
    rest,
  }: {
    readonly invoice_id: number
    readonly closed_on: string | null
    readonly taken: readonly BilledLine[]
    readonly rest: readonly BilledLine[]
  },
): Promise<void> {
  await tenant.update('subscriptions').set(adjustmentColumns(rest)).where('id', '=', id).execute()
  if (taken.length > 0)
    await tenant.insertOne('subscription_settlements', {
      subscription_id: id,
      invoice_id,
      closed_on,
      adjustments: JSON.stringify(taken),
      created_at: now(),
    })
}

/** Puts back what a draft that is being deleted includes. What no invoice follows for is left to be settled by hand. */
export async function returnAdjustments(tenant: Tenant, invoice_id: number): Promise<void> {
  const settlement = await tenant
    .select('subscription_settlements')
    .select(['id', 'subscription_id', 'adjustments'])
    .where('invoice_id', '=', invoice_id)
    .executeTakeFirst()
  if (!settlement) return
  const { row, schedule, today } = await readBoth(tenant, settlement.subscription_id, { forChange: true })
  const columns = adjustmentColumns([...adjustmentsOf(row), ...adjustmentsOf(settlement)])
  await tenant
    .update('subscriptions')
    .set(isFollowed(schedule, today) ? columns : { ...columns, closing: null })
    .where('id', '=', row.id)
    .execute()
  await tenant.delete('subscription_settlements').where('id', '=', settlement.id).execute()
}
