import { type QueryClient, keepPreviousData, mutationOptions, queryOptions } from '@tanstack/react-query'

import {
  type CustomerById,
  CustomerRow,
  deleteCustomers,
  listCustomerFacets,
  listCustomers,
  listCustomersById,
  showCustomer,
} from '#contract/customers/customers.ts'
import type { CustomerSort } from '#contract/customers/filter.ts'
import { actions } from '#contract/values/permissions.ts'
import { capitalized } from '#lib/capitalized.ts'

import { call, callVersioned } from './client.ts'
import { fetchPart } from './errors.ts'
import { type ListQuery, everyPageOf, readB } from './page.ts'
import { callRows } from './rows.ts'
import type { FilterValue, Local } from './whole-list.ts'

const local: Local<CustomerRow> = {
  text: customerText,
  key: (row, column) => {
    if (column === 'id') return row.id
    if (column === 'company_name') return row.business_information.company_name ?? ''
    return String(row[column] ?? '')
  },
  filters: {
    linked: (row, value) => (processorOf(row)?.isLinked === true) === (value === 'yes'),
    may: ({ permissions }, module) =>
      actions.some((action) => action.module === module && String(action.id) in permissions),
    country: ({ business_information }, country) => business_information.country === country,
  },
}

/** The queries and mutations of customers. */
export const customers = {
  all: ['customers'] as const,
  list: (query: ListQuery) =>
    queryOptions({
      queryKey: [...customers.all, 'list', query] as const,
      queryFn: ({ client, signal }) => readPage(client, query, signal),
      placeholderData: keepPreviousData,
    }),
  /** All customers that match, page by page. */
  every: (client: QueryClient, query: Omit<ListQuery, 'page' | 'size'>, signal: AbortSignal) =>
    everyPageOf(client, [...customers.all, 'every', query], (page) =>
      readPage(client, { ...query, page, size: Infinity }, signal),
    ),
  /** The values to filter by; not of another service. */
  facets: (archived: Filters['archived']) =>
    queryOptions({
      queryKey: [...customers.all, 'facets', archived ?? ''] as const,
      queryFn: async ({ signal }) =>
        (await call(listCustomerFacets, { query: { archived: filterQuery({ archived }).archived } }, signal))
          .data,
      staleTime: 60_000,
    }),
  /** What rows don’t say of these customers, of those that exist. Not of another service. */
  byId: (ids: readonly number[]) =>
    queryOptions({
      queryKey: [...customers.all, 'by-id', ids.join()] as const,
      queryFn: async ({ signal }): Promise<ReadonlyMap<number, CustomerById>> => {
        const { data } = await call(listCustomersById, { query: { ids: ids.join() } }, signal)
        return new Map(data.map((row) => [row.id, row]))
      },
    }),
  /** What these customers owe, as text; those who owe nothing are left out. */
  balances: (ids: readonly number[]) =>
    queryOptions({
      // Payments change them.
      queryKey: ['invoices', 'customer-balances', ids.join()] as const,
      queryFn: async ({ signal }): Promise<ReadonlyMap<number, string>> =>
        (await fetchPart(import('./customer-balances.ts'))).readBalances(ids, signal),
    }),
  one: (id: number) =>
    queryOptions({
      queryKey: [...customers.all, 'one', id] as const,
      queryFn: async ({ signal }) => (await call(showCustomer, { params: { id } }, signal)).data,
    }),
  /** A customer to edit, with the version that the update names. Read anew each time an editor opens. */
  toEdit: (id: number) =>
    queryOptions({
      queryKey: [...customers.all, 'edit', id] as const,
      queryFn: async ({ signal }) => {
        const { response, version } = await callVersioned(showCustomer, { params: { id } }, signal)
        return { customer: response.data, version: version ?? '' }
      },
      gcTime: 0,
    }),
  /** `leaving`: the page is going away, and the call has to outlive it. */
  remove: () =>
    mutationOptions({
      mutationFn: ({ ids, leaving }: { ids: readonly number[]; leaving: boolean }) =>
        call(deleteCustomers, { body: { customers: [...ids] }, keepalive: leaving }),
      meta: { stale: ['customers'] },
    }),
}

/** The filters of a list as the service takes them. */
export function filterQuery({
  linked,
  may,
  overdue,
  assigned,
  country,
  from,
  to,
  field,
  value,
  archived,
  import: importId,
}: Filters = {}) {
  const flag = (given: FilterValue) => (given === undefined ? undefined : String(given === 'yes'))
  return {
    linked: flag(linked),
    permission: may,
    has_overdue: flag(overdue),
    assigned_to: assigned,
    country,
    created_from: from,
    created_to: to,
    archived: flag(archived),
    import: importId,
    ...(field !== undefined && value !== undefined && { field, field_value: value }),
  }
}

type Filters = NonNullable<ListQuery['filters']>

function readPage(client: QueryClient, query: ListQuery, signal: AbortSignal) {
  return readB(query, {
    client,
    wholeKey: [...customers.all, 'whole'],
    local,
    ask: ({ sort, ...request }) =>
      callRows(
        listCustomers,
        CustomerRow,
        { query: { ...request, sort: sort as CustomerSort, ...filterQuery(query.filters) } },
        signal,
      ),
  })
}

/** Returns the text that a search for customers looks through. */
export function customerText({ name, last_name, email, phone, business_information }: CustomerRow): string {
  const digits = phone.replace(/[^0-9]/g, '')
  return [name, last_name, email, business_information.company_name ?? '', phone, digits].join('\n')
}

/** Whether a payment processor knows the customer; its name is part of the wire's key. */
export function processorOf(row: CustomerRow): { name: string; isLinked: boolean } | undefined {
  const key = Object.keys(row).find((name) => name.endsWith(processorKey) && name !== processorKey)
  if (key === undefined) return undefined
  const name = key.slice(0, -processorKey.length).replaceAll('_', ' ')
  return { name: capitalized(name), isLinked: row[key] === true }
}

const processorKey = '_customer_flag'
