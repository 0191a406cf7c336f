import type { CustomerFilter } from '#contract/customers/filter.ts'
import type { Tenant } from '#server/platform/access/tenant.ts'
import { invalidField } from '#server/platform/lib/http-error.ts'
import { readRowCounts } from '#server/platform/lists/row-counts.ts'
import { mapSlices } from '#server/platform/lists/search-totals.ts'
import { distinctWords } from '#server/platform/lists/searched-pages.ts'

import { matchingCustomers, toNarrowing } from './filters.ts'

/** The customers that match, and how many of them are expected. */
export interface MatchingRequest extends CustomerFilter {
  readonly search?: string | undefined
  readonly count: number
}

/** Returns the ids of all customers that match, ascending. Throws 422 unless there are exactly `count` of them. */
export async function readMatching(
  trx: Tenant,
  { count, search = '', ...filter }: MatchingRequest,
): Promise<number[]> {
  const ids = await readIds(trx, search, filter)
  if (ids.length === count) return ids
  const found = ids.length === 1 ? '1 customer matches' : `${ids.length} customers match`
  throw invalidField('count', `${found} now, not ${count}`)
}

/** On SQLite no other write comes between the slices, as this is a transaction. */
async function readIds(trx: Tenant, search: string, filter: CustomerFilter): Promise<number[]> {
  const words = distinctWords(search)
  // No text contains NUL, and neither database takes it in a search.
  if (words.some((word) => word.includes('\0'))) return []
  const narrowing = await toNarrowing(trx, words, filter)
  const { customers } = await readRowCounts(trx)
  const slices = await mapSlices(trx, { table: 'customers', rows: customers.total }, (ids) =>
    matchingCustomers(trx, narrowing, words.length > 0 ? 'search' : 'filter', ids)
      .select('customers.id')
      .execute(),
  )
  return slices
    .flat()
    .map(({ id }) => id)
    .toSorted((a, b) => a - b)
}
