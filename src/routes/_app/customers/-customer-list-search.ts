import * as z from 'zod/mini'

import { type ListQuery, largestPage } from '#api/page.ts'
import { customerSorts } from '#contract/customers/filter.ts'
import { modules } from '#contract/values/permissions.ts'
import { anyOf, listSearch, optionalOf } from '#lib/page-search.ts'

/** Defaults that the URL leaves out. */
export const listDefaults = { page: 1, size: 25, search: '', sort: '-id' } as const

const yesNo = optionalOf(z.enum(['yes', 'no']))
const day = optionalOf(z.iso.date())
const id = optionalOf(z.int().check(z.gte(1)))

/** The state of the list in the URL. A customer's page keeps it, for the link to the next customer. */
export const CustomerListSearch = z.object({
  ...listSearch(customerSorts),
  size: z._default(z.catch(z.union([z.int().check(z.gte(1), z.lte(100)), z.literal('all')]), 25), 25),
  sort: z._default(z.catch(z.enum(customerSorts), '-id'), '-id'),
  linked: yesNo,
  may: optionalOf(z.enum(modules)),
  overdue: yesNo,
  /** To the person with this id, or to nobody. */
  assigned: optionalOf(z.union([z.int().check(z.gte(1)), z.literal('none')])),
  /** Any of them. */
  country: anyOf(z.string().check(z.maxLength(500))),
  from: day,
  to: day,
  field: id,
  // Digits arrive as a number.
  value: optionalOf(z.coerce.string<string | number>().check(z.maxLength(500))),
  /** Active customers unless given. */
  archived: optionalOf(z.enum(['yes', 'all'])),
  /** Those of an import, by its id. */
  import: id,
})
export type CustomerListSearch = z.infer<typeof CustomerListSearch>

/** Returns the request of the list that a URL means. */
export function toListQuery({
  page,
  size,
  search,
  sort,
  field,
  assigned,
  archived,
  import: imported,
  ...filters
}: CustomerListSearch): ListQuery {
  return {
    page,
    size: size === 'all' ? Infinity : size,
    search,
    sort,
    filters: {
      ...filters,
      field: field === undefined ? undefined : String(field),
      assigned: assigned === undefined ? undefined : String(assigned),
      import: imported === undefined ? undefined : String(imported),
      archived: archived === 'all' ? undefined : (archived ?? 'no'),
    },
  }
}

/** The URL of the page with this position (from 0), in pages that every service can cut. */
export function searchAt(list: CustomerListSearch, position: number): CustomerListSearch {
  const size = list.size === 'all' ? largestPage : list.size
  return { ...list, page: Math.floor(position / size) + 1, size }
}
