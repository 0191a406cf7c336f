import { keepPreviousData, mutationOptions, queryOptions } from '@tanstack/react-query'

import {
  type CustomerRow,
  type CustomerSort,
  createCustomer,
  deleteCustomers,
  listCustomers,
  showCustomer,
} from '#contract/customers.ts'

import { call, upload } from './client.ts'
import { type ListQuery, fromB } from './page.ts'

const local = {
  text: (row: CustomerRow) =>
    [row.name, row.last_name, row.email, row.phone, row.business_information.company_name ?? ''].join('\n'),
  key: (row: CustomerRow, column: string) => {
    if (column === 'id') return row.id
    if (column === 'company_name') return row.business_information.company_name ?? ''
    return String(row[column] ?? '')
  },
}

export interface NewCustomerForm {
  readonly form: FormData
  /** The same for every attempt at the same customer, so that a repeat makes no second one. */
  readonly key: string
  readonly onProgress: (share: number) => void
  readonly signal: AbortSignal
}

export const customers = {
  all: ['customers'] as const,
  list: (wanted: ListQuery) =>
    queryOptions({
      queryKey: [...customers.all, 'list', wanted] as const,
      queryFn: async ({ signal }) => {
        const { page, size, search } = wanted
        const query = { page, limit: size, search, sort: wanted.sort as CustomerSort }
        return fromB(await call(listCustomers, { query }, signal), wanted, local)
      },
      placeholderData: keepPreviousData,
    }),
  one: (id: number) =>
    queryOptions({
      queryKey: [...customers.all, 'one', id] as const,
      queryFn: async ({ signal }) => (await call(showCustomer, { params: { id } }, signal)).data,
    }),
  create: () =>
    mutationOptions({
      mutationFn: async ({ form, ...how }: NewCustomerForm) => (await upload(createCustomer, form, how)).data,
      meta: { stale: ['customers'] },
    }),
  /** `leaving`: the page is going away, and the call has to outlive it. */
  remove: () =>
    mutationOptions({
      mutationFn: ({ ids, leaving }: { ids: readonly number[]; leaving: boolean }) =>
        call(deleteCustomers, { body: { customers: [...ids] }, outlives: leaving }),
      meta: { stale: ['customers'] },
    }),
}
