import type { Tenant } from '#server/platform/access/tenant.ts'
import { timestamp } from '#server/platform/lib/clock.ts'
import { addDays, startOfDay } from '#server/platform/lib/time-zone.ts'

import type { InvoiceFilter } from './rows.ts'

type FilterQuery = Omit<InvoiceFilter, 'created_from' | 'created_until'> & {
  readonly created_from?: string | undefined
  readonly created_to?: string | undefined
}

/** Returns the filter of a query. An invoice is issued on a day of the account's time zone; what is stored is a time. */
export async function filterOf(tenant: Tenant, query: FilterQuery): Promise<InvoiceFilter> {
  const { created_from, created_to, ...filter } = query
  if (created_from === undefined && created_to === undefined) return filter
  const timeZone = await tenant.timeZone()
  const startOf = (day: string) => timestamp(startOfDay(day, timeZone))
  return {
    ...filter,
    created_from: created_from && startOf(created_from),
    created_until: created_to && startOf(addDays(created_to, 1)),
  }
}
