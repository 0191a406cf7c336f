import type { CustomerFilter, CustomerSort } from '#contract/customers/filter.ts'
import type { Tenant } from '#server/platform/access/tenant.ts'
import { findFilteredPage } from '#server/platform/lists/filtered-pages.ts'
import type { OrderedPages } from '#server/platform/lists/ordered-pages.ts'
import { orderOf } from '#server/platform/lists/orders.ts'
import type { RowCount } from '#server/platform/lists/row-counts.ts'
import { type ListCaches, distinctWords, findSearchedPage } from '#server/platform/lists/searched-pages.ts'
import { countArchived, readTally } from '#server/platform/lists/tallied-rows.ts'

import { filteredCustomers, isNarrow, toNarrowing } from './filters.ts'
import { type Column, columns } from './order.ts'

/** A page of customers to read; `page` counts from 1. */
export interface PageRequest {
  readonly page: number
  readonly limit: number
  readonly search: string
  readonly sort: CustomerSort
  readonly filter?: CustomerFilter
}

/** Caches of the list of customers between requests. */
export interface CustomerListCaches extends ListCaches<Column> {
  /** Pages of the active customers. */
  readonly active: OrderedPages<Column>
}

/** Returns the ids of one page in the requested order, and the total. `counting` is of the account's rows. */
export async function findPage(
  tenant: Tenant,
  caches: CustomerListCaches,
  counting: Promise<RowCount>,
  { page, limit, search, sort, filter: given = {} }: PageRequest,
): Promise<{ readonly ids: readonly number[]; readonly total: number }> {
  const words = distinctWords(search)
  const slice = { ...orderOf(columns, sort), limit, offset: (page - 1) * limit }
  const archived = given.archived === undefined ? 0 : await countArchived(tenant)
  // Where nobody is archived, leaving out the archived narrows nothing.
  const filter = given.archived === false && archived === 0 ? { ...given, archived: undefined } : given
  if (!isNarrow(filter))
    return findSearchedPage(tenant, caches, { ...slice, table: 'customers', words, counting })
  const customers = await counting
  const isNothingElse = !isNarrow({ ...filter, archived: undefined })
  const total = filter.archived === false ? customers.total - archived : archived
  if (filter.archived === false && isNothingElse && words.length === 0) {
    if (slice.offset >= total) return { ids: [], total }
    const count = { total, changes: customers.changes }
    return { ids: await caches.active.ids(tenant, { ...slice, count }), total }
  }
  const narrowing = await toNarrowing(tenant, words, filter)
  const otherChanges = filter.has_overdue === undefined ? 0 : (await readTally(tenant, 'invoices')).changes
  return findFilteredPage(tenant, filteredCustomers, caches, {
    ...slice,
    narrowing,
    rows: customers,
    otherChanges,
    ...(filter.archived !== undefined && isNothingElse && { unsearched: total }),
  })
}
