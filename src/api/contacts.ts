import { type QueryClient, keepPreviousData, mutationOptions, queryOptions } from '@tanstack/react-query'

import type { Features } from '#contract/access/session.ts'
import {
  Contact,
  type ContactInput,
  createContact,
  listContacts,
  showContact,
  updateContact,
} from '#contract/customers/contacts.ts'
import type { ContactSort } from '#contract/wire/list-sorts.ts'

import { call, callVersioned } from './client.ts'
import { findRow } from './find-row.ts'
import { everyPageOf, fromRows, largestPage } from './page.ts'
import { callRows } from './rows.ts'

/** Filters and order of the list. Other services only have pages. */
export interface ContactFilter {
  readonly search?: string | undefined
  readonly sort?: ContactSort | undefined
  readonly linked?: 'yes' | 'no' | undefined
  readonly email?: 'yes' | 'no' | undefined
  readonly phone?: 'yes' | 'no' | undefined
  /** The id of a customer. */
  readonly customer?: number | undefined
}

/** A page of the list. */
export interface ContactQuery extends ContactFilter {
  readonly page: number
  readonly size: number
}

/** The filters of a list as the service takes them; what is empty narrows nothing. */
export function filterQuery({ search, sort, linked, email, phone, customer }: ContactFilter) {
  const flag = (given: 'yes' | 'no' | undefined) =>
    given === undefined ? undefined : String(given === 'yes')
  return {
    search: search === '' ? undefined : search,
    sort,
    linked: flag(linked),
    has_email: flag(email),
    has_phone: flag(phone),
    customer_id: customer?.toString(),
  }
}

async function load({ page, size, ...filter }: ContactQuery, signal: AbortSignal) {
  const query = { page, per_page: size, ...filterQuery(filter) }
  return fromRows(await callRows(listContacts, Contact, { query }, signal), { page, size })
}

/** The queries and mutations of contacts. */
export const contacts = {
  all: ['contacts'] as const,
  list: (query: ContactQuery) =>
    queryOptions({
      queryKey: [...contacts.all, 'list', query] as const,
      queryFn: ({ signal }) => load(query, signal),
      placeholderData: keepPreviousData,
    }),
  /** Everything that the filter finds, page by page. */
  every: (client: QueryClient, query: ContactQuery, signal: AbortSignal) =>
    everyPageOf(client, [...contacts.all, 'every', query], (page) =>
      load({ ...query, page, size: largestPage }, signal),
    ),
  /** Looked up in the list where the records are on another service. */
  one: (id: number, features: Pick<Features, 'records'>) =>
    queryOptions({
      queryKey: [...contacts.all, 'one', id] as const,
      queryFn: async ({ signal }) =>
        features.records
          ? (await call(showContact, { params: { id } }, signal)).data
          : findRow(id, (page) => load({ page, size: largestPage }, signal)),
    }),
  /** A contact to edit, with the version that the update names. Read anew each time an editor opens. */
  toEdit: (id: number) =>
    queryOptions({
      queryKey: [...contacts.all, 'edit', id] as const,
      queryFn: async ({ signal }): Promise<EditedContact> => {
        const { response, version } = await callVersioned(showContact, { params: { id } }, signal)
        return { contact: response.data, version: version ?? '' }
      },
      gcTime: 0,
      staleTime: Infinity,
    }),
  /** `key`: the same for every attempt at the same contact, so that retrying doesn't create a second one. */
  create: () =>
    mutationOptions({
      mutationFn: async ({ input, key }: { input: ContactInput; key: string }) =>
        (await call(createContact, { body: input, key })).data,
      meta: { stale: ['contacts'] },
    }),
  update: (id: number) =>
    mutationOptions({
      mutationFn: async ({ input, ...how }: { input: ContactInput; key: string; version: string }) =>
        (await call(updateContact, { params: { id }, body: input, ...how })).data,
      meta: { stale: ['contacts'] },
    }),
}

/** A contact as it was read, and its version. */
export interface EditedContact {
  readonly contact: Contact
  readonly version: string
}
