import { mutationOptions, queryOptions } from '@tanstack/react-query'

import type { ScheduleStatus } from '#contract/invoices/schedule-filter.ts'
import { type Schedule, showScheduleOfInvoice, schedules as contract } from '#contract/invoices/schedules.ts'
import type { ScheduleSort } from '#contract/wire/list-sorts.ts'

import { call } from './client.ts'
import { invoices } from './invoices.ts'
import { type PageQuery, pageQuery, recordQueries } from './record-queries.ts'

interface ScheduleQuery extends PageQuery {
  readonly customer?: number | undefined
  readonly search?: string | undefined
  readonly status?: ScheduleStatus | readonly ScheduleStatus[] | undefined
  readonly sort?: ScheduleSort | undefined
}

const all = [...invoices.all, 'schedules'] as const

/** Recurring invoices. */
export const schedules = {
  ...recordQueries(contract, all, invoices.all),
  /** Those of subscriptions are shown as subscriptions. */
  list: ({ customer, search, status, sort, ...page }: ScheduleQuery) =>
    pageQuery(contract.list, all, page, {
      customer_id: customer,
      search,
      status,
      sort,
      subscriptions: 'exclude' as const,
    }),
  /** The schedule that drafted an invoice; null for others. */
  ofInvoice: (id: number) =>
    queryOptions({
      queryKey: [...all, 'of', id] as const,
      queryFn: async ({ signal }) => (await call(showScheduleOfInvoice, { params: { id } }, signal)).data,
    }),
  remove: ({ id, version }: Pick<Schedule, 'id' | 'version'>) =>
    mutationOptions({
      mutationFn: () => call(contract.remove, { params: { id }, version: `"${version}"` }),
      // Its own page is still open and would read it again.
      meta: { stale: [...all, 'list'] },
    }),
  setPaused: (id: number) =>
    mutationOptions({
      mutationFn: async ({ isPaused, key }: { readonly isPaused: boolean; readonly key: string }) =>
        (await call(contract.actions[isPaused ? 'pause' : 'resume'], { params: { id }, key })).data,
      meta: { stale: invoices.all },
    }),
}
