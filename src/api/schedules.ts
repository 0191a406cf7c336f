import { keepPreviousData, mutationOptions, queryOptions } from '@tanstack/react-query'

import {
  type Schedule,
  type ScheduleInput,
  showScheduleOfInvoice,
  schedules as contract,
} from '#contract/invoice-schedules.ts'
import type { ScheduleSort, ScheduleStatus } from '#contract/schedule-filter.ts'

import { call } from './client.ts'
import { invoices } from './invoices.ts'
import { fromB } from './page.ts'

/** Search, status and sort need `invoices.recurring-filters`. */
interface ScheduleQuery {
  readonly page: number
  readonly size: number
  readonly customer?: number | undefined
  readonly search?: string | undefined
  readonly status?: ScheduleStatus | undefined
  readonly sort?: ScheduleSort | undefined
}

interface Save {
  readonly input: ScheduleInput
  readonly key: string
  readonly version: string
}

const stale = { stale: invoices.all }

/** Recurring invoices; all of it needs `invoices.recurring`. */
export const schedules = {
  list: ({ page, size, customer, search, status, sort }: ScheduleQuery) =>
    queryOptions({
      queryKey: [
        ...invoices.all,
        'schedules',
        'list',
        { page, size, customer, search, status, sort },
      ] as const,
      queryFn: async ({ signal }) => {
        const narrowed = { customer_id: customer, search: search || undefined, status, sort }
        return fromB(await call(contract.list, { query: { page, limit: size, ...narrowed } }, signal))
      },
      placeholderData: keepPreviousData,
    }),
  one: (id: number) =>
    queryOptions({
      queryKey: [...invoices.all, 'schedules', 'one', id] as const,
      queryFn: async ({ signal }) => (await call(contract.show, { params: { id } }, signal)).data,
    }),
  /** The schedule that drafted an invoice; null for others. */
  ofInvoice: (id: number) =>
    queryOptions({
      queryKey: [...invoices.all, 'schedules', 'of', id] as const,
      queryFn: async ({ signal }) => (await call(showScheduleOfInvoice, { params: { id } }, signal)).data,
    }),
  create: () =>
    mutationOptions({
      mutationFn: async ({ input, key }: Save) => (await call(contract.create, { body: input, key })).data,
      meta: stale,
    }),
  update: (id: number) =>
    mutationOptions({
      mutationFn: async ({ input, ...attempt }: Save) =>
        (await call(contract.update, { params: { id }, body: input, ...attempt })).data,
      meta: stale,
    }),
  remove: ({ id, version }: Pick<Schedule, 'id' | 'version'>) =>
    mutationOptions({
      mutationFn: () => call(contract.remove, { params: { id }, version: `"${version}"` }),
      // Its own page is still open and would read it again.
      meta: { stale: [...invoices.all, 'schedules', 'list'] },
    }),
  setPaused: (id: number) =>
    mutationOptions({
      mutationFn: async ({ isPaused, key }: { readonly isPaused: boolean; readonly key: string }) =>
        (await call(contract.actions[isPaused ? 'pause' : 'resume'], { params: { id }, key })).data,
      meta: stale,
    }),
}
