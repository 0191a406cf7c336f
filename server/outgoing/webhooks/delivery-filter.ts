import { type ExpressionBuilder, sql } from 'kysely'

import { dayMs } from '#contract/values/durations.ts'
import type { deliveryStatuses } from '#contract/webhooks/delivery-filter.ts'
import type { Database } from '#server/platform/db/database.ts'
import { timestamp } from '#server/platform/lib/clock.ts'

/**
 * Filters of deliveries, all combined. `code` is `404` or `4xx`; days are YYYY-MM-DD in UTC, both
 * included.
 */
export interface DeliveryFilter {
  readonly status?: (typeof deliveryStatuses)[number] | undefined
  readonly event?: string | undefined
  readonly code?: string | undefined
  readonly from?: string | undefined
  readonly to?: string | undefined
}

/** Returns the condition of a filter. Days are in UTC, as the wire's times are. */
export function whereFits(
  eb: ExpressionBuilder<Database, 'deliveries'>,
  { status, event, code, from, to }: DeliveryFilter,
) {
  const [low, high] = codeRange(code ?? '000')
  return eb.and([
    ...(status === undefined ? [] : [hasStatus(eb, status)]),
    ...(event === undefined ? [] : [eb('event', '=', event)]),
    ...(code === undefined ? [] : [eb('response_status', '>=', low), eb('response_status', '<=', high)]),
    ...(from === undefined ? [] : [eb('created_at', '>=', timestamp(Date.parse(from)))]),
    ...(to === undefined ? [] : [eb('created_at', '<', timestamp(Date.parse(to) + dayMs))]),
  ])
}

/** Spelled like the conditions of the partial indexes: the planner can't match a bound value with them. */
function hasStatus(
  eb: ExpressionBuilder<Database, 'deliveries'>,
  status: NonNullable<DeliveryFilter['status']>,
) {
  return status === 'pending' ? eb('due_at', 'is not', null) : eb('status', '=', sql.lit(status))
}

const codeRange = (code: string): [low: number, high: number] => [
  Number(code.replace('xx', '00')),
  Number(code.replace('xx', '99')),
]
