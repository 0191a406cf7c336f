import type { ContactFilter } from '#contract/customers/contacts.ts'
import type { ContactSort } from '#contract/wire/list-sorts.ts'
import type { Tenant } from '#server/platform/access/tenant.ts'
import { findFilteredPage } from '#server/platform/lists/filtered-pages.ts'
import { orderOf } from '#server/platform/lists/orders.ts'
import type { RowCount } from '#server/platform/lists/row-counts.ts'
import { type ListCaches, distinctWords, findSearchedPage } from '#server/platform/lists/searched-pages.ts'

import { filteredContacts, isNarrow } from './filters.ts'

/** The column that each sort reads. */
export const columns = {
  id: 'id',
  name: 'name_key',
  last_name: 'last_name_key',
  email: 'email_key',
  company_name: 'company_name_key',
  updated_at: 'updated_at',
} as const

/** A column of `contacts` that the list can be sorted by. */
export type Column = (typeof columns)[keyof typeof columns]

/** A page of contacts to read. */
export interface PageRequest {
  readonly offset: number
  readonly limit: number
  readonly search: string
  readonly sort: ContactSort
  readonly filter: ContactFilter
}

/** Returns the ids of one page in the requested order, and the total. `counting` is of the account's contacts. */
export async function findPage(
  tenant: Tenant,
  caches: ListCaches<Column>,
  counting: Promise<RowCount>,
  { offset, limit, search, sort, filter }: PageRequest,
): Promise<{ readonly ids: readonly number[]; readonly total: number }> {
  const words = distinctWords(search)
  const slice = { ...orderOf(columns, sort), limit, offset }
  if (!isNarrow(filter))
    return findSearchedPage(tenant, caches, { ...slice, table: 'contacts', words, counting })
  const narrowing = { ...filter, words }
  return findFilteredPage(tenant, filteredContacts, caches, {
    ...slice,
    narrowing,
    rows: await counting,
    otherChanges: 0,
  })
}
